"""Whether messages are what the JSON Schema of the protocol says, by a reading of the schema of our own."""

from typing import Any

from watai.protocol.json_schema import schema


def valid(rule: Any, said: Any) -> bool:
    """Whether JSON Schema takes this, by the keywords that our schema uses and no others."""
    rule = dict(rule)
    for silent in ("title", "description", "default", "discriminator"):
        rule.pop(silent, None)
    types = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
    return all(_holds(key, rule, said, types) for key in rule)


def _holds(key: str, rule: Any, said: Any, types: Any) -> bool:
    match key:
        case "$ref":
            return valid(schema()["$defs"][rule[key].rpartition("/")[2]], said)
        case "anyOf":
            return any(valid(each, said) for each in rule[key])
        case "enum":
            return bool(said in rule[key])
        case "minimum":
            return bool(said >= rule[key])
        case "maximum":
            return bool(said <= rule[key])
        case "type" if rule[key] == "integer":
            return isinstance(said, int) and not isinstance(said, bool)
        case "type":
            return bool(isinstance(said, types[rule[key]]))
        case "required":
            return isinstance(said, dict) and set(rule[key]) <= said.keys()
        case "properties":
            return not isinstance(said, dict) or all(
                valid(each, said[k]) for k, each in rule[key].items() if k in said
            )
        case "additionalProperties":
            more = {k: v for k, v in said.items() if k not in rule.get("properties", {})}
            return (
                not more if rule[key] is False else all(valid(rule[key], v) for v in more.values())
            )
        case "items":
            return all(valid(rule[key], each) for each in said)
    raise AssertionError(f"the schema uses {key}, which this check does not know")


def strange(side: str, said: Any) -> bool:
    """Whether the schema refuses a message of this side, `client` or `server`."""
    return not valid(schema()["$defs"][side], said)
