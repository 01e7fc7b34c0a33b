"""Talks to `navtree inspect` over its sockets. Usage: inspect.py NAVTREE CASE"""
import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

NAVTREE, CASE = sys.argv[1:3]
FLOW = "Specs/social.navtree.yaml"
PATIENCE = 600


class Inspected:
    """A host's process, with its page."""

    def __init__(self, *arguments, environment=None):
        self.process = subprocess.Popen(
            [NAVTREE, "inspect", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, **(environment or {})})
        self.errors = []
        self.port = self.token = None
        while self.port is None:
            line = self.process.stderr.readline().decode()
            assert line, self.errors
            self.errors.append(line)
            found = re.search(r"http://(127\.0\.0\.1|\[::1\]):(\d+)/#token=([0-9a-f]{32})$", line.strip())
            if found:
                self.authority = f"{found[1]}:{found[2]}"
                self.address, self.port, self.token = found[1].strip("[]"), int(found[2]), found[3]
        threading.Thread(target=self.listen, daemon=True).start()
        self.count = 0

    def listen(self):
        for line in self.process.stderr:
            self.errors.append(line.decode())

    def send(self, method, **params):
        self.count += 1
        request = {"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()

    def call(self, method, **params):
        self.send(method, **params)
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == self.count:
                return answer

    @property
    def seq(self):
        return self.call("session.list")["result"][0]["seq"]

    def end(self):
        self.process.stdin.close()
        assert self.process.wait(PATIENCE) == 0
        return self.process.stdout.read()

    def connect(self):
        return socket.create_connection((self.address, self.port), PATIENCE)

    def request(self, line, headers=(), body=b"", token=None, host=None):
        """The status, headers and body of an answer."""
        connection = self.connect()
        lines = [line + " HTTP/1.1"]
        if host != "":
            lines.append("Host: " + (host or self.authority))
        if token:
            lines.append("Authorization: Bearer " + token)
        if body:
            lines.append(f"Content-Length: {len(body)}")
        connection.sendall("\r\n".join([*lines, *headers, "", ""]).encode() + body)
        return read(connection)

    def rpc(self, method, **params):
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        status, _, answer = self.request(
            "POST /rpc", ["Content-Type: application/json", f"Origin: http://{self.authority}"], body, self.token)
        assert status == 200, (status, answer)
        return json.loads(answer)

    def events(self):
        return Events(self)

    @property
    def page(self):
        """The number of the page's process."""
        children = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True).stdout.split()
        return int(children[0])


def read(connection):
    data = b""
    try:
        while chunk := connection.recv(65536):
            data += chunk
    except ConnectionResetError:
        pass
    connection.close()
    if not data:
        return None, {}, b""
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines[1:])
    return int(lines[0].split()[1]), headers, body


class Events:
    """The lines of a page."""

    def __init__(self, inspected):
        self.connection = inspected.connect()
        self.connection.sendall(
            f"GET /events HTTP/1.1\r\nHost: {inspected.authority}\r\nAuthorization: Bearer {inspected.token}\r\n\r\n".encode())
        self.file = self.connection.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        self.headers = {}
        while (line := self.file.readline().strip()) != b"":
            name, value = line.decode().lower().split(": ", 1)
            self.headers[name] = value
        self.rest = b""

    def line(self):
        while b"\n\n" not in self.rest:
            size = self.file.readline()
            if not size.strip() or int(size, 16) == 0:
                return None
            self.rest += self.file.read(int(size, 16))
            self.file.readline()
        event, _, self.rest = self.rest.partition(b"\n\n")
        assert event.startswith(b"data: "), event
        return json.loads(event[6:])

    def until(self, holds):
        lines = []
        while True:
            line = self.line()
            assert line is not None, lines
            lines.append(line)
            if holds(line):
                return lines


def is_sent(line):
    return "sent" in line


def serve(*arguments, **options):
    return Inspected(*arguments, "--", "serve", FLOW, **options)


def is_action(line):
    return "seq" in line and any(not row["action"].startswith("nav.") for row in line.get("actions", []))


def openings(lines):
    return [line for line in lines if is_action(line)]


# MARK: The host


def unkeyed(output):
    """Without the parts that are random in each process."""
    return re.sub(rb'"key":"[^"]*"', b"", output)


