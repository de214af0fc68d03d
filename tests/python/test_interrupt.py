# SPDX-License-Identifier: MIT
"""Long calls are stopped by Ctrl-C and by an interrupt function."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import wheeldyn as wd
from wheeldyn import contact

from conftest import refused

LONG = 1e7  # s; a call to this time takes minutes

PROGRAM = """
import sys, time
import wheeldyn as wd

def begun():
    m = wd.Model("rolling_wheel")
    torque = {driven}
    if callable(torque):
        m.set_input("input.drive_torque", torque)
    else:
        m["input.drive_torque"] = torque
    m["solver.max_steps"] = 1e15
    m.init()
    return m

m, twin = begun(), begun()
try:
    print("ready", flush=True)
    {call}
except KeyboardInterrupt:
    print("stopped", flush=True)
names = [v["name"] for v in m.variables() if v["role"] in ("state", "output")]
m.step_to(1.0)
twin.step_to(1.0)
print(list(m.get(names)) == list(twin.get(names)))
"""


def heed_ctrl_c():
    """Restore the handler of SIGINT, because child processes inherit an ignored SIGINT."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def processor_time(pid):
    """Processor time of a running process, s."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_until_it_computes(pid):
    """Wait until the process has used 0.2 s of processor time, more than it takes to begin the
    call.
    """
    before = processor_time(pid)
    while processor_time(pid) < before + 0.2:
        time.sleep(0.02)


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="no /proc")
@pytest.mark.parametrize("driven", ["10.0", "lambda t: 10.0"])
@pytest.mark.parametrize("call", ["m.step_to(1e12)", "m.run(1e12, 1e11)"])  # never ends
def test_ctrl_c_ends_a_call(call, driven):
    child = subprocess.Popen([sys.executable, "-c", PROGRAM.format(call=call, driven=driven)],
                             text=True, stdout=subprocess.PIPE, preexec_fn=heed_ctrl_c)
    assert child.stdout.readline() == "ready\n"
    wait_until_it_computes(child.pid)
    child.send_signal(signal.SIGINT)
    assert child.stdout.readline() == "stopped\n"
    assert child.stdout.readline() == "True\n"
    assert child.wait() == 0


@pytest.fixture
def long(wheel):
    wheel["solver.max_steps"] = 1e15
    wheel.init()
    return wheel


def test_an_interrupt_function_stops_a_call(long):
    asked = []
    long.set_interrupt(lambda: asked.append(1) or len(asked) > 5)
    before = long.save()
    text = refused(wd.WD_EINTERRUPT, long.step_to, LONG)
    assert "stopped by the interrupt function (t = " in text
    assert len(asked) == 6 and long.time == 0.0
    twin = wd.Model("rolling_wheel")
    twin.load(before)
    long.set_interrupt(None)
    assert long.step_to(1.0) == twin.step_to(1.0) == "ok"
    assert long["state.x"] == twin["state.x"]


def test_its_exceptions_are_raised_and_its_calls_are_refused(long):
    def ask():
        long.eval()

    long.set_interrupt(ask)
    assert "computing" in refused(wd.WD_ESTATE, long.step_to, LONG)
    assert long.time == 0.0


def test_a_clone_keeps_the_function_and_a_pickle_does_not(long):
    long.set_interrupt(lambda: True)
    clone = long.clone()
    refused(wd.WD_EINTERRUPT, clone.step_to, LONG)
    clone.set_interrupt(None)
    assert clone.step_to(0.5) == "ok"
    with pytest.raises(TypeError, match="a function or None"):
        long.set_interrupt(3)


def test_threads_call_their_own_function(long):
    stop, caught = threading.Event(), []

    def work():
        try:
            long.step_to(LONG)
        except wd.Error as error:
            caught.append(error.name)

    long.set_interrupt(stop.is_set)
    thread = threading.Thread(target=work)
    thread.start()
    stop.set()
    thread.join(10.0)
    assert caught == ["WD_EINTERRUPT"]


def test_contacts():
    count, d = 120, 3
    rng = np.random.default_rng(1)
    h = rng.standard_normal((count * d, count * d))
    contacts = contact.Contacts(d, count)
    contacts.set_interrupt(lambda: True)
    w = h @ h.T + np.eye(count * d)
    refused(wd.WD_EINTERRUPT, contacts.set_matrix, w)
    contacts.set_interrupt(None)
    contacts.set_matrix(w)
    contacts.set_problem(0.5, rng.standard_normal((count, d)))
    contacts.set_interrupt(lambda: True)
    refused(wd.WD_EINTERRUPT, contacts.solve)
    contacts.set_interrupt(None)
    assert contacts.solve().impulse.shape == (count, d)
