"""An S3 server for tests: OpenStack Swift with its S3 API, its four servers in one process, with files in one folder.

    /usr/bin/python3 s3_server.py FOLDER ACCOUNT:USER SECRET

Prints the port that it listens on, on 127.0.0.1, and runs until its standard input ends.
"""
import logging
import os
import sys

import eventlet

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True, time=True)

from eventlet import wsgi  # noqa: E402
from swift.common import utils  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402

folder, key, secret = sys.argv[1:4]
account, user = key.split(":")
utils.HASH_PATH_SUFFIX = b"vau"
logging.disable(logging.CRITICAL)

STORAGE = """
[DEFAULT]
swift_dir = {folder}
devices = {folder}
mount_check = false
fallocate_reserve = 0
disable_fallocate = true
[app:main]
use = egg:swift#{kind}
"""

FILTERS = ["catch_errors", "gatekeeper", "bulk", "s3api", "tempauth", "copy", "slo", "dlo", "versioned_writes", "symlink"]

PROXY = """
[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = {filters} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
"""


class Cache:
    """Stands for the memcached of a real installation, and keeps nothing."""

    def get(self, key, **_):
        return None

    def set(self, *_, **__):
        return None

    def incr(self, *_, **__):
        return 1

    delete = decr = set


def prepare(name, text):
    """Writes a configuration and takes a port; gives both."""
    conf = os.path.join(folder, name + ".conf")
    with open(conf, "w") as file:
        file.write(text)
    return eventlet.listen(("127.0.0.1", 0)), conf


def start(listener, conf):
    inner = loadapp(conf, global_conf={"log_name": "swift"})

    def app(environ, start_response):
        environ.setdefault("swift.cache", Cache())
        return inner(environ, start_response)

    eventlet.spawn(wsgi.server, listener, app, logging.getLogger(), log_output=False)


def ring(kind, port):
    builder = RingBuilder(2, 1, 1)
    builder.add_dev({"id": 0, "region": 1, "zone": 1, "weight": 1, "ip": "127.0.0.1", "port": port, "device": "disk"})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, kind + ".ring.gz"))


def proxy_conf():
    text = PROXY.format(folder=folder, filters=" ".join(FILTERS))
    for name in FILTERS:
        text += "[filter:{0}]\nuse = egg:swift#{0}\n".format(name)
        if name == "tempauth":
            text += "user_{}_{} = {} .admin\n".format(account, user, secret)
    return text


os.makedirs(os.path.join(folder, "disk"), exist_ok=True)
servers = [prepare(kind, STORAGE.format(folder=folder, kind=kind)) for kind in ("account", "container", "object")]
for kind, (listener, _) in zip(("account", "container", "object"), servers):
    ring(kind, listener.getsockname()[1])
front = prepare("proxy", proxy_conf())
for server in servers + [front]:
    start(*server)
print(front[0].getsockname()[1], flush=True)
eventlet.hubs.trampoline(sys.stdin.fileno(), read=True)
