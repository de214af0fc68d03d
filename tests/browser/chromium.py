# SPDX-License-Identifier: MIT
"""A browser without a window, controlled through a pipe by the protocol of its developer tools.

    with Browser() as browser:
        browser.open("file:///page.html", 400, 800, dark=True)
        browser.evaluate("document.title")
        browser.picture(Path("page.png"))
        assert browser.said == []

`said` collects the console messages of pages and uncaught errors.
"""
import base64
import json
import os
import subprocess
import tempfile

SPEAKING = "warning", "error", "assert", "log", "info"


class Browser:
    def __init__(self):
        self.said = []
        self._count = 0
        self._rest = b""
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        orders, self._orders = os.pipe()
        self._answers, answers = os.pipe()

        def three_and_four():
            """Connect file descriptors: the browser reads from 3 and writes to 4."""
            copies = os.dup(orders), os.dup(answers)
            os.dup2(copies[0], 3)
            os.dup2(copies[1], 4)

        self._process = subprocess.Popen(
            [os.environ["WHEELDYN_BROWSER"], "--headless", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--remote-debugging-pipe", "--hide-scrollbars",
             f"--user-data-dir={self._profile.name}", "about:blank"],
            stderr=subprocess.DEVNULL, close_fds=False, preexec_fn=three_and_four)
        os.close(orders)
        os.close(answers)
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self._ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self._ask(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self._orders)  # the browser ends when its pipe is closed
        self._process.wait()
        os.close(self._answers)
        self._profile.cleanup()

    def open(self, address, width=1000, height=640, dark=False, still=False):
        """Load a page at a size, dark or light; still: prefer reduced motion."""
        self.see(width, height, dark, still)
        self._loaded = False
        self._ask("Page.navigate", url=address)
        while not self._loaded:
            self._hear()

    def see(self, width=1000, height=640, dark=False, still=False):
        """Set the size and the media features of the page, as open() does, without loading
        anything.
        """
        self._ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 600)
        self._ask("Emulation.setEmulatedMedia", media="screen", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}])

    def evaluate(self, expression):
        """Return the value of an expression; a promise is awaited."""
        answer = self._ask("Runtime.evaluate", expression=expression, awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in answer:
            raise AssertionError(json.dumps(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def picture(self, file, whole=False, scale=1):
        """Write a picture of the visible part or, if `whole`, of the whole page at the size `scale`
        relative to the page.
        """
        more = {"captureBeyondViewport": True, "optimizeForSpeed": True} if whole else {}
        if whole:
            size = self._ask("Page.getLayoutMetrics")["cssContentSize"]
            more["clip"] = {"x": 0, "y": 0, "width": size["width"], "height": size["height"],
                            "scale": scale}
        data = base64.b64decode(self._ask("Page.captureScreenshot", **more)["data"])
        file.write_bytes(data)
        return data

    def begin_counting(self):
        """Count blocks, for blocks(), of pages opened from now on; counting slows pages down."""
        self._ask("Profiler.enable")
        self._ask("Profiler.startPreciseCoverage", callCount=True, detailed=True)

    def end_counting(self):
        self._ask("Profiler.stopPreciseCoverage")
        self._ask("Profiler.disable")

    def blocks(self):
        """Return the number of blocks of JavaScript executed since the last call. This measure of
        work does not depend on the load of the machine. The work of the browser in drawing is not
        counted, only the calls of JavaScript that pass points to the canvas.
        """
        scripts = self._ask("Profiler.takePreciseCoverage")["result"]
        return sum(block["count"] for script in scripts for function in script["functions"]
                   for block in function["ranges"])

    def press(self, key, **more):
        """Press a key, such as 'ArrowRight' or ' '."""
        for kind in ("keyDown", "keyUp"):
            self._ask("Input.dispatchKeyEvent", type=kind, key=key, **more)

    def _ask(self, method, **parameters):
        self._count += 1
        order = {"id": self._count, "method": method, "params": parameters}
        if hasattr(self, "_session"):
            order["sessionId"] = self._session
        os.write(self._orders, json.dumps(order).encode() + b"\0")
        while True:
            heard = self._hear()
            if heard.get("id") == self._count:
                assert "error" not in heard, heard
                return heard["result"]

    def _hear(self):
        while b"\0" not in self._rest:
            part = os.read(self._answers, 1 << 16)
            assert part, "the browser has ended"
            self._rest += part
        text, self._rest = self._rest.split(b"\0", 1)
        heard = json.loads(text)
        self._note(heard.get("method"), heard.get("params", {}))
        return heard

    def _note(self, method, stated):
        if method == "Page.loadEventFired":
            self._loaded = True
        elif method == "Runtime.consoleAPICalled" and stated["type"] in SPEAKING:
            self.said.append(" ".join(str(each.get("value", each.get("description")))
                                      for each in stated["args"]))
        elif method == "Runtime.exceptionThrown":
            details = stated["exceptionDetails"]
            self.said.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded" and stated["entry"]["level"] != "verbose":
            self.said.append(stated["entry"]["text"])
