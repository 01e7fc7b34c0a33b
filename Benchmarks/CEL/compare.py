#!/usr/bin/env python3
"""Times the expressions in navtree's CEL, in cel-python and in common-expression-language, side by side.

Each is compiled once; what is timed is evaluating it with bindings that the engine holds in the form that it is
quickest with. Every round times all engines one after the other; the median of the rounds is shown, in
microseconds. `ratio` is the other engine's time over navtree's.
"""

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

import cel
import celpy
import celpy.adapter

from bindings import BINDINGS

HERE = Path(__file__).parent
ROUNDS = 5


def timed(call, seconds=0.05):
    count, spent = 1, 0.0
    while True:
        start = time.perf_counter()
        for _ in range(count):
            call()
        spent = time.perf_counter() - start
        if spent > seconds:
            return spent / count
        count *= 2


def main():
    binary = sys.argv[1] if len(sys.argv) > 1 else str(HERE / ".build/release/celbench")
    expressions = (HERE / "expressions.txt").read_text().splitlines()
    navtree = subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    navtree.stdin.write(json.dumps(BINDINGS) + "\n")

    environment = celpy.Environment()
    activation = {name: celpy.adapter.json_to_cel(value) for name, value in BINDINGS.items()}
    context = cel.Context()
    for name, value in BINDINGS.items():
        context.add_variable(name, value)

    print(f"{'navtree':>9} {'cel-python':>11} {'ratio':>6} {'c-e-l':>9} {'ratio':>6}  expression")
    for expression in expressions:
        slow = environment.program(environment.compile(expression))
        fast = cel.compile(expression)
        times = ([], [], [])
        for _ in range(ROUNDS):
            navtree.stdin.write(expression + "\n")
            navtree.stdin.flush()
            times[0].append(float(navtree.stdout.readline()))
            times[1].append(timed(lambda: slow.evaluate(activation)))
            times[2].append(timed(lambda: fast.execute(context)))
        own, python, rust = (statistics.median(each) * 1e6 for each in times)
        print(f"{own:9.3f} {python:11.2f} {python / own:6.0f} {rust:9.2f} {rust / own:6.1f}  {expression}")
    navtree.stdin.close()
    navtree.wait()


main()
