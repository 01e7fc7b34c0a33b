#!/usr/bin/env python3
"""plans.py: how many screens, rules and guards of an app `navtree plan` leads to within some seconds of processor each.

    plans.py --navtree PATH [--seconds 5] [--jobs 1] [--sample 0] [--least 0] FLOW...

The targets are the goals of `explore`, except guards that are false. A target counts if a way is found, or if it is said
that none leads there. For each flow it prints the targets that count and all, the slowest one, and each that doesn't.
With --sample only so many targets of a flow are tried, evenly spread. The exit status is 1 if fewer than --least percent
of a flow's targets count. Python 3.9, no packages.
"""
import argparse
import concurrent.futures
import json
import os
import subprocess
import sys


def targets(navtree, flow):
    """The targets of a flow: those of an exploration that ends at once names them all."""
    command = [navtree, "explore", flow, "--max-states", "1", "--json"]
    told = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout)
    return [
        f"{goal['kind']}:{goal['name']}" for goal in told["goals"]
        if goal["kind"] in ("screen", "rule") or goal["kind"] == "guard" and not goal["name"].endswith(":false")]


def plan(navtree, flow, target, seconds):
    """What is told of a target, and the seconds of processor that it took."""
    command = ["sh", "-c", 'ulimit -t "$0"; exec "$@"', str(seconds), navtree, "plan", flow, "--to", target, "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    output = process.stdout.read()
    process.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    told = json.loads(output)["plan"] if os.WIFEXITED(status) and output else "stopped"
    return target, told, usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--navtree", required=True)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--least", type=float, default=0)
    parser.add_argument("flows", nargs="+")
    options = parser.parse_args()
    navtree = os.path.abspath(options.navtree)
    is_enough = True
    for flow in options.flows:
        every = targets(navtree, flow)
        step = max(1, len(every) // options.sample) if options.sample else 1
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            told = list(pool.map(lambda target: plan(navtree, flow, target, options.seconds), every[::step]))
        open_targets = [each for each in told if each[1] not in ("reached", "unreachable")]
        slowest = max(told, key=lambda each: each[2])
        print(f"{flow}: {len(told) - len(open_targets)} of {len(told)}, slowest {slowest[0]} {slowest[2]:.1f} s")
        for target, verdict, seconds in open_targets:
            print(f"  {verdict} {target} after {seconds:.1f} s")
        is_enough = is_enough and 100 * (len(told) - len(open_targets)) >= options.least * len(told)
    sys.exit(not is_enough)


main()
