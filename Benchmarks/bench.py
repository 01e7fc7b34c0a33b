#!/usr/bin/env python3
"""bench.py: measures navtree, and what PyPI and Debian have beside it, and shows the figures as tables.

Usage: bench.py NAVTREE STATIC-NAVTREE FLOOR [--report DOCUMENT CHART]

Times are of the processor, but for that of the start. With --report the tables replace the generated part of a
document, and a chart is drawn.
"""
import os
import platform
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from chart import chart  # noqa: E402
from measures import Measures  # noqa: E402

BEGIN, END = "<!-- begin make bench-report -->\n", "<!-- end make bench-report -->\n"


def text(figure):
    if isinstance(figure, str):
        return figure
    if isinstance(figure, int) or figure >= 1000:
        return f"{figure:,.0f}"
    return f"{figure:.3g}" if figure < 100 else f"{figure:.0f}"


def plain(table):
    rows = [table.columns] + [[text(each) for each in row] for row in table.rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.columns))]
    lines = [table.title]
    for row in rows:
        lines.append("  " + "  ".join(
            each.ljust(width) if index == 0 else each.rjust(width)
            for index, (each, width) in enumerate(zip(row, widths))).rstrip())
    return "\n".join(lines) + "\n"


def markdown(table):
    lines = [f"### {table.title}", "", "| " + " | ".join(table.columns) + " |"]
    lines.append("| --- |" + " ---: |" * (len(table.columns) - 1))
    lines += ["| " + " | ".join(text(each) for each in row) + " |" for row in table.rows]
    return "\n".join(lines) + "\n"


def machine():
    with open("/proc/cpuinfo") as file:
        model = next((each.split(":")[1].strip() for each in file if each.startswith("model name")), platform.machine())
    return f"{model}, {os.cpu_count()} cores"


def main():
    navtree, static, floor, *options = sys.argv[1:]
    load = os.getloadavg()[0]
    start = time.monotonic()
    tables = []
    for table in Measures(navtree, static, floor).all():
        tables.append(table)
        print(plain(table), flush=True)
    took = time.monotonic() - start
    print(f"{took:.0f} s on {machine()}; load {load:.1f} before")
    if not options:
        return
    _, document, picture = options
    with open(document) as file:
        old = file.read()
    before, rest = old.split(BEGIN)
    _, after = rest.split(END)
    head = f"Measured in {took:.0f} s on {machine()}, with a load of {load:.1f} by other work when it began.\n\n"
    with open(document, "w") as file:
        file.write(before + BEGIN + "\n" + head + "\n".join(markdown(table) for table in tables) + "\n" + END + after)
    with open(picture, "w") as file:
        file.write(chart(tables))


main()