def the_host_sees_no_difference():
    requests = b"".join(
        json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"
        for number, (method, params) in enumerate([
            ("subscribe", {}), ("state.get", {}), ("dispatch", {"action": {"type": "openFilter"}}), ("nothing", {}),
            ("history.list", {}), ("dispatch", {"action": {"type": "nav.pop"}}), ("state.outline", {})]))
    plain = subprocess.run([NAVTREE, "serve", FLOW], input=requests, capture_output=True)
    for options in [], ["--drive"], ["--sensitive"], ["--address", "::1"]:
        shown = subprocess.run([NAVTREE, "inspect", *options, "--", "serve", FLOW], input=requests, capture_output=True)
        assert unkeyed(shown.stdout) == unkeyed(plain.stdout), options
        assert shown.returncode == plain.returncode == 0, shown.stderr
    wrong = subprocess.run([NAVTREE, "inspect", "--", "serve", "nowhere.yaml"], capture_output=True)
    assert wrong.returncode == subprocess.run([NAVTREE, "serve", "nowhere.yaml"], capture_output=True).returncode


def a_killed_page_leaves_the_host_alone():
    inspected = serve("--drive")
    page = inspected.page
    os.kill(page, signal.SIGKILL)
    for _ in range(2_000):
        assert "result" in inspected.call("dispatch", action={"type": "openFilter"})
        assert "result" in inspected.call("history.undo")
    inspected.end()


