"""pgbouncer before a server, in transaction mode: each transaction may get another connection."""

import os
import shutil
import socket
import subprocess
import time

import cluster

SETTINGS = """
[databases]
postgres = host=127.0.0.1 port={server} dbname=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {folder}/users
pool_mode = transaction
default_pool_size = 3
server_lifetime = 1
"""


def program():
    """The path of pgbouncer; None without one."""
    return shutil.which("pgbouncer", path=os.environ.get("PATH", "") + ":/usr/sbin")


class Pooler:
    def __init__(self, folder, server):
        self.folder, self.port, self.process = folder, cluster.free_port(), None
        os.makedirs(folder)
        with open(folder + "/settings", "w") as settings:
            settings.write(SETTINGS.format(server=server.port, port=self.port, folder=folder))
        with open(folder + "/users", "w") as users:
            users.write('"postgres" ""\n')
        self.log = open(folder + "/log", "ab")
        for path in (folder, folder + "/settings", folder + "/users"):
            if cluster.user():
                shutil.chown(path, cluster.user())

    def start(self):
        self.process = subprocess.Popen([program(), self.folder + "/settings"], user=cluster.user(), stdout=self.log,
                                        stderr=self.log)
        end = time.monotonic() + 600
        while True:
            with socket.socket() as client:
                if client.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            if self.process.poll() is not None or time.monotonic() > end:
                with open(self.folder + "/log") as log:
                    raise RuntimeError("pgbouncer doesn't start: " + log.read()[-1000:])
            time.sleep(0.02)

    def kill(self):
        self.process.kill()
        self.process.wait()
