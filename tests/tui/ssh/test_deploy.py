"""Files that admins copy to their own computers. They are not run here, but checked by tools."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from ipaddress import IPv4Network
from pathlib import Path

import pytest

from engine.i18n.language import Translator
from tui.cli.parser.arguments import address
from tui.cli.parser.build_parser import build_parser

ROOT = Path(__file__).parents[3]
UNIT = ROOT / "deploy" / "guildhall.service"
DOCKERFILE = ROOT / "Dockerfile"
COMPOSE = ROOT / "deploy" / "machines" / "compose.yaml"
BALANCER = ROOT / "deploy" / "machines" / "haproxy.cfg"

MAX_EXPOSED = 1.5
"""Maximum exposure of the systemd unit, from 0 to 10."""


def read_by(tool: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    found = shutil.which(tool) or shutil.which(
        tool, path=f"{Path(sys.executable).parent}:/usr/sbin"
    )
    if found is None:
        pytest.skip(f"no {tool} here")
    command = [found, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def commands_in(text: str) -> list[str]:
    """Return the `guildhall` commands in indented lines, without the explanations after them."""
    lines = re.findall(r"^    .*\bguildhall ([a-z].*)", text, re.MULTILINE)
    return [re.split(r"  |>|…", line)[0] for line in lines]


@pytest.mark.parametrize("page", ["server", "web", "installing", "machines", "postgres"])
def test_documented_commands_fit_the_options(page: str):
    commands = commands_in((ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8"))
    for command in commands:
        build_parser(Translator("en")).parse_args(shlex.split(command))
    assert commands


@pytest.mark.parametrize(
    ("options", "port"),
    [("", None), ("--web --web-url https://games.example.org --trust-proxy 127.0.0.1", 8080)],
)
def test_systemd_unit_fits_the_options(options: str, port: int | None):
    """In systemd, `${NAME}` is one word, and `$NAME` is as many as it contains."""
    (line,) = re.findall("^ExecStart=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    connect = "ssh -p 2222 games.example.org"
    command = shlex.split(line.replace("${CONNECT}", f"'{connect}'").replace("$OPTIONS", options))
    arguments = build_parser(Translator("en")).parse_args(command[1:])
    assert (arguments.connect_command, arguments.web) == (connect, port)


def test_systemd_unit_is_valid():
    run = read_by("systemd-analyze", "verify", UNIT)
    wrong = [line for line in run.stderr.splitlines() if UNIT.name in line]
    assert not [line for line in wrong if "is not executable" not in line]


def test_systemd_unit_has_few_rights():
    run = read_by("systemd-analyze", "security", "--offline=yes", "--no-pager", UNIT)
    if "unrecognized option" in run.stderr:
        pytest.skip("an old systemd")
    found = re.search(r"Overall exposure level for guildhall.service: ([\d.]+)", run.stdout)
    assert found, run.stderr
    assert float(found[1]) <= MAX_EXPOSED


def test_dockerfile_is_valid():
    run = read_by("hadolint", "--no-color", DOCKERFILE)
    assert (run.returncode, run.stdout) == (0, "")


def test_files_named_in_dockerfile_exist():
    """Files missing from the build context, or renamed in the project, would break it."""
    text = DOCKERFILE.read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f'"{project["name"]}[serve,web,postgres]"' in text
    assert {"serve", "web", "postgres"} <= project["optional-dependencies"].keys()
    left_out = (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n")
    needed = ["requirements/serve.txt", project["readme"], *project["license-files"]]
    for name in [*needed, "hatch_build.py", "messages.py", "share.py", "CHANGELOG.md"]:
        assert (ROOT / name).is_file()
        assert name.partition("/")[0] not in left_out


def test_balancer_configuration_is_valid():
    run = read_by("haproxy", "-c", "-f", BALANCER)
    assert run.returncode == 0, run.stderr


def test_servers_and_balancer_of_several_machines_fit_together():
    """The balancer forwards to the servers that exist, and they trust it. Each server has its own
    folder, and all have the key in the same place."""
    text = COMPOSE.read_text(encoding="utf-8")
    machines = re.findall(
        r"^  (machine-\d):\n    <<: \*machine\n    hostname: (.*)", text, re.MULTILINE
    )
    led_to = re.findall(r"^    server (\S+) (\S+):2222$", BALANCER.read_text(), re.MULTILINE)
    assert len(machines) == 2
    assert led_to == 2 * machines
    assert text.count('"key:/key"') == len(machines) + 1
    assert all(f'"{name}:/var/lib/guildhall"' in text for name, _ in machines)
    (command,) = re.findall(r"^  command: (\[\"serve\".*\])$", text, re.MULTILINE)
    arguments = build_parser(Translator("en")).parse_args(json.loads(command))
    (balancer,) = re.findall(r"ipv4_address: ([\d.]+)", text)
    assert arguments.balancers == [IPv4Network(balancer)]
    (network,) = re.findall(r"subnet: (\S+)", text)
    assert IPv4Network(balancer).subnet_of(IPv4Network(network))
    (others,) = re.findall(r"ip_range: (\S+)", text)
    assert not IPv4Network(balancer).subnet_of(IPv4Network(others))


def test_no_configuration_contains_a_password():
    text = COMPOSE.read_text(encoding="utf-8")
    assert re.findall(r"PASSWORD.*", text) == ["PASSWORD_FILE: /secret/password"]
    (store,) = re.findall(r"GUILDHALL_STORE: (\S+)", text)
    assert address(store) == store