def a_taken_port_leaves_the_host_alone():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        request = b'{"jsonrpc":"2.0","id":1,"method":"state.active"}\n'
        process = subprocess.Popen(
            [NAVTREE, "inspect", "--drive", "--port", str(taken.getsockname()[1]), "--", "serve", FLOW],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert b"can't be served" in process.stderr.readline()
        output, _ = process.communicate(request)
        assert b'"id":1,"result"' in output and process.returncode == 0, output


def a_stopped_page_leaves_the_host_alone():
    inspected = serve("--drive")
    page = inspected.page
    os.kill(page, signal.SIGSTOP)
    for _ in range(1_000):
        assert "result" in inspected.call("dispatch", action={"type": "openFilter"})
        assert "result" in inspected.call("history.undo")
    os.kill(page, signal.SIGCONT)
    lines = inspected.events().until(lambda line: line.get("seq") == 2_000)
    assert len([line for line in lines if list(line)[0] == "seq"]) == 2_000
    inspected.end()


def a_page_ends_with_its_host():
    inspected = serve()
    events = inspected.events()
    events.until(is_sent)
    page = inspected.page
    inspected.process.kill()
    events.until(lambda line: line.get("note") == "the host has ended")
    assert events.line() is None
    for _ in range(PATIENCE * 20):
        try:
            os.kill(page, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    assert False, "the page's process goes on"


def nothing_is_left_behind():
    with tempfile.TemporaryDirectory() as folder:
        inspected = serve("--sensitive", environment={"TMPDIR": folder})
        inspected.call("dispatch", action={"type": "openFilter"})
        assert os.listdir(folder) == []
        inspected.end()
        assert os.listdir(folder) == []


def a_recording_is_kept_besides():
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/recording"
        inspected = Inspected("--", "serve", FLOW, "--record", path)
        inspected.call("dispatch", action={"type": "openFilter"})
        inspected.events().until(is_action)
        inspected.end()
        text = open(path).read()
        assert len(text.splitlines()) == 2 and inspected.token not in text
        assert subprocess.run([NAVTREE, "replay", path], capture_output=True).returncode == 0


# MARK: Reading


def a_late_reader_sees_everything():
    inspected = serve()
    for _ in range(20):
        inspected.call("dispatch", action={"type": "openFilter"})
        inspected.call("history.undo")
    early = inspected.events()
    assert early.headers["content-type"] == "text/event-stream"
    first = early.until(lambda line: line.get("seq") == 40)
    assert first[0]["report"] == 1 and first[0]["live"] is True and first[0]["drive"] is False
    assert [list(line)[0] for line in first[1:3]] == ["flow", "session"]
    assert "<svg" in first[1]["graph"] and "navtree: 1" in first[1]["sources"][0]["text"]
    assert len(openings(first)) == 20
    inspected.call("dispatch", action={"type": "openFilter"})
    assert len(openings(early.until(lambda line: line.get("seq") == 41))) == 1
    late = inspected.events()
    assert len(openings(late.until(lambda line: line.get("seq") == 41))) == 21
    inspected.end()


def the_oldest_goes():
    inspected = serve("--history", "40000")
    early = inspected.events()
    whole = []
    # A reader that is behind by more than the history loses lines too.
    for seq in range(20, 801, 20):
        for _ in range(10):
            inspected.call("dispatch", action={"type": "openFilter"})
            inspected.call("history.undo")
        whole += early.until(lambda line: line.get("seq") == seq)
    assert [line["seq"] for line in openings(whole)] == list(range(1, 800, 2))
    assert len([line for line in whole if "report" in line]) == 1 and not any("note" in line for line in whole)
    late = inspected.events()
    rest = late.until(lambda line: line.get("seq") == 800)
    kinds = [list(line)[0] for line in rest[:5]]
    assert kinds == ["report", "note", "flow", "session", "coverage"], kinds
    first = rest[3]["seq"]
    assert re.fullmatch(r"The history is full: what happened before line \d+ is gone\.", rest[1]["note"]), rest[1]
    seqs = [line["seq"] for line in rest[4:] if "seq" in line]
    assert 0 < first < 800 and seqs == list(range(first + 1, 801)), (first, seqs)
    # Changes alone, since what stands for the older ones isn't counted.
    changes = [line for line in rest if list(line)[0] in ("seq", "trace", "shape")]
    assert sum(len(json.dumps(line, separators=(",", ":"))) + 8 for line in changes) <= 40_000 + 10_000
    known = {line["trace"]: line for line in rest if list(line)[0] == "trace"}
    shapes = {line["shape"] for line in rest if list(line)[0] == "shape"}
    assert all(number in known for line in rest for number, _ in line.get("rules", []))
    assert all(trace["shape"] in shapes for trace in known.values())
    # The numbers of lines are the same for both.
    assert [line.get("line") for line in rest if "seq" in line][-100:] == [
        line.get("line") for line in whole if "seq" in line][-100:]
    assert rest[3]["document"]["screens"]["1"] == whole[2]["document"]["screens"]["1"]
    inspected.call("dispatch", action={"type": "openFilter"})
    for events in early, late:
        assert events.until(is_action)[-1]["seq"] == 801
    inspected.end()


def what_is_read_takes_no_room():
    inspected = serve()
    for _ in range(10):
        for _ in range(1000):
            inspected.send("dispatch", action={"type": "openFilter"})
            inspected.send("history.undo")
        for _ in range(2000):
            inspected.process.stdout.readline()
    path = f"/proc/{inspected.page}/fd/0"
    end = time.monotonic() + PATIENCE
    while os.stat(path).st_blocks * 512 > 600_000 and time.monotonic() < end:
        time.sleep(0.05)
    assert os.stat(path).st_size > 2_000_000 and os.stat(path).st_blocks * 512 <= 600_000, os.stat(path)
    inspected.end()


def a_vanished_reader_makes_room():
    inspected = serve()
    for _ in range(20):
        connection = inspected.events().connection
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
    inspected.call("dispatch", action={"type": "openFilter"})
    inspected.events().until(is_action)
    inspected.end()


def a_reader_that_takes_nothing_is_left():
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/large.navtree.yaml"
        open(path, "w").write(open(FLOW).read() + "# a long comment\n" * 150_000)
        inspected = Inspected("--", "serve", path)
        inspected.events().until(is_sent)
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect((inspected.address, inspected.port))
        connection.sendall(
            f"GET /events HTTP/1.1\r\nHost: {inspected.authority}\r\nAuthorization: Bearer {inspected.token}\r\n\r\n".encode())
        # The server has closed its end, though what it sent wasn't taken: it is no longer established (01).
        ends = f":{inspected.port:04X} 0100007F:{connection.getsockname()[1]:04X} 01"
        time.sleep(0 if os.path.exists("/proc/net/tcp") else 7)
        while os.path.exists("/proc/net/tcp") and ends in open("/proc/net/tcp").read():
            time.sleep(0.05)
        connection.settimeout(PATIENCE)
        received = 0
        try:
            while chunk := connection.recv(65536):
                received += len(chunk)
        except ConnectionResetError:
            pass
        assert received < 1_500_000, received
        inspected.call("state.get")
        inspected.end()


# MARK: Acting


def what_if_happens_in_a_fork():
    inspected = serve()
    events = inspected.events()
    events.until(is_sent)
    refused = inspected.rpc("dispatch", session="social", action={"type": "openFilter"})
    assert refused["error"]["data"]["kind"] == "invalidParams", refused
    assert "result" in inspected.rpc("state.actions", session="social")
    assert "result" in inspected.rpc("session.fork", session="social", **{"as": "what-if-1"})
    assert "result" in inspected.rpc("dispatch", session="what-if-1", action={"type": "openFilter"})
    lines = events.until(is_action)
    fork = [line for line in lines if line.get("name") == "what-if-1"][0]
    assert fork["fork"] == [0, 0]
    # Reading leaves no line.
    assert not any(line.get("by") == "state.actions" for line in lines)
    assert inspected.rpc("state.active", session="what-if-1")["result"] != inspected.rpc(
        "state.active", session="social")["result"]
    assert "result" in inspected.rpc("history.undo", session="what-if-1")
    assert "result" in inspected.rpc("present", session="what-if-1", screen="filterSheet")
    assert "result" in inspected.rpc("session.close", session="what-if-1")
    unnamed = inspected.rpc("session.fork", session="social")["result"]["session"]
    assert "result" in inspected.rpc("session.close", session=unnamed)
    assert inspected.seq == 0
    assert [row["session"] for row in inspected.call("session.list")["result"]] == ["social"]
    for method in "shutdown", "flow.load", "session.delete", "recording.replay", "initialize", "snapshot.load":
        assert inspected.rpc(method, session="social")["error"]["data"]["kind"] == "unknownMethod"
    assert inspected.rpc("session.close", session="social")["error"]
    inspected.end()


def driving_acts_on_the_host():
    inspected = serve("--drive")
    inspected.call("subscribe", form="actions")
    events = inspected.events()
    assert events.until(is_sent)[0]["drive"] is True
    answer = inspected.rpc("dispatch", session="social", action={"type": "openFilter"})
    assert answer["result"]["seq"] == 1, answer
    notification = json.loads(inspected.process.stdout.readline())
    assert notification["method"] == "state.action" and notification["params"]["origin"] == "inspector", notification
    events.until(lambda line: is_action(line) and line.get("origin") == "inspector")
    assert inspected.seq == 1
    refused = inspected.rpc("dispatch", session="social", action={"type": "nothing"})
    assert refused["error"]["data"]["kind"] == "notHandled", refused
    assert "result" in inspected.rpc("history.undo", session="social")
    assert inspected.seq == 2
    assert "error" in inspected.rpc("session.close", session="social")
    inspected.end()


LONG = """
navtree: 1
flow: long
start: home
screens:
  home:
    state: { text: { type: string, default: x } }
    actions:
      double: { set: { text: "${state.text + state.text}" } }
      tell: { reply: "${state.text}" }
"""


def a_long_answer_is_no_end():
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/long.navtree.yaml"
        with open(path, "w") as file:
            file.write(LONG)
        inspected = Inspected("--drive", "--", "serve", path)
        for _ in range(19):
            inspected.call("dispatch", action={"type": "double"})
        for _ in range(2):
            answer = inspected.rpc("dispatch", session="long", action={"type": "tell"})
            assert "result" in answer, answer
        inspected.end()


SECRET = """
navtree: 1
flow: secret
start: home
screens:
  home:
    state: { pin: { type: string, default: "", sensitive: true }, n: integer }
    actions:
      enter: { payload: { pin: { type: string, sensitive: true } }, set: { pin: "${action.pin}", n: "${state.n + 1}" } }
"""


def secrets_are_withheld():
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/secret.navtree.yaml"
        open(path, "w").write(SECRET)
        for options, is_shown in ([], False), (["--drive"], False), (["--sensitive"], True):
            inspected = Inspected(*options, "--", "serve", path)
            inspected.call("dispatch", action={"type": "enter", "pin": "open sesame"})
            lines = inspected.events().until(is_action)
            assert ("open sesame" in json.dumps(lines)) == is_shown, lines
            answer = inspected.rpc("state.get", session="secret")
            assert is_shown or "open sesame" not in json.dumps(answer)
            warned = any("sensitive" in line for line in inspected.errors)
            assert warned == is_shown, inspected.errors
            inspected.end()


def secrets_decide_as_they_did():
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/secret.navtree.yaml"
        open(path, "w").write(SECRET.replace("set: {", "when: action.pin == 'sesame', set: {"))
        inspected = Inspected("--", "serve", path)
        inspected.call("dispatch", action={"type": "enter", "pin": "sesame"})
        lines = inspected.events().until(is_action)
        assert lines[-1]["set"] == {"/screens/1/state/pin": "***", "/screens/1/state/n": 1}, lines[-1]
        assert "sesame" not in json.dumps([line for line in lines if is_action(line)]), lines
        for method, params in ("state.get", {}), ("state.query", {"expr": "1"}), ("effect.list", {}):
            answer = inspected.rpc(method, session="secret", sensitive=True, **params)
            assert answer["error"]["data"]["kind"] == "invalidParams", answer
        # Many at once, which the page's process reads in several pieces.
        for _ in range(4000):
            inspected.send("dispatch", action={"type": "enter", "pin": "sesame"})
        for _ in range(4000):
            inspected.process.stdout.readline()
        lines = inspected.events().until(lambda line: line.get("seq") == 4001 or "ends" in line)
        assert "ends" not in lines[-1], lines[-1]
        inspected.end()


def a_playground_knows_its_secrets():
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/secret.navtree.yaml"
        open(path, "w").write(SECRET.replace("set: {", "when: action.pin == 'sesame', set: {"))
        for options, shown in ([], "***"), (["--sensitive"], "sesame"):
            inspected = Inspected(path, *options)
            events = inspected.events()
            answer = inspected.rpc("dispatch", session="secret", action={"type": "enter", "pin": "sesame"})
            assert answer["result"]["seq"] == 1, answer
            lines = events.until(is_action)
            assert lines[-1]["set"] == {"/screens/1/state/pin": shown, "/screens/1/state/n": 1}, lines[-1]
            assert ("sesame" in json.dumps([line for line in lines if is_action(line)])) == (shown != "***"), lines
            inspected.process.terminate()
            inspected.process.wait(PATIENCE)


# MARK: Hostile clients


def only_its_own_page_is_answered():
    inspected = serve()
    json_type = "Content-Type: application/json"
    body = b'{"jsonrpc":"2.0","id":1,"method":"state.active","params":{"session":"social"}}'
    token, port = inspected.token, inspected.port
    own = f"Origin: http://{inspected.authority}"
    cases = [
        (200, "GET /", {}),
        (200, "POST /rpc", dict(headers=[json_type], body=body, token=token)),
        (200, "POST /rpc", dict(headers=["content-type: Application/JSON ; charset=utf-8", own], body=body, token=token)),
        (421, "GET /", dict(host="localhost:%d" % port)),
        (421, "GET /", dict(host="127.0.0.1")),
        (421, "GET /", dict(host="evil.example:%d" % port)),
        (421, "GET /", dict(host=inspected.authority, headers=["Host: evil.example"])),
        (421, "GET /", dict(host="")),
        (403, "GET /", dict(headers=["Origin: http://evil.example"])),
        (403, "GET /events", dict(headers=["Origin: null"], token=token)),
        (403, "POST /rpc", dict(headers=[json_type, "Origin: https://" + inspected.authority], body=body, token=token)),
        (403, "POST /rpc", dict(headers=[json_type, own, "Origin: http://evil.example"], body=body, token=token)),
        (401, "GET /events", {}),
        (401, "GET /events", dict(token="0" * 32)),
        (401, "GET /events", dict(token=token[:-1])),
        (401, "GET /events", dict(token=token + "0")),
        (401, "GET /events", dict(headers=["Authorization: Basic " + token])),
        (401, "GET /events", dict(headers=["Authorization: Bearer x"], token=token)),
        (401, "GET /events", dict(headers=["Cookie: token=" + token])),
        (401, "POST /rpc", dict(headers=[json_type], body=body)),
        (404, "GET /events?token=" + token, {}),
        (404, "GET http://%s/events" % inspected.authority, dict(token=token)),
        (404, "GET /../etc/passwd", {}),
        (405, "POST /", {}),
        (405, "OPTIONS /rpc", {}),
        (405, "GET /rpc", dict(token=token)),
        (405, "DELETE /events", dict(token=token)),
        (415, "POST /rpc", dict(body=body, token=token)),
        (415, "POST /rpc", dict(headers=["Content-Type: text/plain"], body=body, token=token)),
        (415, "POST /rpc", dict(headers=[json_type, json_type], body=body, token=token)),
        (415, "POST /rpc", dict(headers=["Content-Type: application/json, text/plain"], body=body, token=token)),
    ]
    for status, line, options in cases:
        found, headers, answer = inspected.request(line, **options)
        assert found == status, (status, line, options, found, answer)
        assert token not in answer.decode(), line
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy, policy
        assert headers["cache-control"] == "no-store" and headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff" and headers["x-frame-options"] == "deny"
        assert not any(name.startswith("access-control") or name == "set-cookie" for name in headers)
    for text in b"", b"{", b"[]", b"null", b'{"method":1}', b'{"method":"dispatch","params":[1]}', b"[" * 5_000, b"\xff":
        _, _, answer = inspected.request("POST /rpc", [json_type], text or b" ", token)
        assert "error" in json.loads(answer), text
    inspected.end()


def an_address_of_version_6_is_one_too():
    inspected = Inspected("--address", "::1", "--", "serve", FLOW)
    assert inspected.authority == f"[::1]:{inspected.port}"
    own = f"Origin: http://{inspected.authority}"
    for status, options in [
            (200, dict(headers=[own])), (421, dict(host="127.0.0.1:%d" % inspected.port)), (421, dict(host="::1:%d" % inspected.port)),
            (421, dict(host="[0:0:0:0:0:0:0:1]:%d" % inspected.port)), (403, dict(headers=["Origin: http://127.0.0.1:%d" % inspected.port]))]:
        assert inspected.request("GET /", **options)[0] == status, (status, options)
    # No other address is served.
    for family, address in (socket.AF_INET, "127.0.0.1"), (socket.AF_INET, "127.0.0.2"):
        with socket.socket(family) as other:
            other.settimeout(PATIENCE)
            assert other.connect_ex((address, inspected.port)) != 0
    inspected.end()


def the_token_is_told_once():
    with tempfile.TemporaryDirectory() as folder:
        inspected = Inspected(
            "--drive", "--", "serve", FLOW, "--record", folder + "/recording", "--log-level", "debug", "--metrics", folder + "/metrics")
        for number in inspected.process.pid, inspected.page:
            if os.path.exists(f"/proc/{number}"):
                for part in "cmdline", "environ":
                    assert inspected.token.encode() not in open(f"/proc/{number}/{part}", "rb").read()
        inspected.rpc("dispatch", session="social", action={"type": "openFilter"})
        for token in inspected.token, "0" * 32:
            inspected.request("GET /events?token=" + token)
        lines = inspected.events().until(is_action)
        inspected.end()
        files = "".join(open(f"{folder}/{name}").read() for name in os.listdir(folder))
        assert '"origin":"inspector"' in files and inspected.token not in files + json.dumps(lines)
        assert sum(inspected.token in line for line in inspected.errors) == 1, inspected.errors


def odd_requests_have_one_answer():
    inspected = serve()
    head = f"Host: {inspected.authority}\r\n".encode()
    call = b"POST /rpc HTTP/1.1\r\n" + head + b"Content-Type: application/json\r\nAuthorization: Bearer " + inspected.token.encode()
    body = b'{"jsonrpc":"2.0","id":1,"method":"state.active","params":{"session":"social"}}'
    parts = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:9], body[9:]))
    length = b"\r\nContent-Length: %d" % len(body)
    cases = [
        (200, call + b"\r\nTransfer-Encoding: chunked\r\n\r\n" + parts + b"0\r\n\r\n"),
        (200, call + b"\r\nTransfer-Encoding: chunked\r\n\r\n" + parts + b"0\r\nHost: evil.example\r\n\r\n"),
        (200, (call + length + b"\r\n\r\n" + body) * 5),
        (200, (b"GET / HTTP/1.1\r\n" + head + b"\r\n") * 5),
        (200, b"GET / HTTP/1.0\r\n" + head + b"\r\n"),
        (400, call + b"\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\n" + body),
        (400, call + b"\r\nTransfer-Encoding: chunked" + length + b"\r\n\r\n" + parts + b"0\r\n\r\n"),
        (400, call + length + b"\r\nContent-Length: 5\r\n\r\n" + body),
        (400, call + b"\r\nContent-Length: -5\r\n\r\n" + body),
        (400, call + b"\r\nContent-Length: 18446744073709551694\r\n\r\n" + body),
        (400, b"GET /\r\n\r\n"),
        (400, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        (400, b"GET /\0 HTTP/1.1\r\n" + head + b"\r\n"),
        (400, b"GET / HTTP/1.1\r\n" + head + b"X: a\r\n b\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost : x\r\n" + head + b"\r\n"),
        (400, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200)),
        (400, b"GET / HTTP/1.1\r\n" + head + b"A: b\r\n" * 10_000 + b"\r\n"),
        (404, b"GET http://" + inspected.authority.encode() + b"/ HTTP/1.1\r\n" + head + b"\r\n"),
        (404, b"GET http://evil.example/ HTTP/1.1\r\n" + head + b"\r\n"),
        (404, b"CONNECT evil.example:80 HTTP/1.1\r\n" + head + b"\r\n"),
        (404, b"GET /" + b"a" * 60_000 + b" HTTP/1.1\r\n" + head + b"\r\n"),
        (405, b"HEAD / HTTP/1.1\r\n" + head + b"\r\n"),
        (421, b"GET / HTTP/1.0\r\n\r\n"),
        # More than 64 KB are cut.
        (413, call + b"\r\nContent-Length: 65536\r\n\r\n" + b" " * 65_536),
        (413, call + b"\r\nContent-Length: 4000000\r\n\r\n" + b" " * 4_000_000),
        (413, call + b"\r\nTransfer-Encoding: chunked\r\n\r\n5;" + b"a" * 100_000),
        (None, b"GET / HTTP/1.1\r\n" + head + b"X: " + b"a" * 1_000_000),
    ]
    for status, text in cases:
        connection = inspected.connect()
        try:
            connection.sendall(text)
        except (ConnectionResetError, BrokenPipeError):
            pass
        found, headers, answer = read(connection)
        assert found == status or found is None and len(text) > 60_000, (status, text[:200], found, answer[:200])
        if found is not None:
            assert "default-src 'none'" in headers["content-security-policy"], (text[:200], headers)
            assert headers["cache-control"] == "no-store" and headers["connection"] == "close", headers
            assert b"HTTP/1." not in answer, answer[:200]
    # What isn't complete after 5 seconds has no answer either.
    begin = time.monotonic()
    slow = [inspected.connect() for _ in range(6)]
    for connection, text in zip(slow, [
            b"", b"GET / HTTP/1.1\r\n" + head, call + b"\r\nContent-Length: 500\r\n\r\n" + body,
            call + b"\r\nExpect: 100-continue" + length + b"\r\n\r\n",
            call + b"\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n" + body,
            call + b"\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n" + body]):
        connection.sendall(text)
    for connection in slow:
        assert read(connection)[0] is None
    assert time.monotonic() - begin > 4, time.monotonic() - begin
    assert "result" in inspected.rpc("state.active", session="social")
    inspected.end()


