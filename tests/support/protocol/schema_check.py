"""The JSON Schema of the protocol, compiled: of what a client says, of what the server says, and of both."""

from typing import Final

from jsonschema_rs import Draft202012Validator

from watai.protocol.json_schema import schema


def _of(side: str) -> Draft202012Validator:
    return Draft202012Validator({**schema(), "anyOf": [{"$ref": f"#/$defs/{side}"}]})


WHOLE: Final = Draft202012Validator(schema())
SIDES: Final = {side: _of(side) for side in ("client", "server")}
