#!/usr/bin/env python3
"""guide.py: the steps of Docs/guides/scale.md, taken as they are written there.

    guide.py [--navtree PATH]

The role with the rights of the page and no more, the ways to give a password, fleets that share a database, the units of systemd, and a deploy from
one version of a flow to the next. What the machine lacks is told and skipped.
"""

import argparse
import itertools
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

import cluster

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

OLD = """
navtree: 1
flow: notes
start: list
stores: { secrets: { sensitive: true } }
effects: { post: { input: { text: string }, output: {} } }
screens:
  list:
    state: { texts: { type: array, items: string, maxItems: 1000 }, token: { type: string, sensitive: true, persist: secrets } }
    actions:
      add: { payload: { text: string }, set: { /texts/-: "${action.text}" }, effect: { name: post, with: { text: "${action.text}" }, done: posted } }
      sign: { payload: { token: string }, set: { token: "${action.token}" } }
      posted: {}
"""

#: The next version renames a field and adds one.
NEW = OLD.replace("texts:", "lines:").replace("/texts/-:", 'count: "${state.count + 1}", /lines/-:') \
    .replace("state: {", "state: { count: integer,") \
    .replace("flow: notes", "flow: notes\nversion: 2\nmigrations: { 1: [ { screen: list, rename: { fields: { texts: lines } } } ] }")

#: A version that forgot the migration.
CARELESS = re.sub("migrations:.*", "", NEW)


def block(language, holding):
    """A block of the page's code."""
    with open(ROOT + "/Docs/guides/scale.md") as page:
        found = [text for text in re.findall(f"```{language}\n(.*?)```", page.read(), re.S) if holding in text]
    assert len(found) == 1, f"{len(found)} blocks of {language} with {holding}"
    return found[0]


class Refused(Exception):
    """An error as an answer."""


class Ended(Exception):
    """navtree has ended, for the reason that it gave."""


class Server:
    """`navtree serve`."""

    def __init__(self, guide, store, *arguments, flow=None, environment={}):
        self.ids = itertools.count(1)
        self.notifications = []
        self.process = subprocess.Popen(
            [guide.navtree, "serve", "--store", store, "--lease", "1s", "--root", guide.folder, *arguments],
            env={**os.environ, **environment}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True)
        if flow:
            self.call("flow.load", path=guide.flow(flow))

    def call(self, method, **params):
        number = next(self.ids)
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            message = json.loads(line)
            if message.get("id") == number:
                if "error" in message:
                    raise Refused(message["error"])
                return message["result"]
            self.notifications.append(message)
        raise Ended(self.process.stderr.read())

    def refuse(self, method, **params):
        """The error of a request."""
        try:
            result = self.call(method, **params)
        except Refused as refusal:
            return refusal.args[0]
        raise AssertionError(f"{method} {params} is answered {result}")

    def use(self, session):
        """Does all that a session does."""
        self.call("session.open", flow="notes", session=session)
        self.call("dispatch", session=session, action={"type": "sign", "token": "t"})
        asked = len(self.notifications)
        self.call("dispatch", session=session, action={"type": "add", "text": "one"})
        while len(self.notifications) == asked:
            self.call("ping")
        self.call("effect.done", effect=self.notifications[-1]["params"]["key"], output={})
        self.call("session.close", session=session)

    def end(self, number=None):
        """Ends it by a signal, or by the end of its input. Returns its status and its errors."""
        if number:
            self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=600)
        return self.process.returncode, errors


