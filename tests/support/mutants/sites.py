"""Which small faults can be planted in a module: each replaces one piece of its source by another.

left out      a call, an assignment to an attribute or an element, a raise, a break or a continue becomes `pass`
turned round  `==` and `!=`, `is` and `is not`, `in` and `not in`, `and` and `or`, a condition and its opposite
off by one    `<` and `<=`, `>` and `>=`, a whole number and the next one
exchanged     `+` and `-`, `True` and `False`
"""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SWAPPED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
LOGS: Final = ("log.", "logger.", "warnings.")
"""What operators read is checked by people; a log line left out is no fault here."""


@dataclass(frozen=True)
class Mutant:
    """One fault: the bytes of a file from `start` to `stop` become `new`."""

    path: str
    line: int
    last_line: int
    start: int
    stop: int
    old: str
    new: str
    nth: int
    """How many equal replacements come before it in the file: with it a name stays the same when lines move."""

    @property
    def name(self) -> str:
        """What it is called in tests/data/mutants.toml, whatever stands above it."""
        return f"{self.path}: {self.old} -> {self.new} #{self.nth}"

    def planted(self, source: bytes) -> bytes:
        """The source of the file with the fault in it."""
        return source[: self.start] + self.new.encode() + source[self.stop :]


class _Finder(ast.NodeVisitor):
    """Goes through what is executed: no annotations, decorators, docstrings, asserts or formatted texts."""

    def __init__(self, source: bytes) -> None:
        self.found: list[tuple[ast.AST, str]] = []
        self._source = source

    def _add(self, node: ast.AST, new: ast.AST | str) -> None:
        self.found.append((node, new if isinstance(new, str) else f"({ast.unparse(new)})"))

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for each in (*node.args.defaults, *node.args.kw_defaults, *node.body):
            if each is not None:
                self.visit(each)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for each in node.body:
            self.visit(each)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._left_out(node, node.target)
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        self._left_out(node, node.targets[0])
        self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._add(node, "pass")
        self.visit(node.value)

    def _left_out(self, node: ast.AST, target: ast.AST) -> None:
        """A name that is missing would be noticed by everybody; a value that was not kept might not."""
        if isinstance(target, (ast.Attribute, ast.Subscript)):
            self._add(node, "pass")

    def visit_Expr(self, node: ast.Expr) -> None:
        call = node.value.value if isinstance(node.value, ast.Await) else node.value
        if isinstance(call, ast.Call) and not ast.unparse(call).startswith(LOGS):
            self._add(node, "pass")
            self.generic_visit(call)
        elif isinstance(node.value, ast.Yield):
            self.generic_visit(node.value)

    def visit_Raise(self, node: ast.Raise) -> None:
        self._add(node, "pass")

    def visit_Break(self, node: ast.Break) -> None:
        self._add(node, "pass")

    def visit_Continue(self, node: ast.Continue) -> None:
        self._add(node, "pass")

    def visit_Assert(self, node: ast.Assert) -> None:
        pass

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        pass

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) == "TYPE_CHECKING":
            return
        if isinstance(node.test, (ast.Name, ast.Attribute, ast.Call)):
            self._add(node.test, ast.UnaryOp(ast.Not(), node.test))
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        for index, op in enumerate(node.ops):
            ops = list(node.ops)
            ops[index] = SWAPPED[type(op)]()
            self._add(node, ast.Compare(node.left, ops, node.comparators))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self._add(node, ast.BoolOp(other, node.values))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._add(node, node.operand)
            self.visit(node.operand)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, (ast.Add, ast.Sub)):
            other = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            self._add(node, ast.BinOp(node.left, other, node.right))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._add(node, str(not node.value))
        elif isinstance(node.value, int):
            self._add(node, str(node.value + 1))


def mutants(path: str, root: Path) -> Iterator[Mutant]:
    """Every fault that can be planted in this file, in order."""
    source = (root / path).read_bytes()
    finder = _Finder(source)
    finder.visit(ast.parse(source))
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    seen: Counter[tuple[str, str]] = Counter()
    for node, new in finder.found:
        start = lines[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        stop = lines[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        old = " ".join(source[start:stop].decode().split())
        yield Mutant(path, node.lineno, node.end_lineno, start, stop, old, new, seen[old, new])  # type: ignore[attr-defined]
        seen[old, new] += 1
