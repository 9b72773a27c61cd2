"""Health check of the web front end, by the same request as load balancers send."""

from __future__ import annotations

import http.client
import ssl
from typing import Final

from tui.server.reachability import TIMEOUT, CheckFailed, near

HEALTH_PATH: Final = "/health"


def check_web(host: str, port: int, *, is_tls: bool) -> None:
    """Check that the web front end is ready. Raises CheckFailed. If `is_tls`, connect by TLS,
    without verifying the certificate, because it is for the public name."""
    connection: http.client.HTTPConnection
    if is_tls:
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        connection = http.client.HTTPSConnection(near(host), port, timeout=TIMEOUT, context=context)
    else:
        connection = http.client.HTTPConnection(near(host), port, timeout=TIMEOUT)
    try:
        connection.request("GET", HEALTH_PATH)
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        reason = str(error) or type(error).__name__
        raise CheckFailed(
            "The web server does not answer on port {port}: {reason}.", port=port, reason=reason
        ) from error
    finally:
        connection.close()
    if status != http.client.OK:
        raise CheckFailed(
            "The web server on port {port} is not ready: {status}.", port=port, status=status
        )
