# SPDX-License-Identifier: MIT
"""A browser, and the replay of a short motion of a model in it."""
import pytest
from chromium import Browser
from wheeldyn import replay


@pytest.fixture(scope="module")
def browser():
    with Browser() as each:
        yield each
        assert each.said == []


@pytest.fixture
def shown(browser, tmp_path):
    def open_page(model):
        model.init()
        rows = model.run(0.02, dt=0.01, record=replay.columns(model))
        replay.write(tmp_path / "page.html", model, rows)
        browser.open("about:blank")
        browser.open((tmp_path / "page.html").as_uri() + "#t=0", 1000, 700)
        browser.evaluate("element('forces').checked = false; draw()")
        return browser.evaluate
    return open_page
