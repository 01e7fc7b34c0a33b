/// The function of a schema that ends a commit: it writes the changes of sessions, if this process still owns all of
/// them as they were last stored, and fails otherwise.
///
/// A server keeps the plans of a function, so that a commit of one change takes it 1.4 times as long as a bare
/// `UPDATE`; the same as statements takes 8 times as long. A call needs no prepared statement, which a pooler would
/// lose, and no `BEGIN`: it is a transaction of its own.
enum PostgresCommitFunction {
  /// The statement of a function that waits for the disk as `durability` wants it.
  static let waitingForDisk = """
    IF current_setting('synchronous_commit') <> durability AND
          (durability = 'off' OR current_setting('synchronous_commit') <> 'remote_apply') THEN
        ignored := set_config('synchronous_commit', durability, true);
      END IF;
    """

  /// The statement of a function that waits half of `lease` for a row that another transaction has locked.
  static let waitingForLocks = "ignored := set_config('lock_timeout', greatest(lease / 2, 1)::text, true);"

  /// The function for a commit of changes of one session. It takes the server 0.84 times as long as the one for several.
  ///
  /// A transaction that changes a setting goes through all settings when it ends, so this one changes none while nobody
  /// else has locked the row: its `xmax` is 0 then, and there is no lock to wait for. Without `enable_seqscan` a plan that
  /// was made for a few rows scans the table until the server's autovacuum has analyzed it again.
  static func single(in schema: String) -> String {
    let update = """
      UPDATE \(schema).sessions s
        SET seq = reached, commit = number, expires = clock_timestamp() + lease * interval '1 millisecond'
        WHERE s.id = session AND s.epoch = held AND s.seq = known AND s.commit = former
      """
    return """
      CREATE FUNCTION \(schema).conclude_one(session bigint, held bigint, former bigint, known bigint,
        reached bigint, checksum bigint, body bytea, number bigint, lease bigint, durability text)
      RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        ignored text;
      BEGIN
        \(waitingForDisk)
        \(update) AND s.xmax = 0;
        IF NOT FOUND THEN
          \(waitingForLocks)
          \(update);
          IF NOT FOUND THEN
            RAISE division_by_zero USING MESSAGE = 'another process owns a session of the commit';
          END IF;
        END IF;
        INSERT INTO \(schema).changes(session, after, seq, checksum, body)
        VALUES(session, known, reached, checksum, body);
      END $$
      """
  }

  /// Parameters: per session its id and epoch, the number of its last commit, the last change that is stored, the
  /// last one of this commit, and the checksum and body of its row of changes, null for none. Then the number of the
  /// commit, the lease in milliseconds, and the least `synchronous_commit`.
  static func definition(in schema: String) -> String {
    """
    CREATE FUNCTION \(schema).conclude(ids bigint[], epochs bigint[], former bigint[], known bigint[],
      reached bigint[], checksums bigint[], bodies bytea[], number bigint, lease bigint, durability text)
    RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      ignored text;
      ending timestamptz := clock_timestamp() + lease * interval '1 millisecond';
      owned bigint;
    BEGIN
      ignored := set_config('lock_timeout', greatest(lease / 2, 1)::text, true);
      -- A plan that was made for a small table is kept while the table grows.
      ignored := set_config('enable_seqscan', 'off', true);
      IF current_setting('synchronous_commit') <> durability AND
          (durability = 'off' OR current_setting('synchronous_commit') <> 'remote_apply') THEN
        ignored := set_config('synchronous_commit', durability, true);
      END IF;
      IF cardinality(ids) = 1 THEN
        UPDATE \(schema).sessions s SET seq = reached[1], commit = number, expires = ending
        WHERE s.id = ids[1] AND s.epoch = epochs[1] AND s.seq = known[1] AND s.commit = former[1];
        GET DIAGNOSTICS owned = ROW_COUNT;
        IF bodies[1] IS NOT NULL THEN
          INSERT INTO \(schema).changes(session, after, seq, checksum, body)
          VALUES(ids[1], known[1], reached[1], checksums[1], bodies[1]);
        END IF;
      ELSE
        UPDATE \(schema).sessions s SET seq = w.reached, commit = number, expires = ending
        FROM unnest(ids, epochs, former, known, reached) AS w(id, epoch, former, known, reached)
        WHERE s.id = w.id AND s.epoch = w.epoch AND s.seq = w.known AND s.commit = w.former;
        GET DIAGNOSTICS owned = ROW_COUNT;
        INSERT INTO \(schema).changes(session, after, seq, checksum, body)
        SELECT * FROM unnest(ids, known, reached, checksums, bodies) AS w(id, known, reached, checksum, body)
        WHERE w.body IS NOT NULL;
      END IF;
      IF owned <> cardinality(ids) THEN
        RAISE division_by_zero USING MESSAGE = 'another process owns a session of the commit';
      END IF;
    END $$
    """
  }
}
