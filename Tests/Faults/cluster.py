"""A PostgreSQL server in a temporary folder, which belongs to an unprivileged user."""

import glob
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import time

SETTINGS = """
listen_addresses = '127.0.0.1'
max_connections = 60
shared_buffers = 16MB
min_wal_size = 4MB
max_wal_size = 24MB
wal_keep_size = 8MB
log_min_messages = warning
"""


def programs():
    """The folder of the latest PostgreSQL; None without one."""
    folders = glob.glob("/usr/lib/postgresql/*/bin")
    folders.sort(key=lambda folder: int(folder.split("/")[-2]))
    folders.insert(0, os.path.dirname(shutil.which("initdb") or ""))
    return next((folder for folder in reversed(folders) if os.path.exists(folder + "/initdb")), None)


def free_port():
    """A port that no connection is given by chance, as those above 32,768 are."""
    while True:
        port = random.randrange(10_000, 32_000)
        with socket.socket() as listener:
            try:
                listener.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass


def user():
    """The user that runs it, where this one is root; else None."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            pass


class Cluster:
    def __init__(self, folder, source=None, port=None):
        """Makes a cluster in a folder; with a source, its replica."""
        self.folder, self.port, self.bin = folder, port or free_port(), programs()
        self.data, self.process = folder + "/data", None
        os.makedirs(folder, exist_ok=True)
        if user():
            shutil.chown(folder, user())
        if source:
            self.run("pg_basebackup", "-D", self.data, "-h", "127.0.0.1", "-p", str(source.port), "-U", "postgres",
                     "-R", "-N", "-c", "fast", "-X", "stream")
        else:
            self.run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale", "C",
                     "--wal-segsize", "1", "-N")
            with open(self.data + "/postgresql.conf", "a") as settings:
                settings.write(SETTINGS)
        with open(self.data + "/postgresql.conf", "a") as settings:
            settings.write(f"port = {self.port}\nunix_socket_directories = '{folder}'\n")

    def run(self, program, *arguments):
        done = subprocess.run([f"{self.bin}/{program}", *arguments], cwd=self.folder, user=user(),
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}")

    def start(self):
        end = time.monotonic() + 600
        while True:
            log = open(self.folder + "/log", "a")
            self.process = subprocess.Popen([f"{self.bin}/postgres", "-D", self.data], cwd=self.folder, user=user(),
                                            stdout=log, stderr=log)
            log.close()
            while self.process.poll() is None:
                if self.sql("SELECT 1") == ["1"]:
                    return
                if time.monotonic() > end:
                    raise RuntimeError("PostgreSQL doesn't answer: " + self.log())
                time.sleep(0.02)
            # Processes of a killed server may still hold its memory.
            if time.monotonic() > end:
                raise RuntimeError("PostgreSQL doesn't start: " + self.log())
            time.sleep(0.05)

    def log(self):
        with open(self.folder + "/log") as log:
            return log.read()[-2000:]

    def kill(self):
        """Kills the server and all its processes."""
        family = [self.process.pid] + children(self.process.pid)
        for number in family:
            try:
                os.kill(number, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.kill()

    def sql(self, text, database="postgres"):
        """The rows, with a bar between columns; None without an answer."""
        done = subprocess.run(
            [f"{self.bin}/psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-d", database, "-X", "-q",
             "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", text],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return done.stdout.splitlines() if done.returncode == 0 else None


def children(number):
    found = []
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path) as file:
                if int(file.read().rsplit(")", 1)[1].split()[1]) == number:
                    found.append(int(path.split("/")[2]))
        except (OSError, ValueError):
            pass
    return found