class Guide:
    def __init__(self, navtree):
        self.navtree = navtree
        self.folder = tempfile.mkdtemp(prefix="navtree-guide-")
        os.chmod(self.folder, 0o755)
        self.cluster = None

    def flow(self, text):
        path = f"{self.folder}/{'old' if text == OLD else 'new' if text == NEW else 'careless'}.navtree.yaml"
        with open(path, "w") as file:
            file.write(text.strip() + "\n")
        return path

    def url(self, database, role="postgres", schema=None):
        if self.cluster.sql(f"SELECT 1 FROM pg_database WHERE datname = '{database}'") != ["1"]:
            self.sql(f"CREATE DATABASE {database}")
        return f"postgresql://{role}@127.0.0.1:{self.cluster.port}/{database}" + (f"?schema={schema}" if schema else "")

    def sql(self, text, database="postgres"):
        rows = self.cluster.sql(text, database)
        assert rows is not None, f"refused: {text}"
        return rows

    def run(self, *arguments):
        done = subprocess.run([self.navtree, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout

    # What follows is tried, each in a database of its own.

    def rights(self):
        """A role with the page's rights does everything; each of them is needed; it can't migrate the tables."""
        grants, owner, app = block("sql", "GRANT"), self.url("rights"), self.url("rights", "app")
        status = Server(self, owner).end()
        assert status == (0, ""), status
        self.sql(grants, "rights")
        server = Server(self, app, "--store", "secrets=" + app, flow=OLD)
        server.use("first")
        server.use("second")
        server.call("session.delete", session="second")
        server.call("session.open", flow="notes", session="first")
        assert server.end() == (0, "")
        for command in ("ls", "verify", "vacuum"):
            status, text = self.run("store", command, app)
            assert status == 0, text
        status, text = self.run("store", "migrate", "--check", self.flow(OLD), app, "--store", "secrets=" + app)
        assert status == 0, text
        for right in ("SELECT", "INSERT", "UPDATE", "DELETE"):
            self.sql(f"REVOKE {right} ON ALL TABLES IN SCHEMA navtree FROM app", "rights")
            assert "may not do this" in self.refusal(app, "lacks-" + right), f"nothing needs {right}"
            self.sql(f"GRANT {right} ON ALL TABLES IN SCHEMA navtree TO app", "rights")
        self.sql("REVOKE INSERT, UPDATE, DELETE ON navtree.version FROM app", "rights")
        self.sql("UPDATE navtree.version SET version = 0", "rights")
        status, errors = Server(self, app).end()
        assert status == 74 and "may not do this" in errors and "Docs/guides/scale.md" in errors, (status, errors)
        assert self.sql("SELECT version FROM navtree.version", "rights") == ["0"]
        status, errors = Server(self, self.url("rights", "app", "other")).end()
        assert status == 74 and "may not do this" in errors, (status, errors)

    def refusal(self, url, session):
        """The error of a process that does all that it does."""
        try:
            server = Server(self, url, "--store", "secrets=" + url, flow=OLD)
            server.use(session)
            server.call("session.delete", session=session)
        except Refused as refusal:
            return refusal.args[0]["message"]
        except Ended as ended:
            return str(ended)
        return "none"

    def passwords(self):
        """A password comes from a file, a variable, a service or the variable of the URL, and is never shown."""
        url, password = self.url("passwords", "guarded"), "s3cr3t"
        self.sql(f"CREATE ROLE guarded LOGIN SUPERUSER PASSWORD '{password}'")
        with open(self.cluster.data + "/pg_hba.conf") as file:
            rules = file.read()
        with open(self.cluster.data + "/pg_hba.conf", "w") as file:
            file.write("host passwords guarded 127.0.0.1/32 scram-sha-256\n" + rules)
        self.sql("SELECT pg_reload_conf()")
        with open(self.folder + "/pgpass", "w") as file:
            file.write(f"127.0.0.1:{self.cluster.port}:passwords:guarded:{password}\n")
        os.chmod(self.folder + "/pgpass", 0o600)
        with open(self.folder + "/services", "w") as file:
            file.write(f"[app]\nhost=127.0.0.1\nport={self.cluster.port}\ndbname=passwords\nuser=guarded\npassword={password}\n")
        whole = url.replace("guarded@", f"guarded:{password}@")
        for store, environment in (
                (url, {"PGPASSFILE": self.folder + "/pgpass"}), (url, {"PGPASSWORD": password}),
                ("postgresql:///?service=app", {"PGSERVICEFILE": self.folder + "/services"}),
                ("env:NAVTREE_STORE", {"NAVTREE_STORE": whole})):
            server = Server(self, store, environment=environment)
            server.call("ping")
            shown = subprocess.run(["ps", "-ww", "-p", str(server.process.pid), "-o", "args"], stdout=subprocess.PIPE, text=True)
            assert "serve" in shown.stdout and password not in shown.stdout, shown
            assert server.end() == (0, ""), store
        for store, environment, expected in ((whole, {}, 64), (url, {}, 74), (url, {"PGPASSWORD": "wr0ng"}, 74)):
            status, errors = Server(self, store, environment=environment).end()
            assert status == expected and errors, (store, status, errors)
            assert password not in errors and "wr0ng" not in errors and "guarded@" not in errors, errors

    def fleets(self):
        """Fleets share a database, each with a schema of its own."""
        one, two = (Server(self, self.url("fleets", schema=name), flow=OLD) for name in ("one", "two"))
        for server in one, two:
            server.call("session.open", flow="notes", session="same")
        one.call("dispatch", session="same", action={"type": "add", "text": "a"})
        for server, texts in (one, ["a"]), (two, []):
            assert server.call("state.get", session="same", pointer="/state/texts") == texts
            assert server.end() == (0, "")
        for name, seq in ("one", 1), ("two", 0):
            assert self.sql(f"SELECT name, seq FROM {name}.sessions", "fleets") == [f"same|{seq}"]
        status, text = self.run("store", "copy", self.url("fleets", schema="one"), self.url("fleets", schema="three"))
        assert status == 0, text
        assert self.sql("SELECT name, seq FROM three.sessions", "fleets") == ["same|1"]

    def units(self):
        """systemd reads the unit."""
        if not shutil.which("systemd-analyze"):
            return "systemd isn't installed"
        unit = block("ini", "ExecStart")
        # The app server is the reader's.
        unit = unit.replace("/usr/lib/fleet/server", "/bin/true")
        with open(self.folder + "/fleet@01.service", "w") as file:
            file.write(unit)
        done = subprocess.run(["systemd-analyze", "verify", self.folder + "/fleet@01.service"], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        assert (done.returncode, done.stdout) == (0, ""), done.stdout

    def deploy(self):
        """Sessions move from a version of a flow to the next, and not back."""
        url = self.url("deploy")
        keep = ["--store", "secrets=" + url]
        refuse = [*keep, "--on-loss", "refuse"]
        old = Server(self, url, *keep, flow=OLD)
        for name in "abc":
            old.call("session.open", flow="notes", session=name)
            old.call("dispatch", session=name, action={"type": "add", "text": name})
        status, text = self.run("diff", self.flow(OLD), self.flow(NEW))
        assert status in (0, 1) and "lines" in text, text
        status, text = self.run("store", "migrate", "--check", self.flow(NEW), url, *keep)
        assert status == 0, text
        status, text = self.run("store", "migrate", "--check", self.flow(CARELESS), url, *keep)
        assert "texts" in text, text
        new = Server(self, url, *refuse, flow=NEW)
        error = new.refuse("session.open", flow="notes", session="a")
        assert error["data"]["kind"] == "conflict", error
        old.call("session.close", session="a")
        new.call("session.open", flow="notes", session="a")
        # The old process goes on with its own, and sends nothing of the new version's.
        old.call("dispatch", session="b", action={"type": "add", "text": "more"})
        new.call("session.close", session="a")
        before = self.sql("SELECT name, version, seq FROM navtree.sessions ORDER BY name", "deploy")
        careful = Server(self, url, *refuse, flow=OLD)
        error = careful.refuse("session.open", flow="notes", session="a")
        assert error["data"]["kind"] == "storage" and "version 2" in error["message"], error
        assert before == self.sql("SELECT name, version, seq FROM navtree.sessions ORDER BY name", "deploy")
        assert careful.end() == (0, "")
        # A new version that would lose something opens nothing.
        assert old.end(signal.SIGTERM)[0] == 128 + signal.SIGTERM
        careless = Server(self, url, *refuse, flow=CARELESS)
        error = careless.refuse("session.open", flow="notes", session="b")
        assert error["data"]["kind"] == "storage" and "report" in error["data"], error
        assert careless.end()[0] == 0
        for name, texts in ("a", ["a"]), ("b", ["b", "more"]), ("c", ["c"]):
            new.notifications.clear()
            opened = new.call("session.open", flow="notes", session=name)
            assert opened["restored"], opened
            assert new.call("state.get", session=name, pointer="/state/lines") == texts
            new.call("dispatch", session=name, action={"type": "add", "text": "new"})
            again = [note["params"] for note in new.notifications if note["method"] == "effect.requested"]
            assert [effect["input"]["text"] for effect in again if effect.get("again")] == texts, again
        assert new.end(signal.SIGTERM)[0] == 128 + signal.SIGTERM

    def router(self):
        """The router passes over processes whose version of the flow is too old for a session."""
        url, nodes, names = self.url("router"), [], "abcdef"
        new = Server(self, url, "--store", "secrets=" + url, flow=NEW)
        for name in names:
            new.call("session.open", flow="notes", session=name)
        assert new.end() == (0, "")
        for name, text in ("old", OLD), ("new", NEW):
            folder = f"{self.folder}/{name}"
            os.makedirs(folder)
            shutil.copy(self.flow(text), folder + "/notes.navtree.yaml")
            with open(folder + "/run", "w") as file:
                file.write(f"exec {shlex.quote(self.navtree)} serve --store '{url}' --store 'secrets={url}' "
                           f"--lease 1s --advertise {name} --on-loss refuse")
            nodes.append(f"{name}=env -C {folder} sh run")
        router = subprocess.Popen(
            [sys.executable, ROOT + "/Specs/hosts/router.py", "notes.navtree.yaml", *nodes], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        ids = itertools.count(1)

        def ask(method, *params):
            wanted = {}
            for one in params:
                wanted[next(ids)] = one
                router.stdin.write(json.dumps({"jsonrpc": "2.0", "id": max(wanted), "method": method, "params": one}) + "\n")
            router.stdin.flush()
            while wanted:
                message = json.loads(router.stdout.readline())
                assert "error" not in message, message
                if "id" in message:
                    wanted.pop(message["id"])

        ask("session.open", *({"flow": "notes", "session": name} for name in names))
        ask("dispatch", *({"session": name, "action": {"type": "add", "text": "one"}} for name in names))
        router.communicate(timeout=600)
        assert router.returncode == 0
        assert self.sql("SELECT count(*), min(version), min(seq) FROM navtree.sessions", "router") == ["6|2|1"]

    def close(self):
        if self.cluster:
            self.cluster.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description="The steps of Docs/guides/scale.md.")
    parser.add_argument("--navtree", default=ROOT + "/.build/debug/navtree")
    settings = parser.parse_args()
    if not cluster.programs():
        print("PostgreSQL isn't installed: the steps of Docs/guides/scale.md are skipped")
        return 0
    guide = Guide(settings.navtree)
    try:
        guide.cluster = cluster.Cluster(guide.folder + "/primary")
        guide.cluster.start()
        for step in (guide.rights, guide.passwords, guide.fleets, guide.units, guide.deploy, guide.router):
            lack = step()
            print(f"Docs/guides/scale.md, {step.__name__}: " + (f"skipped, {lack}" if lack else "as it says"), flush=True)
    finally:
        guide.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
