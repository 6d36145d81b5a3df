"""The server's TLS certificate: loaded with its key, and when it expires."""

import ssl
import time
from collections.abc import Callable
from contextlib import suppress

from watai.protocol.problem import Problem
from watai.server.listeners import CannotStart
from watai.server.settings.config import Config

DAY = 86_400
WARNING_DAYS = (
    14  # long enough to notice a renewal that fails, which is tried a month before the end
)
ROUNDS = 9  # a TLS handshake takes two or three
EXPIRED = 10  # OpenSSL's X509_V_ERR_CERT_HAS_EXPIRED


class OldCertificate(Problem):
    """The certificate has expired, or will soon."""


def tls_context(config: Config) -> ssl.SSLContext | None:
    """The configured certificate, if there is one."""
    if not config.tls_cert and not config.tls_key:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(config.tls_cert, config.tls_key or None, password="")
    except (OSError, ssl.SSLError) as error:
        raise CannotStart(
            "cannot use the certificate {cert} with the key {key}: {error}",
            cert=config.tls_cert,
            key=config.tls_key or config.tls_cert,
            error=error.strerror or error,
        ) from None
    return context


def certificate_warning(
    config: Config, now: Callable[[], float] = time.time
) -> OldCertificate | None:
    """What an operator should know of the certificate: that it has expired, or will soon."""
    context = tls_context(config)
    if context is None:
        return None
    try:
        expires = _expires(context, config.tls_cert)
    except ssl.SSLCertVerificationError as error:
        if error.verify_code != EXPIRED:
            return None  # clients may still trust it
        return OldCertificate("the certificate {cert} has expired: renew it", cert=config.tls_cert)
    except ssl.SSLError:
        return None  # it is for clients of another kind
    days = int((expires - now()) // DAY)
    if days >= WARNING_DAYS:
        return None
    return OldCertificate(
        "the certificate {cert} expires in {days} days: renew it", cert=config.tls_cert, days=days
    )


def _expires(context: ssl.SSLContext, cert: str) -> float:
    """When the certificate expires, in seconds since 1970. The standard library tells this only of a peer's certificate,
    so the server shakes hands with itself, in memory, as a client that trusts this certificate."""
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    client.load_verify_locations(cert)
    client.verify_flags |= ssl.VerifyFlags.VERIFY_X509_PARTIAL_CHAIN
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    server_end = context.wrap_bio(to_server, to_client, server_side=True)
    client_end = client.wrap_bio(to_client, to_server)
    for _ in range(ROUNDS):
        with suppress(ssl.SSLWantReadError):
            client_end.do_handshake()
            shown = client_end.getpeercert()
            assert shown is not None
            return ssl.cert_time_to_seconds(str(shown["notAfter"]))
        with suppress(ssl.SSLWantReadError):
            server_end.do_handshake()
    raise ssl.SSLError("no handshake with ourselves")
