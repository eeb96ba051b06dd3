"""Small errors of a programmer, one at a time: the places for them and the trees.

A mutant is one changed node of one module: a comparison, a condition, a connective, a
number, a truth value, an operator, or what a function returns. Text, annotations,
decorators and assertions stay as they are.
"""

import ast
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

NEGATED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
}
AT_THE_BORDER: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
OTHER_OPERATOR: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
CONDITIONS = (ast.Name, ast.Call, ast.Attribute, ast.NamedExpr)
"""Conditions that no other change reaches; they are negated."""


@dataclass(frozen=True, slots=True, order=True)
class Mutant:
    """One change.

    Attributes:
        path: Of the module, from the root of the project.
        line: Of the changed node.
        column: Of the changed node.
        kind: Of the change.
        last: Line on which the changed node ends.
        on_import: Whether the node runs when the module is imported.
    """

    path: str
    line: int
    column: int
    kind: str
    last: int
    on_import: bool

    def __str__(self) -> str:
        """Return the place and the change."""
        return f"{self.path}:{self.line}:{self.column} {self.kind}"


def kinds(node: ast.AST) -> Iterator[str]:
    """Yield the changes that a node can have."""
    match node:
        case ast.Compare(ops=[op]):
            yield "negate"
            if type(op) in AT_THE_BORDER:
                yield "border"
        case ast.BoolOp():
            yield "and-or"
        case ast.UnaryOp(op=ast.Not()):
            yield "drop-not"
        case ast.BinOp(op=op) if type(op) in OTHER_OPERATOR:
            yield "operator"
        case ast.Constant(value=bool()):
            yield "truth"
        case ast.Constant(value=int() | float()):
            yield "number"
        case ast.Return(value=ast.expr() as value) if not is_nothing(value):
            yield "return-none"
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            if isinstance(test, CONDITIONS):
                yield "condition"


def is_nothing(node: ast.expr) -> bool:
    """Whether an expression is None, or False, which reads the same."""
    return isinstance(node, ast.Constant) and node.value in (None, False)


def changed(node: ast.AST, kind: str) -> ast.AST:
    """Return what stands in a node's place; the node itself may be changed."""
    match kind, node:
        case "negate", ast.Compare(ops=[op]):
            node.ops = [NEGATED[type(op)]()]
        case "border", ast.Compare(ops=[op]):
            node.ops = [AT_THE_BORDER[type(op)]()]
        case "and-or", ast.BoolOp(op=op):
            node.op = ast.Or() if isinstance(op, ast.And) else ast.And()
        case "drop-not", ast.UnaryOp(operand=operand):
            return operand
        case "operator", ast.BinOp(op=op):
            node.op = OTHER_OPERATOR[type(op)]()
        case "truth", ast.Constant(value=value):
            node.value = not value
        case "number", ast.Constant(value=int() | float() as value):
            node.value = value + 1
        case "return-none", ast.Return():
            node.value = ast.Constant(None)
        case "condition", ast.If() | ast.IfExp() | ast.While():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case _:
            raise ValueError(f"{kind} does not fit {type(node).__name__}")
    return node


def children(node: ast.AST) -> Iterator[tuple[ast.AST, bool]]:
    """Yield the parts of a node that may change; and whether they run on a call."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST) and not isinstance(part, ast.Assert):
                function = isinstance(node, ast.FunctionDef | ast.Lambda)
                yield part, function and name == "body"


def walk(node: ast.AST, *, called: bool = False) -> Iterator[tuple[ast.AST, bool]]:
    """Yield every node that may change; and whether it runs on a call."""
    yield node, called
    for part, inside in children(node):
        if isinstance(node, ast.Call) and is_kinds(node, part):
            continue  # the kinds of `isinstance(x, A | B)` are like annotations
        yield from walk(part, called=called or inside)


def is_kinds(call: ast.Call, part: ast.AST) -> bool:
    """Whether a part of a call is the second argument of isinstance."""
    named = isinstance(call.func, ast.Name) and call.func.id == "isinstance"
    return named and part is call.args[1]


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node, called in walk(tree):
        for kind in kinds(node):
            assert isinstance(node, ast.expr | ast.stmt)
            last = node.end_lineno or node.lineno
            if isinstance(node, ast.If | ast.While):
                last = node.test.end_lineno or node.lineno
            place = (node.lineno, node.col_offset)
            yield Mutant(str(path), *place, kind, last, not called)


def mutated(mutant: Mutant) -> ast.Module:
    """Return the tree of the module with the change."""
    tree = ast.parse(Path(mutant.path).read_text(encoding="utf-8"))
    swap = _Swap(mutant)
    swap.visit(tree)
    assert swap.done, mutant
    return ast.fix_missing_locations(tree)


class _Swap(ast.NodeTransformer):
    def __init__(self, mutant: Mutant) -> None:
        self.mutant, self.done = mutant, False

    def visit(self, node: ast.AST) -> ast.AST:
        at = (getattr(node, "lineno", 0), getattr(node, "col_offset", -1))
        mutant = self.mutant
        here = not self.done and at == (mutant.line, mutant.column)
        if here and mutant.kind in kinds(node):
            self.done = True
            return changed(node, mutant.kind)
        self.generic_visit(node)
        return node


def sample(package: Path, count: int, seed: int) -> list[Mutant]:
    """Return a fixed random sample of the mutants of a package."""
    places = sorted(
        {one for path in sorted(package.rglob("*.py")) for one in mutants_of(path)}
    )
    return sorted(random.Random(seed).sample(places, min(count, len(places))))
