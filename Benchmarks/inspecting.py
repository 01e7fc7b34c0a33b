#!/usr/bin/env python3
"""Measures what a page costs a host: dispatches under `serve --record FILE` and under `inspect -- serve`, by turns.

Usage: inspecting.py NAVTREE [ROUNDS]. The time is that of the serving process alone, in µs of a request.
"""
import os
import statistics
import sys
import tempfile

from served import Served

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FLOW = f"{ROOT}/Benchmarks/flows/counter.navtree.yaml"
# With its envelope the line has about 128 bytes.
DISPATCH = ("dispatch", '{"action":{"type":"inc"}' + " " * 48 + "}")
ONE_BY_ONE, PIPELINED = 2_000, 20_000


def main():
    navtree, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 15
    with tempfile.TemporaryDirectory() as folder:
        commands = {
            "serve": ["serve", FLOW],
            "serve --record": ["serve", FLOW, "--record", f"{folder}/serve"],
            "inspect": ["inspect", "--", "serve", FLOW],
            "inspect --record": ["inspect", "--", "serve", FLOW, "--record", f"{folder}/inspect"],
        }
        served = {name: Served([navtree, *command]) for name, command in commands.items()}
        times = {name: ([], []) for name in served}
        for _ in range(rounds):
            for name, process in served.items():
                single = sum(process.ask([DISPATCH]) for _ in range(ONE_BY_ONE)) / ONE_BY_ONE
                times[name][0].append(single * 1e6)
                times[name][1].append(process.ask([DISPATCH] * PIPELINED) / PIPELINED * 1e6)
        for process in served.values():
            process.process.stdin.close()
            process.process.wait()
        for place, kind in enumerate(("one by one", "pipelined")):
            print(kind)
            for name in served:
                found = times[name][place]
                more = [a - b for a, b in zip(found, times["serve --record"][place])]
                print(f"  {name:18} {statistics.median(found):6.2f}  {statistics.median(more):+.2f}")


main()
