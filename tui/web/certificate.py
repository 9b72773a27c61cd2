"""The TLS certificate of the web server."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from attrs import define
from cryptography import x509

from engine.errors import GuildhallError
from engine.i18n.text import Text, words
from engine.shell_command import shell_command

WARN_BEFORE: Final = timedelta(days=14)


class BadCertificate(GuildhallError):
    """Raised if the certificate or its key is unusable."""


@define(eq=False)
class Certificate:
    """A certificate with its private key, and the TLS context that uses it."""

    context: ssl.SSLContext
    names: tuple[str, ...]
    until: datetime
    _chain: Path
    _key: Path

    @classmethod
    def load(cls, chain: Path, key: Path, now: datetime | None = None) -> Certificate:
        """Read a certificate, with its chain, from the file `chain`, and its private key from the
        file `key`, both in PEM format. Raises BadCertificate if they are unusable, or if the
        certificate is not valid at the time `now` (by default, the current time)."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.options |= ssl.OP_NO_RENEGOTIATION
        names, until = _read(chain, key, context, now or datetime.now(UTC))
        return cls(context, names, until, chain, key)

    def reload(self, now: datetime | None = None) -> None:
        """Read both files again, for new connections. If they are unusable, keep the old
        certificate and raise BadCertificate."""
        new = Certificate.load(self._chain, self._key, now)
        self.context, self.names, self.until = new.context, new.names, new.until

    def warning(self, now: datetime | None = None) -> Text | None:
        """Return a warning if the certificate expires soon, else None."""
        if self.until - (now or datetime.now(UTC)) > WARN_BEFORE:
            return None
        return words(
            "The certificate expires on {day}. Renew it, and run “{command}”.",
            day=self.until.strftime("%Y-%m-%d"),
            command=shell_command("server", "reload"),
        )


def _read(
    chain: Path, key: Path, context: ssl.SSLContext, now: datetime
) -> tuple[tuple[str, ...], datetime]:
    try:
        certificate = x509.load_pem_x509_certificate(chain.read_bytes())
        key.read_bytes()
    except OSError as error:
        raise BadCertificate(
            "Cannot read {file}: {reason}.", file=str(error.filename), reason=error.strerror or ""
        ) from error
    except ValueError as error:
        raise BadCertificate(
            "{file} is not a certificate in PEM format.", file=str(chain)
        ) from error
    if certificate.not_valid_after_utc <= now:
        day = certificate.not_valid_after_utc.strftime("%Y-%m-%d")
        raise BadCertificate(
            "The certificate {file} expired on {day}. Renew it.", file=str(chain), day=day
        )
    if certificate.not_valid_before_utc > now:
        day = certificate.not_valid_before_utc.strftime("%Y-%m-%d")
        raise BadCertificate(
            "The certificate {file} is not valid until {day}.", file=str(chain), day=day
        )
    try:
        context.load_cert_chain(chain, key, password=_no_password)
    except (ssl.SSLError, OSError, ValueError) as error:
        raise BadCertificate(
            "{key} is not the private key of the certificate {file}, or it has a password.",
            key=str(key),
            file=str(chain),
        ) from error
    return _names(certificate), certificate.not_valid_after_utc


def _no_password() -> str:
    """Return an empty password, so that OpenSSL does not prompt for one."""
    return ""


def _names(certificate: x509.Certificate) -> tuple[str, ...]:
    """Return the host names of a certificate, except wildcards."""
    try:
        extension = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName)
    except x509.ExtensionNotFound:
        return ()
    names = extension.value.get_values_for_type(x509.DNSName)
    return tuple(name for name in names if not name.startswith("*"))
