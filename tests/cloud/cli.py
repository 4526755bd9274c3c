"""Keeps the AWS command line loaded: `restore` calls it thirty times, and loading takes longer than most calls.

`python cli.py SOCKET` serves calls on a socket, each in a forked process. `shim` writes a program named `aws` that
forwards its arguments to this socket.
"""

import json
import os
import socket
import sys
import tempfile
from pathlib import Path

SHIM = """#!{python} -IS
import json, socket, sys
asked = socket.socket(socket.AF_UNIX)
asked.connect({place!r})
asked.sendall(json.dumps(sys.argv[1:]).encode() + b"\\n")
code, out, err = json.loads(b"".join(iter(lambda: asked.recv(65536), b"")))
sys.stdout.write(out)
sys.stderr.write(err)
sys.exit(code)
"""


def shim(folder, place):
    """Writes the program `aws` to a folder."""
    program = Path(folder) / "aws"
    program.write_text(SHIM.format(python=sys.executable, place=str(place)))
    program.chmod(0o755)


def answer(connection, main):
    """Runs one call and sends its exit code, standard output and standard error."""
    arguments = json.loads(connection.makefile().readline())
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
        try:
            code = main(arguments)
        except SystemExit as end:
            code = end.code
        sys.stdout.flush()
        sys.stderr.flush()
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode())
    connection.sendall(json.dumps([code, *texts]).encode())
    connection.close()


def serve(place):
    """Serves calls until the process is terminated."""
    from awscli.clidriver import create_clidriver

    listener = socket.socket(socket.AF_UNIX)
    listener.bind(place)
    listener.listen()
    while True:
        connection, _ = listener.accept()
        if os.fork() == 0:
            answer(connection, lambda arguments: create_clidriver().main(arguments))
            os._exit(0)
        connection.close()


if __name__ == "__main__":
    import signal

    # Forked processes are never waited for. Without this they would stay as zombies.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    serve(sys.argv[1])
