import NavtreeTestSupport
import Testing

/// `navtree fuzz`, by its output, exit status and files.
struct FuzzCommandTests {
  private static func run(_ script: String) throws -> ChildProcess.Outcome {
    let flow = """
      navtree: 1
      flow: doors
      start: home
      shared: { open: { type: integer, maximum: 99 } }
      invariants: { few: { always: shared.open < 2 } }
      screens:
        home: { actions: { enter: { shared: { open: "${shared.open + 1}" } } } }
      """
    let whole = """
      folder=$(mktemp -d) && cd "$folder" || exit 99
      printf '%s\\n' "$1" > flow.yaml
      sed 's/< 2/< 100/' flow.yaml > right.yaml
      \(script)
      status=$?
      rm -r "$folder"
      exit $status
      """
    return try ChildProcess(["-c", whole, ChildProcess.navtree, flow], program: "/bin/sh").finish()
  }

  private static let scenario = """
    # invariant few flow.yaml:5:30: 2 steps (navtree fuzz --seed 1, run 0)
    # shared.open is 2
    flow: flow.yaml
    scenarios:
      - name: invariant few
        steps:
          - do: enter
          - do: enter

    """

  /// The same with what each step changes.
  private static let story =
    scenario.split(separator: "\n").map(String.init).enumerated().map { index, line in
      line + "\n"
        + (line.hasSuffix("do: enter")
          ? "        # shared/open  \(index - 6) -> \(index - 5)  flow.yaml:7 on enter\n" : "")
    }.joined()

  @Test(arguments: [1, 3])
  func aFailureIsWrittenAsTheSameScenarioOnAnyNumberOfThreads(_ jobs: Int) throws {
    let outcome = try Self.run("\"$0\" fuzz flow.yaml --steps 20 --runs 70 --jobs \(jobs)")
    #expect(outcome.text == Self.story)
    #expect(outcome.errorText.contains("1 of 1 rules, 1 of 1 screens"))
    #expect(outcome.status == 1)
  }

  @Test func aRightFlowPasses() throws {
    let outcome = try Self.run("\"$0\" fuzz right.yaml --runs 3")
    #expect(outcome.text == "")
    #expect(outcome.errorText.hasPrefix("navtree: 3 runs, 150 steps, "))
    #expect(outcome.status == 0)
  }

  @Test func aRegressionRunsFirstUntilItPasses() throws {
    let outcome = try Self.run(
      """
      "$0" fuzz flow.yaml --steps 20 --runs 64 --regressions found > first 2> errors; echo $?
      grep -c 'written to found/doors-' errors; cat found/*
      "$0" fuzz flow.yaml --regressions found | sed 's/doors-[0-9a-f]*/doors/'
      "$0" test found > tested; echo $?
      mv right.yaml flow.yaml
      "$0" test found | tail -1; "$0" fuzz flow.yaml --runs 1 --regressions found; echo $?
      """)
    #expect(
      outcome.text == "1\n1\n" + Self.scenario.replacing("flow: flow.yaml", with: "flow: ../flow.yaml")
        + "failed invariant few found/doors.scenarios.yaml:8:9\n1\n1 passed\n0\n")
  }

  // MARK: The end

  /// A run of so many steps takes minutes.
  @Test func theTimeEndsALongRun() throws {
    let outcome = try Self.run(
      "ulimit -t 30; \"$0\" fuzz right.yaml --steps 100000 --for 1s")
    #expect(outcome.status == 0, "\(outcome.status)")
    #expect(outcome.errorText.contains(" runs, "))
  }

  @Test(
    .enabled(if: Files.text(of: "/proc/self/status") != nil, "nothing tells which signals a program awaits"))
  func ctrlCEndsALongRun() throws {
    let outcome = try Self.run(
      """
      ulimit -t 30
      "$0" fuzz right.yaml --steps 100000 & pid=$!
      until [ /proc/$pid/exe -ef "$0" ] && grep -q 'SigCgt:.*[2367abef]$' /proc/$pid/status; do :; done
      kill -INT $pid; wait $pid
      """)
    #expect(outcome.status == 0, "\(outcome.status)")
    #expect(outcome.errorText.contains(" runs, "))
  }

  @Test func ctrlCEndsTheShrinking() throws {
    let outcome = try Self.run(
      """
      ulimit -t 40
      sed 's/maximum: 99/maximum: 9999/; s/< 2/< 500/' flow.yaml > long.yaml
      mkfifo told
      "$0" fuzz long.yaml --steps 100000 --runs 1 2> told > found & pid=$!
      exec 3< told
      read -r line <&3; kill -INT $pid
      cat <&3 >&2
      wait $pid; code=$?; cat found; (exit $code)
      """)
    #expect(outcome.status == 1, "\(outcome.status)")
    #expect(outcome.text.hasPrefix("# invariant few long.yaml:5:30: "))
    #expect(outcome.errorText.hasSuffix("navtree: ended before the scenario is as short as it can be\n"))
  }

  @Test(arguments: [
    ("--runs=-1 flow.yaml", "--runs -1", 64), ("--steps 0 flow.yaml", "--steps 0", 64),
    ("--jobs 0 flow.yaml", "--jobs 0", 64), ("--for soon flow.yaml", "soon", 64),
    ("flow.yaml --against true --jobs 2", "--jobs isn't for --against", 64),
    ("- -", "'-' is given twice", 64), ("", "which flow?", 64),
    ("nothing.yaml", "nothing.yaml: No such file", 74),
    ("flow.yaml --runs 64 --regressions flow.yaml/no", "flow.yaml/no", 74),
  ])
  func whatIsWrongIsTold(_ arguments: String, _ text: String, _ status: Int32) throws {
    let outcome = try Self.run("\"$0\" fuzz \(arguments) > /dev/null")
    #expect(outcome.errorText.contains(text), "\(outcome.errorText)")
    #expect(outcome.status == status)
  }
}
