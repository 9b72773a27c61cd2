"""The certificate of the web server: its problems are reported in a sentence."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from tests.tui.web.certificates import NOW, certificate
from tui.web.certificate import BadCertificate, Certificate


def test_certificate_names_its_hosts_and_warns_before_it_expires(tmp_path: Path):
    chain, key = certificate(tmp_path, "games.example.org", "*.example.org")
    loaded = Certificate.load(chain, key, NOW)
    assert loaded.names == ("games.example.org",)
    assert loaded.warning(NOW) is None
    warning = loaded.warning(NOW + timedelta(days=50))
    assert warning is not None
    assert "expires on 2026-06-30" in warning.plain()


def test_renewed_certificate_replaces_the_old_one(tmp_path: Path):
    chain, key = certificate(tmp_path, "old.example.org")
    loaded = Certificate.load(chain, key, NOW)
    before = loaded.context
    certificate(tmp_path, "new.example.org")
    loaded.reload(NOW)
    assert loaded.names == ("new.example.org",)
    assert loaded.context is not before


def test_bad_certificate_does_not_replace_a_good_one(tmp_path: Path):
    chain, key = certificate(tmp_path, "games.example.org")
    loaded = Certificate.load(chain, key, NOW)
    chain.write_text("broken")
    with pytest.raises(BadCertificate):
        loaded.reload(NOW)
    assert loaded.names == ("games.example.org",)


def test_missing_certificate_is_named(tmp_path: Path):
    chain, key = certificate(tmp_path, "games.example.org")
    with pytest.raises(BadCertificate, match=r"Cannot read .*absent.pem: No such file"):
        Certificate.load(tmp_path / "absent.pem", key, NOW)
    with pytest.raises(BadCertificate, match=r"Cannot read .*absent.pem: No such file"):
        Certificate.load(chain, tmp_path / "absent.pem", NOW)


@pytest.mark.parametrize(
    ("days", "sentence"), [(61, "expired on 2026-06-30"), (-2, "not valid until 2026-04-30")]
)
def test_expired_or_future_certificate_is_refused(tmp_path: Path, days: int, sentence: str):
    chain, key = certificate(tmp_path, "games.example.org")
    with pytest.raises(BadCertificate, match=sentence):
        Certificate.load(chain, key, NOW + timedelta(days=days))


def test_invalid_certificate_or_wrong_key_is_refused(tmp_path: Path):
    chain, key = certificate(tmp_path, "games.example.org")
    with pytest.raises(BadCertificate, match="not a certificate in PEM format"):
        Certificate.load(key, key, NOW)
    (tmp_path / "other").mkdir()
    _, other = certificate(tmp_path / "other", "games.example.org")
    with pytest.raises(BadCertificate, match="not the private key"):
        Certificate.load(chain, other, NOW)
    with pytest.raises(BadCertificate, match="not the private key"):
        Certificate.load(chain, chain, NOW)
