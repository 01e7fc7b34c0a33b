#if Inspector
  import NavtreeTestSupport
  import Testing

  /// `navtree inspect` over the wire: each case is a function of `Tests/Wire/inspect.py`, which plays host and browser.
  @Suite struct InspectTests {
    static let cases = [
      "the_host_sees_no_difference", "a_killed_page_leaves_the_host_alone",
      "a_stopped_page_leaves_the_host_alone", "a_taken_port_leaves_the_host_alone",
      "a_page_ends_with_its_host", "nothing_is_left_behind",
      "a_recording_is_kept_besides", "a_late_reader_sees_everything", "the_oldest_goes",
      "what_is_read_takes_no_room", "a_vanished_reader_makes_room",
      "a_reader_that_takes_nothing_is_left", "what_if_happens_in_a_fork", "driving_acts_on_the_host",
      "a_long_answer_is_no_end",
      "secrets_are_withheld", "secrets_decide_as_they_did", "a_playground_knows_its_secrets",
      "only_its_own_page_is_answered",
      "an_address_of_version_6_is_one_too", "the_token_is_told_once", "odd_requests_have_one_answer",
      "hostile_clients_change_nothing_for_the_host",
      "there_are_eight_connections", "a_saved_flow_begins_again",
      "a_flow_that_cant_be_read_is_told",
    ]

    @Test(arguments: cases)
    func theWireHolds(name: String) throws {
      let program = "\(Files.package)/Tests/Wire/inspect.py"
      let outcome = try ChildProcess(
        ["python3", program, ChildProcess.navtree, name], program: "/usr/bin/env"
      ).finish()
      #expect(outcome.text == "done\n", "\(outcome.errorText)")
    }
  }
#endif
