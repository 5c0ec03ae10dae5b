"""A server of one person that others in the same network can reach (`serve --host 0.0.0.0`)."""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from opening import opened

from builder.web.infra import rights
from builder.web.infra.services import of

PHONE = {"REMOTE_ADDR": "192.168.1.23"}


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    """A browser on another device."""
    client = app.test_client()
    client.environ_base.update(PHONE)
    return client


def test_another_device_sees_nothing_of_the_owner(phone: FlaskClient, path: str) -> None:
    assert path not in phone.get("/").text
    for place in (
        path,
        f"{path}/share",
        f"{path}/script.json",
        "/settings/backup.zip",
        "/home/abc",
        "/home/",
    ):
        assert phone.get(place).status_code == 404, place
    assert phone.post(f"{path}/throw-away").status_code == 404
    assert "Your other devices" not in phone.get("/settings", base_url="http://192.168.1.5").text


@pytest.mark.parametrize("address", ["", "unknown", "192.168.1.23:80"])
def test_whoever_has_no_address_is_not_the_owner(app: Flask, path: str, address: str) -> None:
    client = app.test_client()
    assert client.get(path, environ_base={"REMOTE_ADDR": address}).status_code == 404


def test_another_device_has_scripts_of_its_own(phone: FlaskClient, client: FlaskClient, path: str) -> None:
    made = opened(phone, '["imp"]').partition("?")[0]
    assert phone.get(made).status_code == 200
    assert made in phone.get("/").text
    assert made not in client.get("/").text


def test_the_owners_address_makes_a_device_the_owners_for_good(
    app: Flask, phone: FlaskClient, path: str
) -> None:
    home = rights.home_path(rights.secret_key(of(app).settings))
    assert phone.get(f"{home}0").status_code == 404
    answer = phone.get(home)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert "Expires" in answer.headers["Set-Cookie"]
    assert phone.get(path).status_code == 200
    assert path in phone.get("/").text
    with phone.get("/settings/backup.zip") as backup:
        assert backup.status_code == 200


def test_settings_show_that_address_with_its_code_where_the_network_reaches_the_server(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Your other devices" not in client.get("/settings").text
    monkeypatch.setattr("builder.web.infra.guard.network_host", lambda _: "192.168.1.5:8020")
    page = client.get("/settings").text
    home = rights.home_path(rights.secret_key(of(app).settings))
    assert f"http://192.168.1.5:8020{home}" in page
    assert 'src="data:image/svg+xml' in page
