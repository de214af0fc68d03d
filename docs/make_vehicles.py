#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Make vehicles.png, the picture at the head of README.md and of the manual: three scenes of
replay_holding.html, a page of the demo, in a headless browser.

usage: make_vehicles.py replay_holding.html out.png [browser]
"""
import pathlib
import subprocess
import sys
import tempfile

SCENES = [(1, 1.0), (3, 1.75), (4, 1.0)]  # number of the run, time in s
WIDTH, HEIGHT, SEEN = 560, 520, 240  # sizes of a replay, and of the scene at its head, in pixels


def main(replay, out, browser="chromium"):
    address = pathlib.Path(replay).resolve().as_uri()
    frames = "".join(f'<div><iframe src="{address}#run={run}&t={time}"></iframe></div>'
                     for run, time in SCENES)
    page = f"""<!doctype html><style>body {{ margin: 0; display: flex; gap: 6px; background: #fff }}
    div {{ width: {WIDTH}px; height: {SEEN}px; overflow: hidden }}
    iframe {{ width: {WIDTH}px; height: {HEIGHT}px; border: 0 }}</style>{frames}"""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        written = pathlib.Path(folder, "page.html")
        written.write_text(page, encoding="utf-8")
        width = len(SCENES) * WIDTH + (len(SCENES) - 1) * 6
        subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                        "--disable-dev-shm-usage", f"--user-data-dir={folder}/profile",
                        "--allow-file-access-from-files", "--virtual-time-budget=20000",
                        f"--window-size={width},{SEEN}", f"--screenshot={out}",
                        written.as_uri()], check=True, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    main(*sys.argv[1:])
