/// The function of a schema that takes sessions over, as far as they are free.
enum PostgresTakeFunction {
  /// Parameters: the names, the process that takes them and where its clients reach it, the lease in milliseconds, and
  /// the least `synchronous_commit`.
  ///
  /// One session is waited for while another process writes it, and is taken again by its owner. Of several, those that
  /// are locked are passed over, so that two processes never wait for each other.
  static func definition(in schema: String) -> String {
    let taken =
      "epoch = s.epoch + 1, owner = taker, url = address, expires = clock_timestamp() + lease * interval '1 millisecond'"
    let result = "s.id, s.name, s.epoch, s.seq, s.commit"
    return """
      CREATE FUNCTION \(schema).take(names text[], taker text, address text, lease bigint, durability text)
      RETURNS TABLE(id bigint, name text, epoch bigint, seq bigint, commit bigint) LANGUAGE plpgsql AS $$
      #variable_conflict use_column
      DECLARE
        ignored text;
      BEGIN
        \(PostgresCommitFunction.waitingForLocks)
        -- A plan that was made for a small table is kept while the table grows.
        ignored := set_config('enable_seqscan', 'off', true);
        \(PostgresCommitFunction.waitingForDisk)
        IF cardinality(names) = 1 THEN
          RETURN QUERY UPDATE \(schema).sessions s SET \(taken)
          WHERE s.name = names[1] AND (s.owner IS NULL OR s.owner = taker OR s.expires < clock_timestamp())
          RETURNING \(result);
        ELSE
          RETURN QUERY WITH free AS MATERIALIZED (
            SELECT f.id FROM \(schema).sessions f
            WHERE f.name = ANY(names) AND (f.owner IS NULL OR f.owner <> taker AND f.expires < clock_timestamp())
            FOR NO KEY UPDATE SKIP LOCKED)
          UPDATE \(schema).sessions s SET \(taken) FROM free WHERE s.id = free.id RETURNING \(result);
        END IF;
      END $$
      """
  }
}
