#!/usr/bin/python3
"""Reads the window as a screen reader does: over the accessibility bus, from another process.

usage: screen_reader_test.py EXPLORER TASOSCOPE
Starts a display and a session bus of its own, plays a script in the explorer, and looks for what must be heard: the
nodes of the graph by name, what a step did to them, and the announcement of the step.
"""
import os
import subprocess
import sys
import tempfile
import time

PATIENCE = 90  # seconds until what must be heard counts as missing
SCRIPT = """wait idle
action candidate.next
action candidate.apply
wait idle
"""


def start_display(folder):
    """An X server on a free display; its number arrives through a pipe.

    A server that resets when its last client leaves writes the number again, to a pipe that nobody reads, and dies.
    """
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-noreset", "-screen", "0", "1400x1000x24",
                               "-nolisten", "tcp"],
                              pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as answer:
        number = answer.readline().strip()
    if not number:
        sys.exit("Xvfb did not start")
    return server, ":" + number


def walk(accessible, depth=0):
    """All accessibles below this one; those that go away meanwhile are passed over."""
    if depth > 40:
        return
    try:
        children = [accessible.getChildAtIndex(i) for i in range(accessible.childCount)]
    except Exception:  # it is gone: the window has changed
        return
    for child in children:
        if child is None:
            continue
        yield child
        yield from walk(child, depth + 1)


def names_in(desktop):
    names = []
    for accessible in walk(desktop):
        try:
            names.append(accessible.name)
        except Exception:
            continue
    return names


def listen(explorer, model):
    """Runs on the bus: starts the explorer and waits for what must be heard."""
    import pyatspi

    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "script")
        with open(script, "w") as file:
            file.write(SCRIPT)
        program = subprocess.Popen([explorer, "--settings", folder, "--script", script, model],
                                   env=dict(os.environ, QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", QT_QPA_PLATFORM="xcb",
                                            LANG="C.UTF-8"))
        wanted = {
            "a node with its operator": lambda name: name.startswith("Conv"),
            "what the step added": lambda name: name.endswith(", added"),
            "the announcement of the step": lambda name: name.startswith("step 1") and "slower" in name,
        }
        try:
            end = time.monotonic() + PATIENCE
            names = []
            while wanted and time.monotonic() < end:
                if program.poll() is not None:
                    sys.exit("the explorer ended with %d" % program.returncode)
                names = names_in(pyatspi.Registry.getDesktop(0))
                wanted = {what: is_heard for what, is_heard in wanted.items() if not any(map(is_heard, names))}
                time.sleep(0.2)
        finally:
            program.kill()
            program.wait()
    if wanted:
        sys.exit("not heard: %s\nheard: %s" % ("; ".join(wanted), "; ".join(filter(None, names))))
    print("heard: the nodes, what the step added, and the announcement of the step")


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "--listen":
        return listen(sys.argv[2], sys.argv[3])
    explorer, tasoscope = sys.argv[1], sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        model = os.path.join(folder, "taso-module.onnx")
        subprocess.run([tasoscope, "zoo", "make", "taso-module", "-o", model], check=True, stdout=subprocess.DEVNULL)
        server, display = start_display(folder)
        environment = dict(os.environ, DISPLAY=display, GTK_MODULES="", XDG_RUNTIME_DIR=folder)
        try:
            answer = subprocess.run(["dbus-run-session", "--", sys.executable, __file__, "--listen", explorer, model],
                                    env=environment)
        finally:
            server.kill()
            server.wait()
    sys.exit(answer.returncode)


main()
