"""The servers that other tests rely on."""

import fsspec
import pytest
import redis
import redis_server
from s3_server import S3Server

pytestmark = pytest.mark.full


def test_a_broker_that_is_killed_comes_back_with_what_it_acknowledged() -> None:
    with redis_server.started() as server, redis.Redis.from_url(server.address) as client:
        client.set("name", "imp")
        server.kill()
        with pytest.raises(redis.ConnectionError):
            client.get("name")
        server.start()
        assert client.get("name") == b"imp"
        server.empty()
        assert client.get("name") is None


def test_a_paused_broker_answers_nothing() -> None:
    with redis_server.started() as server:
        server.pause()
        with (
            redis.Redis.from_url(server.address, socket_timeout=0.1, retry=None) as client,
            pytest.raises(redis.TimeoutError),
        ):
            client.ping()
        server.go_on()
        with redis.Redis.from_url(server.address) as client:
            assert client.ping()


def test_the_object_store_holds_what_is_put_there(
    s3_server: S3Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in s3_server.environment.items():
        monkeypatch.setenv(name, value)
    store, root = fsspec.url_to_fs(s3_server.url, skip_instance_cache=True)
    store.pipe_file(f"{root}/imp", b"red")
    assert store.cat_file(f"{root}/imp") == b"red"
