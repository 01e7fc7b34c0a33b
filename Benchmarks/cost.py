#!/usr/bin/env python3
"""Measures the time and the memory that a unit of the cost of expressions stands for.

    cost.py [--navtree PATH] [--most N] [NAME...]

Each expression runs in processes of its own, over values of 100, 1,000, 10,000 and 100,000 elements or bytes; the time
and the memory of making the values are subtracted. The exit status is 1 if a unit stands for more than 100 ns or
100 bytes anywhere.
"""
import argparse
import json
import os
import subprocess
import sys

LISTS = {
    "map": "r.map(x, x)", "map, filtered": "r.map(x, x > 1, x)", "map to lists": "r.map(x, [x])",
    "map to long lists": "r.map(x, [x, x, x, x, x, x, x, x])", "map to maps": "r.map(x, {'a': x})",
    "map to one list": "r.map(x, r)", "map to texts": "r.map(x, string(x))", "map to optionals": "r.map(x, optional.of(x))",
    "map to doubles": "r.map(x, double(x) * 1.5)", "map to times": "r.map(x, timestamp(x))",
    "map to dates": "r.map(x, string(timestamp(x)))", "map to durations": "r.map(x, duration(string(x) + 's'))",
    "parts of times": "r.map(x, timestamp(x).getDayOfYear())", "map to types": "r.map(x, type(x))",
    "numbers of texts": "r.map(x, int(string(x)))", "map in map": "r.slice(0, 300 < n ? 300 : n).map(x, r.slice(0, 300 < n ? 300 : n).map(y, y))",
    "filter": "r.filter(x, x > 5)", "filter, none": "r.filter(x, x < 0)", "exists": "r.exists(x, x < 0)",
    "all": "r.all(x, x >= 0)", "exists_one": "r.exists_one(x, x == 5)", "transformList": "r.transformList(i, x, i + x)",
    "transformMapEntry": "r.transformMapEntry(i, x, {string(x): x})", "transformMap": "r.transformMapEntry(i, x, {x: i}).transformMap(k, v, v)",
    "reduce": "r.reduce(s, x, 0, s + x)", "reduce to a list": "r.reduce(s, x, [], s + [x])", "reduce to a text": "r.reduce(s, x, '', s + 'a')",
    "+": "r + r", "+ four times": "r + r + r + r", "==": "r == r.map(x, x)",
    "in": "-1 in r", "in lists": "[r.map(x, x)].exists(l, l == r)", "map ==": "r.transformMapEntry(i, x, {x: i}) == r.transformMapEntry(i, x, {x: i})",
    "sort": "r.sort()", "sort reversed": "r.reverse().sort()", "sort shuffled": "r.map(x, (x * 7919) % 100003).sort()",
    "sort texts": "r.map(x, string((x * 7919) % 100003)).sort()", "sortBy": "r.sortBy(x, -x)", "distinct": "r.distinct()",
    "distinct, one": "r.map(x, 1).distinct()", "distinct texts": "r.map(x, string(x)).distinct()", "distinct lists": "r.map(x, [x]).distinct()",
    "flatten": "r.map(x, [x]).flatten()", "reverse": "r.reverse()", "slice": "r.slice(0, n)", "slices": "r.map(x, r.slice(x, n).size())",
    "sum": "r.sum()", "max": "r.max()", "isSorted": "r.isSorted()", "indexOf": "r.indexOf(-1)", "lastIndexOf": "r.lastIndexOf(-1)",
    "sets.contains": "sets.contains(r, [-1])", "sets.equivalent": "sets.equivalent(r, r)", "sets.intersects": "sets.intersects(r, [-1])",
    "join": "r.map(x, string(x)).join(',')", "format of a list": "'%s'.format([r])", "format": "r.map(x, '%d-%s-%.3f-%x'.format([x, 'a', 1.5, x]))",
    "format wide": "r.map(x, '%.900f'.format([1.5]))", "patterns": "r.map(x, 'aaaa'.matches('a{' + string(x % 900) + '}'))",
    "one pattern": "r.map(x, string(x).matches('^[0-9]+$'))", "double text": "r.map(x, string(double(x) * 0.1))", "bytes": "r.map(x, bytes(string(x)))",
    "math": "r.map(x, math.greatest(x, 5, 7))", "quote": "r.map(x, strings.quote('a'))", "charAt": "r.map(x, 'abc'.charAt(1))",
    "optional fields": "r.map(x, {'a': x}.?a.orValue(0))", "type ==": "r.all(x, type(x) == int)", "first": "r.map(x, r.first())",
    "nested bind": "r.map(x, cel.bind(y, x, y))", "ternaries": "r.map(x, x > 5 ? [x] : [])",
}
TEXTS = {
    "text +": "t + t", "text + twice": "t + t + t + t", "text ==": "t == t + 'a'", "text <": "t < t + 'a'", "size": "t.size()", "replace": "t.replace('a', 'bb')",
    "replace by much": "t.replace('a', '0123456789012345678901234567890123456789')", "replace nothing": "t.replace('', '-')",
    "replace by nothing": "t.replace('a', '')", "split": "t.split('a')", "split at nothing": "t.split('')", "split at none": "t.split('b')",
    "split and join": "t.split('').join('-')", "contains": "t.contains('aaaaaaaab')", "contains long": "t.contains(t.substring(0, n / 2) + 'b')",
    "indexOf in text": "t.indexOf('aaab')", "lastIndexOf in text": "t.lastIndexOf('baaa')", "matches": "t.matches('(a|b)*c')",
    "matches hard": "t.matches('(a?){30}a{30}b')", "startsWith": "t.startsWith(t)", "lowerAscii": "t.upperAscii().lowerAscii()", "trim": "(' ' + t + ' ').trim()",
    "text reverse": "t.reverse()", "substring": "t.substring(1)", "quote text": "strings.quote(t)", "bytes of text": "bytes(t)",
    "text of bytes": "string(bytes(t))", "base64.encode": "base64.encode(bytes(t))", "base64.decode": "base64.decode(base64.encode(bytes(t)))",
    "format text": "'%s and %s'.format([t, t])", "bytes +": "bytes(t) + bytes(t)", "keys": "{t: 1, t + 'a': 2}", "in a map": "t in {t: 1}", "charAt late": "t.charAt(n - 1)",
    "json": "'%s'.format([[t, t, t]])",
}


