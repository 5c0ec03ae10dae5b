"""A print that a program asked for is finished before the server stops."""

import http.client
import json
import os
import re
import subprocess
import threading
import time
import urllib.request
from pathlib import Path
from urllib.error import URLError

import pytest
from serving import command

pytestmark = pytest.mark.full

SCRIPT = ["washerwoman", "chef", "empath", "butler", "poisoner", "imp"]


def test_prints_for_programs_are_finished_before_the_server_stops(tmp_path: Path) -> None:
    program = [*command(is_cold=True), "serve", "--no-browser", "--port", "0"]
    environment = os.environ | {"CLOCKWRIGHT_DATA": str(tmp_path), "CLOCKWRIGHT_LOG": "json"}
    with subprocess.Popen(
        program,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout
        address = re.search(r"http://[\d.:]+", process.stdout.readline())
        assert address
        answers: list[bytes] = []

        def ask(number: int) -> None:
            name = {"id": "_meta", "name": f"Whispered {number}"}
            body = json.dumps({"script": [name, *SCRIPT], "kinds": ["sheet", "night", "table"]}).encode()
            wanted = urllib.request.Request(
                f"{address[0]}/api/print", body, {"Content-Type": "application/json"}
            )
            with urllib.request.urlopen(wanted) as answer:
                answers.append(answer.read())

        programs = [threading.Thread(target=ask, args=(number,)) for number in range(3)]
        for each in programs:
            each.start()
        running = 0.0
        while running < 4 and not answers:  # three prints, and this request
            with urllib.request.urlopen(f"{address[0]}/metrics") as answer:
                found = re.search(
                    r"^clockwright_requests_running (\S+)", answer.read().decode(), re.MULTILINE
                )
            assert found
            running = float(found[1])
            time.sleep(0.02)
        waiting = http.client.HTTPConnection(address[0].removeprefix("http://"), timeout=60)
        waiting.request("GET", "/healthz")
        waiting.getresponse().read()
        process.terminate()
        # A proxy goes elsewhere, instead of passing on that this server is stopping.
        assert waiting.sock
        assert waiting.sock.recv(1) == b""
        waiting.close()
        with pytest.raises(URLError, match="refused"):
            urllib.request.urlopen(f"{address[0]}/healthz")
        assert len(answers) < 3
        for each in programs:
            each.join(90)
        _, log = process.communicate(timeout=90)
    assert [answer[:2] for answer in answers] == [b"PK"] * 3
    assert process.returncode == 0
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    prints = [line for line in lines if line.get("path") == "/api/print"]
    assert [line["status"] for line in prints] == [200] * 3
    assert "Whispered" not in log
    assert not [path for path in tmp_path.rglob("*.document") if b"Whispered" in path.read_bytes()]