def hostile_clients_change_nothing_for_the_host():
    requests = [("dispatch", {"action": {"type": "openFilter"}}), ("history.undo", {}), ("state.get", {})] * 200

    def play(send):
        return [json.dumps(send(method, **params)) for method, params in requests]

    plain = subprocess.run(
        [NAVTREE, "serve", FLOW], capture_output=True, text=True,
        input="".join(
            json.dumps({"jsonrpc": "2.0", "id": number + 1, "method": method, "params": params}) + "\n"
            for number, (method, params) in enumerate(requests)))
    inspected = serve("--drive")
    reader = inspected.events()
    stop = threading.Event()
    head = f"Host: {inspected.authority}\r\n"
    attacks = [
        lambda: b"GET /events HTTP/1.1\r\n" + head.encode() + b"Authorization: Bearer " + b"0" * 32 + b"\r\n\r\n",
        lambda: b"POST /rpc HTTP/1.1\r\n" + head.encode() + b"Origin: http://evil.example\r\n\r\n",
        lambda: b"POST /rpc HTTP/1.1\r\n" + head.encode() + b"Authorization: Bearer " + inspected.token.encode()
        + b"\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n" + b"[" * 500_000,
        lambda: b"GET / HTTP/1.1\r\nX: " + b"x" * 1_000_000,
        lambda: os.urandom(50_000),
        lambda: b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 20_000,
    ]

    def attack(number):
        while not stop.is_set():
            try:
                connection = inspected.connect()
                connection.settimeout(0.5)
                connection.sendall(attacks[number % len(attacks)]())
                while connection.recv(65536):
                    pass
            except OSError:
                pass
            finally:
                connection.close()

    # Those send a byte now and then.
    slow = [inspected.connect() for _ in range(4)]
    threads = [threading.Thread(target=attack, args=[number]) for number in range(16)]
    for thread in threads:
        thread.start()
    answers = play(inspected.call)
    stop.set()
    for thread in threads:
        thread.join()
    assert answers == [json.dumps(json.loads(line)) for line in plain.stdout.splitlines() if '"id":' in line[:30]]
    reader.until(lambda line: line.get("seq") == 400)
    # A slow one is closed in time, whatever it sends.
    for connection in slow:
        connection.settimeout(PATIENCE)
        try:
            connection.sendall(b"G")
            assert connection.recv(1) == b""
        except (ConnectionResetError, BrokenPipeError):
            pass
    assert "result" in inspected.rpc("state.active", session="social")
    inspected.end()