def run(options, expression, n):
    """The units, the processor time in ns and the peak memory in bytes of an expression."""
    command = [options.navtree, "eval", "--cost", "--json", "--bind", f"n={n}"]
    if "t" in expression[1]:
        command += ["--bind", "t=" + json.dumps("a" * n)]
    best = None
    for _ in range(options.times):
        child = subprocess.Popen(command + [expression[0]], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        output = child.stdout.read()
        child.stdout.close()
        _, _, usage = os.wait4(child.pid, 0)
        seconds = usage.ru_utime + usage.ru_stime
        best = (min(best[0], seconds), min(best[1], usage.ru_maxrss)) if best else (seconds, usage.ru_maxrss)
    try:
        answer = json.loads(output)
    except ValueError:
        answer = {"error": output.decode(errors="replace")}
    units = answer.get("cost", 1_000_000 if "costs more" in json.dumps(answer) else None)
    return units, best[0] * 1e9, best[1] * 1024, answer


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--navtree", default=".build/release/navtree")
    parser.add_argument("--most", type=int, default=100_000)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--repeat", type=int, default=50, help="the times that what is done to a text is repeated")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    exceeding = []
    repeated = "lists.range(" + str(options.repeat) + ").all(i, {} > -1)"
    for kind, cases, values in (("r", LISTS, "cel.bind(r, lists.range(n), {})"), ("t", TEXTS, repeated)):
        bases = {}
        n = 100
        while n <= options.most:
            bases[n] = run(options, (values.format("size(r)" if kind == "r" else "n"), kind), n)
            n *= 10
        for name, body in cases.items():
            if options.names and name not in options.names:
                continue
            for n, base in bases.items():
                units, time, memory, answer = run(options, (values.format(f"[{body}].size()"), kind), n)
                if units is None:
                    print(f"{name:24}{n:8} {json.dumps(answer)[:120]}")
                    continue
                units = max(units - base[0], 1)
                # What a process of the system takes more or less by chance.
                time, memory = max(time - base[1], 0), max(memory - base[2], 0)
                isMore = time > 20e6 and time / units > 100 or memory > 2e6 and memory / units > 100
                if isMore:
                    exceeding.append(name)
                if isMore or n == options.most:
                    print(f"{name:24}{n:8}{units:10} units {time / units:8.1f} ns {memory / units:8.1f} bytes"
                          + ("  <--" if isMore else ""), flush=True)
    print(f"more than a unit stands for: {', '.join(dict.fromkeys(exceeding)) or 'none'}")
    return 1 if exceeding else 0


if __name__ == "__main__":
    sys.exit(main())
