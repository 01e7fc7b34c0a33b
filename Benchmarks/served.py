"""Processes that are talked to through pipes, and the processor time that they take."""
import fcntl
import os
import select
import subprocess


ANSWER = b'{"jsonrpc":"2.0","id":'


class WrongAnswer(Exception):
    """A program answered otherwise than expected: its figure would be worth nothing."""


def line(number, method, params):
    return f'{{"jsonrpc":"2.0","id":{number},"method":"{method}","params":{params}}}\n'


class Served:
    """A program that answers lines, and what it took for them."""

    def __init__(self, command):
        # Where Debian keeps the packages of Node.
        environment = {**os.environ, "NODE_PATH": "/usr/share/nodejs"}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, env=environment)
        self.input = self.process.stdin.fileno()
        self.output = self.process.stdout.fileno()
        os.set_blocking(self.input, False)
        fcntl.fcntl(self.output, fcntl.F_SETPIPE_SZ, 1 << 20)
        self.number = 0
        self.rest = b""
        self.last = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def ask(self, requests):
        """Sends requests, pairs of method and params, and takes their answers and the notifications between them.

        Returns the seconds of processor time that they took.
        """
        text = []
        for method, params in requests:
            self.number += 1
            text.append(line(self.number, method, params))
        missing = len(text)
        unsent = memoryview("".join(text).encode())
        before = self.seconds()
        while missing > 0:
            ready = select.select([self.output], [self.input] if unsent else [], [], 60)
            if ready[1]:
                unsent = unsent[os.write(self.input, unsent[: 1 << 16]):]
            if ready[0]:
                chunk = os.read(self.output, 1 << 20)
                lines = (self.rest + chunk).split(b"\n")
                self.rest = lines.pop()
                answers = [line for line in lines if line.startswith(ANSWER)]
                missing -= len(answers)
                self.last = answers[-1] if answers else self.last
                if not chunk or b'"error":{' in chunk:
                    wrong = next((line for line in lines if b'"error":{' in line), self.last)
                    raise WrongAnswer(f"{self.process.args}: {wrong!r}")
            if not ready[0] and not ready[1]:
                raise WrongAnswer(f"{self.process.args} is silent after {self.last[-500:]!r}")
        return self.seconds() - before

    def exchange(self, method, params):
        """Sends one request and waits for its answer, which no notification may precede."""
        self.number += 1
        os.write(self.input, line(self.number, method, params).encode())
        answer = os.read(self.output, 1 << 16)
        if not answer.startswith(ANSWER) or b'"error":{' in answer:
            raise WrongAnswer(f"{self.process.args}: {answer!r}")

    def seconds(self):
        """The processor time of all threads so far."""
        total = 0
        folder = f"/proc/{self.process.pid}/task"
        for task in os.listdir(folder):
            with open(f"{folder}/{task}/schedstat") as file:
                total += int(file.read().split()[0])
        return total / 1e9

    def memory(self):
        """The resident bytes."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmRSS"))
