"""The plugin of pytest, in a pytest of its own."""

import shutil
import subprocess
import textwrap

import pytest
from conftest import BINARY, HERE, WORK, program

SCENARIOS = "flow: work.navtree.yaml\nscenarios: []\n"


@pytest.fixture
def project(pytester, monkeypatch):
    monkeypatch.setenv("NAVTREE_BINARY", BINARY)
    # The package may be installed, and its plugin known by itself.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", str(HERE.parent / "src"))
    shutil.copy(WORK, pytester.path / "flow.navtree.yaml")
    return pytester


def run(project, *arguments):
    return project.runpytest_subprocess("-p", "navtree.pytest_plugin", "-rs", *arguments)


def stand_in(project, monkeypatch, body):
    """A binary with a command 'test', in Python."""
    monkeypatch.setenv("NAVTREE_BINARY", program(project.path / "navtree-stand-in", body))


def test_the_fixture_opens_flows_and_closes_them(project):
    project.makepyfile("""
        pids = []

        def test_counts(navtree_app):
            app = navtree_app("flow.navtree.yaml")
            assert app.at("/main").inc().reply == 1
            pids.append(app.pid)
            app.at("/main").later()
            assert app.clock_advance("1s").fired == 1
            assert app.screen("/main").state["count"] == 2

        def test_is_closed():
            import os, pytest
            with pytest.raises(ProcessLookupError):
                os.kill(pids[0], 0)
        """)
    run(project).assert_outcomes(passed=2)


def test_the_async_fixture_does_the_same(project):
    project.makepyfile("""
        import asyncio, os, pytest

        pids = []

        def test_counts(async_navtree_app):
            async def work():
                app = await async_navtree_app("flow.navtree.yaml")
                assert (await app.at("/main").inc()).reply == 1
                pids.append(app.pid)
                await app.at("/main").later()
                assert (await app.clock_advance("1s")).fired == 1
                async with await async_navtree_app("flow.navtree.yaml") as other:
                    pids.append(other.pid)

            asyncio.run(work())

        def test_is_left_open_with_its_loop(async_navtree_app):
            loop = asyncio.new_event_loop()
            pids.append(loop.run_until_complete(async_navtree_app("flow.navtree.yaml")).pid)

        def test_is_closed():
            assert len(pids) == 3
            for pid in pids:
                with pytest.raises(ProcessLookupError):
                    os.kill(pid, 0)
        """)
    run(project, "-W", "error").assert_outcomes(passed=3)


def test_scenarios_are_shared_among_workers(project):
    pytest.importorskip("xdist", reason="no pytest-xdist")
    scenarios = "".join(
        f"  - {{ name: 'it counts {number}', steps: [{{ do: {{ inc: {{}} }} }}] }}\n" for number in range(8)
    )
    (project.path / "a.scenarios.yaml").write_text(f"flow: flow.navtree.yaml\nscenarios:\n{scenarios}")
    project.makepyfile(
        "def test_it(navtree_app):\n    assert navtree_app('flow.navtree.yaml').at('/main').inc().reply == 1"
    )
    run(project, "-p", "xdist", "-n", "2").assert_outcomes(passed=9)
    run(project, "-p", "xdist", "-n", "2", "--dist", "loadfile", "-k", "3").assert_outcomes(passed=1)


def test_without_a_command_for_tests_they_are_skipped_with_the_reason(project, monkeypatch):
    stand_in(
        project,
        monkeypatch,
        """
        import sys
        print("navtree 0.1" if "--version" in sys.argv else "no command named 'test'")
        sys.exit(0 if "--version" in sys.argv else 64)
        """,
    )
    (project.path / "a.scenarios.yaml").write_text(SCENARIOS)
    (project.path / "a.transcript").write_text("# One.\n\n$ navtree serve flow.navtree.yaml\n")
    (project.path / "b.transcript").write_text("Speaker: hello\n")
    result = run(project)
    result.assert_outcomes(skipped=2)
    result.stdout.fnmatch_lines(["*navtree-stand-in (navtree 0.1) has no command 'test'*"])


