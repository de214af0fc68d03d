# SPDX-License-Identifier: MIT
import os
import subprocess
import sys

import pytest
import wheeldyn as wd


@pytest.fixture
def wheel():
    """A rolling wheel that is set up and accelerates after init."""
    with wd.Model("rolling_wheel") as model:
        model["input.drive_torque"] = 10.0
        yield model


@pytest.fixture
def python():
    """Run a program in a new interpreter with a changed environment (None: unset a variable)."""

    def run(program, *arguments, **changes):
        environment = {**os.environ, **changes}
        environment = {name: value for name, value in environment.items() if value is not None}
        return subprocess.run([sys.executable, "-c", program, *arguments], env=environment,
                              capture_output=True, text=True)

    return run


def refused(code, call, *arguments):
    """Return the text of the Error with this code that a call must raise."""
    with pytest.raises(wd.Error) as raised:
        call(*arguments)
    assert raised.value.code == code, raised.value
    assert str(raised.value) == f"{raised.value.name}: {raised.value.text}"
    assert raised.value.text
    return raised.value.text


@pytest.fixture(name="refused")
def _refused():
    return refused
