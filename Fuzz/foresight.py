#!/usr/bin/env python3
"""foresight.py: how many planted faults navtree finds in flows of real domains, and what it says of the right ones.

    foresight.py --navtree PATH [--flows FOLDER] [--explore 40] [--time 10] [--jobs 1] [--docs FILE] [NAME...]

Each flow of the folder is checked, explored and fuzzed: what is told of it is a false alarm. Each fault of `faults.tsv`
is planted into its flow in a temporary folder, which is checked, explored, fuzzed and, if the fault is a migration,
compared with the right flow, within 60 s of one core. A fault is found if anything is told that isn't told of the right
flow. It is killed if it fails a scenario that `explore --emit` writes for the right flow. A NAME selects a fault, or
those of a flow.

The columns of `faults.tsv`, in which `\\n` is the end of a line:

  name, flow, kind  the fault, the flow without its suffix, and the sort of the fault
  steps             the fewest steps that show it, found by hand; - where no step is needed
  old, new          the text of the flow, which stands there once, and what stands in its place
  property          an invariant that tells the fault, or nothing; it is added to the flow if navtree takes it
  suffers           what a user suffers

The exit status is 1 if fewer faults are found than --found, fewer are killed than --killed, or there are more false
alarms than --alarms. Python 3.9, no packages.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 60
BEGIN, END = "<!-- begin make foresight -->\n", "<!-- end make foresight -->\n"
COLUMNS = ["fault", "flow", "kind", "found by", "script", "by hand", "killed"]

Fault = collections.namedtuple("Fault", "name flow kind steps old new property suffers")
# What is told of a flow: the command, its words without places, and the steps of a script or None.
Finding = collections.namedtuple("Finding", "command text steps")


class Bench:
    """A folder for one version of a flow, and the processor time that its commands have left."""

    def __init__(self, options, folder, flow, text):
        self.options, self.folder, self.flow = options, folder, f"{flow}.navtree.yaml"
        self.left = SECONDS
        self.lines = text.split("\n")
        (folder / self.flow).write_text(text)

    def run(self, *arguments):
        """The status and the standard output of a command, which is stopped when no time is left."""
        command = ["sh", "-c", 'ulimit -t "$0"; exec "$@"', str(max(1, round(self.left))), self.options.navtree]
        process = subprocess.Popen(
            command + list(arguments), cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        output = process.stdout.read().decode()
        process.stdout.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        self.left -= usage.ru_utime + usage.ru_stime
        return status, output

    def json(self, *arguments):
        """What a command answers in JSON; nothing if it was stopped."""
        status, output = self.run(*arguments, "--json")
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) < 2:
            return json.loads(output)
        if self.left > 1:
            sys.exit(f"{' '.join(arguments)}: ended with the status {status} of wait")
        return {}

    def findings(self, older=None):
        """All that is told of the flow, without places in it."""
        found = self.checked()
        if any(finding.text.startswith("error ") for finding in found):
            return found
        found += self.compared(older) if older else []
        return [*found, *self.explored(), *self.fuzzed()]

    def checked(self):
        told = self.json("check", "--strict", self.flow).get("diagnostics", [])
        return [
            Finding("check", self.placeless(f"{each['severity']} {each['code']}: {each['message']}"), None)
            for each in told]

    def compared(self, older):
        changes = self.json("diff", str(older), self.flow).get("changes", [])
        return [
            Finding("diff", f"{each['subject']} {each['name']}: {each['message']}", None)
            for each in changes if each["breaking"]]

    def explored(self):
        told = self.json("explore", self.flow, "--jobs", "1", "--for", f"{self.options.explore}s")
        found = [
            Finding("explore", f"{each['kind']} {self.named(each)}", len(each["way"]) or None)
            for each in told.get("findings", []) if "forged" not in each]
        return found + [
            Finding("explore", f"unreachable {each['kind']} {each['name']}", None)
            for each in told.get("goals", []) if each["verdict"] == "unreachable" and each["kind"] != "breach"]

    def fuzzed(self):
        told = self.json("fuzz", self.flow, "--defects", "--jobs", "1", "--for", f"{self.options.time}s")
        return [
            Finding(
                "fuzz", self.placeless(re.sub("^invariant ", "breach ", each["finding"])),
                int(re.search(r": (\d+) steps? \(", each["scenario"])[1]))
            for each in told.get("findings", [])]

    def named(self, finding):
        """The name of a finding of an exploration; that of a defect is the line that fails, as for random sessions."""
        return self.lines[finding["line"] - 1].strip() if finding["kind"] == "defect" else finding["name"]

    def placeless(self, text):
        """A text with the lines that it names in place of their numbers, which an edit moves."""
        name = re.escape(self.flow)
        return re.sub(rf"(?:\S*/)?{name}:(\d+):\d+", lambda place: self.lines[int(place[1]) - 1].strip(), text)


class Right:
    """A right flow: its text, with the properties that navtree takes, what is told of it, and its emitted scenarios."""

    def __init__(self, options, flow, faults):
        self.name, self.text = flow, (options.flows / f"{flow}.navtree.yaml").read_text()
        self.properties = ""
        with tempfile.TemporaryDirectory(prefix="navtree-foresight-") as folder:
            for fault in faults:
                line = f"  {fault.name}: {fault.property}\n"
                asked = Bench(options, pathlib.Path(folder), flow, self.having(self.properties + line))
                if fault.property and asked.run("check", asked.flow)[0] == 0:
                    self.properties += line
            bench = Bench(options, pathlib.Path(folder), flow, self.having(self.properties))
            self.findings = bench.findings()
            bench.left = SECONDS
            emitted = pathlib.Path(folder) / "emitted.scenarios.yaml"
            bench.run("explore", bench.flow, "--for", f"{options.explore}s", "--emit", "scenarios", "-o", emitted.name)
            self.emitted = emitted.read_text() if emitted.exists() else None
            if self.emitted and bench.run("test", emitted.name)[0]:
                self.findings.append(Finding("explore", "an emitted scenario fails", None))

    def having(self, properties, edit=("", "")):
        text = self.text.replace(*edit) if edit[0] else self.text
        return text.replace("\ninvariants:\n", f"\ninvariants:\n{properties}", 1)

    def row(self, options, fault):
        """The line of a fault in the table."""
        if self.text.count(fault.old) != 1:
            sys.exit(f"{fault.name}: {self.name} has the text {self.text.count(fault.old)} times: {fault.old}")
        with tempfile.TemporaryDirectory(prefix="navtree-foresight-") as name:
            folder = pathlib.Path(name)
            older = folder / "older"
            older.mkdir()
            (older / f"{self.name}.navtree.yaml").write_text(self.having(self.properties))
            bench = Bench(options, folder, self.name, self.having(self.properties, (fault.old, fault.new)))
            said = {finding.text for finding in self.findings}
            found = [
                finding
                for finding in bench.findings(older / bench.flow if fault.kind == "migration" else None)
                if finding.text not in said]
            killed = False
            if self.emitted:
                bench.left = SECONDS
                (folder / "emitted.scenarios.yaml").write_text(self.emitted)
                killed = bench.run("test", "emitted.scenarios.yaml")[0] != 0
        steps = [finding.steps for finding in found if finding.steps]
        return [
            fault.name, fault.flow, fault.kind, "; ".join(told(found)) or "MISSED", str(min(steps)) if steps else "-",
            fault.steps, "yes" if killed else "no"]


def told(findings):
    """Each thing that was told, once, with the commands that tell it."""
    commands = collections.defaultdict(dict)
    for finding in findings:
        commands[finding.text][finding.command] = True
    return [f"{text} ({', '.join(by)})" for text, by in commands.items()]


def faults(options):
    def plain(text):
        return re.sub(r"\\(.)", lambda escape: {"n": "\n", "t": "\t"}.get(escape[1], escape[1]), text)

    lines = (options.flows / "faults.tsv").read_text().splitlines()[1:]
    rows = [Fault(*map(plain, line.split("\t"))) for line in lines]
    return [fault for fault in rows if not options.names or {fault.name, fault.flow} & set(options.names)]


def totals(rows):
    """A line for each kind and one for all: faults, found, scripts that are longer than by hand, killed."""
    def line(kind, of):
        longer = [row for row in of if "-" not in (row[4], row[5]) and int(row[4]) > int(row[5])]
        return [kind, len(of), sum(row[3] != "MISSED" for row in of), len(longer), sum(row[6] == "yes" for row in of)]

    kinds = dict.fromkeys(row[2] for row in rows)
    return [line(kind, [row for row in rows if row[2] == kind]) for kind in kinds] + [line("all", rows)]


def markdown(sums, rows, alarms):
    def table(columns, lines):
        escaped = [[str(cell).replace("|", "\\|") for cell in line] for line in lines]
        return ["| " + " | ".join(line) + " |" for line in [columns, ["---"] * len(columns)] + escaped] + [""]

    missed = [row[:3] + [row[6]] for row in rows if row[3] == "MISSED"]
    return "\n".join(
        ["", *table(["kind", "faults", "found", "longer scripts", "killed"], sums)]
        + (["Not found:", "", *table(["fault", "flow", "kind", "killed"], missed)] if missed else [])
        + (["False alarms:", "", *table(["flow", "told"], alarms)] if alarms else [])) + "\n"


def write(path, text):
    document = pathlib.Path(path).read_text()
    if document.count(BEGIN) != 1 or document.count(END) != 1:
        sys.exit(f"{path} doesn't have the lines {BEGIN.strip()} and {END.strip()}, each once")
    before, rest = document.split(BEGIN)
    pathlib.Path(path).write_text(before + BEGIN + text + END + rest.split(END)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--navtree", required=True)
    parser.add_argument("--flows", type=pathlib.Path, default=ROOT / "Specs" / "foresight")
    parser.add_argument("--explore", type=int, default=40, help="the most seconds of an exploration")
    parser.add_argument("--time", type=int, default=10, help="the seconds of random sessions")
    parser.add_argument("--jobs", type=int, default=1, help="the faults that are looked for at a time")
    parser.add_argument("--found", type=int, default=0)
    parser.add_argument("--killed", type=int, default=0)
    parser.add_argument("--alarms", type=int, default=sys.maxsize)
    parser.add_argument("--docs", help="a document whose table is written anew")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    options.navtree = os.path.abspath(options.navtree)
    planted = faults(options)
    names = sorted(path.name.split(".")[0] for path in options.flows.glob("*.navtree.yaml"))
    if not options.names and set(names) != {fault.flow for fault in planted}:
        sys.exit(f"{options.flows}: each flow has a fault, and each fault a flow")
    flows = [name for name in names if not options.names or name in {fault.flow for fault in planted}]

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        right = dict(zip(flows, pool.map(
            lambda flow: Right(options, flow, [fault for fault in planted if fault.flow == flow]), flows)))
        alarms = [[flow, text] for flow in flows for text in told(right[flow].findings)]
        for alarm in alarms:
            print("false alarm", *alarm, sep="\t", flush=True)
        print(*COLUMNS, sep="\t", flush=True)
        rows = []
        for row in pool.map(lambda fault: right[fault.flow].row(options, fault), planted):
            print(*row, sep="\t", flush=True)
            rows.append(row)
    sums = totals(rows)
    for kind, count, found, longer, killed in sums:
        print(f"{kind}: {found} of {count} found, {longer} by a longer script than by hand; {killed} killed")
    print(f"{len(alarms)} false alarms in {len(flows)} flows")
    if options.docs:
        write(options.docs, markdown(sums, rows, alarms))
    _, _, found, _, killed = sums[-1]
    sys.exit(found < options.found or killed < options.killed or len(alarms) > options.alarms)


main()