def test_scenarios_are_tests_with_failures_as_they_were_written(project, monkeypatch):
    stand_in(
        project,
        monkeypatch,
        """
        import json, sys
        if "--help" in sys.argv:
            sys.exit(0)
        if "--list" in sys.argv:
            for name, line in (("a row", 3), ("no row", 9), ("later", 12)):
                print(json.dumps({"name": name, "line": line, "tags": ["x"] if line == 3 else []}))
            sys.exit(0)
        with open(sys.path[0] + "/runs", "a") as runs:
            print(sys.argv[sys.argv.index("--filter") + 1], file=runs)
        [report] = [each for each in sys.argv if each.startswith("ctrf=")]
        tests = [
            {"name": "a row", "status": "passed", "line": 3, "duration": 1500},
            {"name": "no row", "status": "failed", "line": 9, "trace": "expected 1 row,\\nbut 2 came"},
            {"name": "later", "status": "skipped", "line": 12},
        ]
        assert sys.argv[-2:] == ["--coverage", sys.path[0] + "/flow.coverage"], sys.argv
        open(report[5:], "w").write(json.dumps({"results": {"tests": tests}}))
        sys.exit(1)
        """,
    )
    (project.path / "a.scenarios.yaml").write_text(SCENARIOS)
    result = run(project, "--navtree-coverage", "flow.coverage")
    result.assert_outcomes(passed=1, failed=1, skipped=1)
    result.stdout.fnmatch_lines(["*no row*", "expected 1 row,", "but 2 came"])
    assert "Traceback" not in result.stdout.str()
    runs = project.path / "runs"
    assert runs.read_text().splitlines() == [
        r"/^(?:a\x{20}row|no\x{20}row|later)$/",
    ]
    options = ("--navtree-coverage", "flow.coverage")
    # Nothing runs to be collected, and only what is selected is run. A tag is a keyword.
    runs.unlink()
    result = run(project, *options, "--collect-only", "-q")
    result.stdout.fnmatch_lines(
        ["a.scenarios.yaml::a row", "a.scenarios.yaml::no row", "a.scenarios.yaml::later"]
    )
    assert not runs.exists()
    result = run(project, *options, "-k", "x", "--durations=1", "-vv")
    result.assert_outcomes(passed=1, deselected=2)
    result.stdout.fnmatch_lines(["1.50s call *a row"])
    assert runs.read_text() == "/^(?:a\\x{20}row)$/\n"
    runs.unlink()
    run(project, *options, "--lf").assert_outcomes(failed=1)
    assert runs.read_text() == "/^(?:no\\x{20}row)$/\n"


def test_a_file_that_cant_be_run_fails_with_what_was_said(project, monkeypatch):
    stand_in(
        project,
        monkeypatch,
        """
        import sys
        if "--help" not in sys.argv:
            print("a.scenarios.yaml:1:1: error: no scenarios")
            sys.exit(64)
        """,
    )
    (project.path / "a.scenarios.yaml").write_text("scenarios: 1\n")
    result = run(project)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["a.scenarios.yaml:1:1: error: no scenarios"])


def test_scenarios_and_transcripts_are_run_by_the_binary(project):
    help = subprocess.run([BINARY, "test", "--help"], capture_output=True)
    if help.returncode != 0:
        pytest.skip("the binary has no command 'test'")
    (project.path / "a.scenarios.yaml").write_text(
        textwrap.dedent("""
        flow: flow.navtree.yaml
        scenarios:
          - name: it counts
            steps: [{ do: { inc: {} }, expect: { reply: 1 } }]
          - name: it refuses
            steps: [{ do: { refuse: {} } }]
        """)
    )
    (project.path / "wrong.scenarios.yaml").write_text("flow: flow.navtree.yaml\nscenarios:\n  - nam: x\n")
    (project.path / "a.transcript").write_text(
        "$ navtree serve flow.navtree.yaml\n"
        '> {"jsonrpc":"2.0","id":1,"method":"ping"}\n< {"jsonrpc":"2.0","id":1,"result":{}}\n'
    )
    result = run(project, "-v", "--navtree-coverage", "flow.coverage")
    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines_random(
        [
            "a.scenarios.yaml::it counts PASSED*",
            "a.scenarios.yaml::it refuses FAILED*",
            "a.transcript::a.transcript PASSED*",
            "wrong.scenarios.yaml::wrong.scenarios.yaml FAILED*",
            "*error: the step is refused: not today",
            "*error: 'nam' is no key of a scenario*",
        ]
    )
    assert (project.path / "flow.coverage").exists()