def there_are_eight_connections():
    inspected = serve()
    readers = [inspected.events() for _ in range(8)]
    for reader in readers:
        assert reader.status == 200
        reader.until(is_sent)
    # Their owner can still call.
    for _ in range(3):
        assert "result" in inspected.rpc("state.active", session="social")
    assert inspected.events().status == 503
    # A stranger finds no place, and takes nobody's.
    ninth = inspected.connect()
    ninth.settimeout(PATIENCE)
    try:
        assert ninth.recv(1) == b""
    except ConnectionResetError:
        pass
    inspected.call("dispatch", action={"type": "openFilter"})
    for reader in readers:
        reader.until(is_action)
    inspected.end()


# MARK: The playground


def a_saved_flow_begins_again():
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/play.navtree.yaml"
        text = SECRET.replace("flow: secret", "flow: play")

        def save(text):
            with open(path + ".new", "w") as file:
                file.write(text)
            os.replace(path + ".new", path)

        save(text)
        inspected = Inspected(path)
        events = inspected.events()
        assert events.until(is_sent)[0]["drive"] is True
        answer = inspected.rpc("dispatch", session="play", action={"type": "enter", "pin": "1"})
        assert answer["result"]["seq"] == 1, answer
        events.until(is_action)
        save(text + "wrong: 1\n")
        lines = events.until(is_sent)
        assert lines[0]["diagnostics"][0]["code"] == "unknown-key", lines
        assert inspected.rpc("dispatch", session="play", action={"type": "enter", "pin": "1"})["result"]["seq"] == 2
        save(text.replace("n: integer", "n: { type: integer, default: 7 }"))
        lines = events.until(lambda line: "report" in line) + events.until(is_sent)
        session = [line for line in lines if "session" in line][0]
        assert session["seq"] == 0 and session["document"]["screens"], lines
        late = inspected.events().until(is_sent)
        assert len([line for line in late if "report" in line]) == 1
        inspected.process.terminate()
        inspected.process.wait(PATIENCE)


