import NavtreeTestSupport
import Testing

/// Fields that the host of `navtree serve` keeps: each case is a function of `Tests/Wire/keeper.py`, which plays the host.
@Suite struct HostKeeperTests {
  @Test(arguments: [
    "the_host_has_it_and_no_file", "a_killed_process_goes_on", "a_change_that_is_refused_is_undone",
    "a_silent_host_is_waited_for_no_longer", "what_comes_meanwhile_waits",
    "an_answer_before_the_end_counts", "nothing_of_it_is_recorded",
    "a_host_that_lost_it_is_told", "damage_is_named", "a_session_that_is_opened_again_is_asked_for",
    "deleting_a_session_deletes_it",
  ])
  func theHostKeepsIt(name: String) throws {
    let program = "\(Files.package)/Tests/Wire/keeper.py"
    let outcome = try ChildProcess(["python3", program, ChildProcess.navtree, name], program: "/usr/bin/env")
      .finish()
    #expect(outcome.text == "done\n", "\(outcome.errorText)")
  }

  @Test(arguments: [
    (["serve", "--store", "host"], "--store NAME=host"),
    (
      ["store", "show", "sqlite:a.db", "a", "--store", "secrets=host"],
      "navtree serve alone has a host to ask"
    ),
    (["serve", "--store", "postgresql://h/d", "--store", "secrets=host"], "it must be in PostgreSQL too"),
  ])
  func whatHasNoHostSaysSo(arguments: [String], sentence: String) throws {
    let folder = try TestFolder()
    let outcome = try folder.shell(#""$0" serve --store sqlite:a.db </dev/null; "$0" "$@""#, arguments)
    #expect(outcome.status != 0 && outcome.errorText.contains(sentence), "\(outcome.errorText)")
  }
}
