# SPDX-License-Identifier: MIT
"""The work of the program, counted in basic blocks of its own code; the test uses a build for this.
"""
import os

import pytest
from test_errors import HEAD, LARGE

pytestmark = pytest.mark.skipif("WHEELDYN_TOOL_COUNTED" not in os.environ,
                                reason="no program that counts")


@pytest.mark.parametrize("name, text, words", LARGE, ids=[name for name, _, _ in LARGE])
def test_large_scenarios_take_little_work(tool, name, text, words, monkeypatch):
    """Reading takes about 100 blocks for each of 40000 keys; comparing all keys with each other
    would take 0.8e9 blocks.
    """
    monkeypatch.setenv("WHEELDYN_TOOL", os.environ["WHEELDYN_TOOL_COUNTED"])
    monkeypatch.setenv("WHEELDYN_TEST_BLOCKS", str(tool.folder / "blocks"))
    assert words in tool("check", tool.write(name + ".yaml", HEAD + text + "\n"), status=3)
    assert 100 < int((tool.folder / "blocks").read_text()) < 12e6