def a_flow_that_cant_be_read_is_told():
    with tempfile.TemporaryDirectory() as folder:
        path, part = folder + "/play.navtree.yaml", folder + "/part.navtree.yaml"
        text = SECRET.replace("flow: secret", "flow: play\ninclude: [part.navtree.yaml]").replace("screens:\n", "screens:\n  again: {}\n")

        def save(path, text):
            with open(path + ".new", "w") as file:
                file.write(text)
            os.replace(path + ".new", path)

        save(path, text)
        inspected = Inspected(path)
        # The part isn't there yet.
        early = inspected.events().until(is_sent)
        assert any("part.navtree.yaml: No such file" in line.get("note", "") for line in early), early
        save(part, "navtree: 1\nscreens: { other: {} }\n")
        events = inspected.events()
        events.until(lambda line: "session" in line)
        events.until(is_sent)

        def told(change):
            change()
            return [row["message"] for row in events.until(is_sent)[0]["diagnostics"] if row["severity"] == "error"]

        def begins(change):
            change()
            events.until(lambda line: "session" in line)
            events.until(is_sent)

        assert told(lambda: os.unlink(part)) == [part + ": No such file or directory"]
        begins(lambda: save(part, "navtree: 1\nscreens: { other: {} }\n"))
        begins(lambda: save(part, "navtree: 1\nscreens: { other: {}, further: {} }\n"))
        assert told(lambda: os.unlink(path)) == [path + ": No such file or directory"]
        assert "result" in inspected.rpc("dispatch", session="play", action={"type": "enter", "pin": "1"})
        begins(lambda: save(path, text))
        # A draft that nobody writes to, in place of the file.
        os.mkfifo(path + ".pipe")
        assert told(lambda: os.replace(path + ".pipe", path)) == [path + ": is no regular file"]
        os.mkdir(path + ".folder")
        os.unlink(path)
        assert told(lambda: os.replace(path + ".folder", path))
        os.rmdir(path)
        begins(lambda: save(path, text))
        assert told(lambda: save(path, ""))
        begins(lambda: save(path, text))
        inspected.process.terminate()
        inspected.process.wait(PATIENCE)


globals()[CASE]()
print("done")
