"""Small breaks of a module: where they can be made, what they say, and the code they give."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}

Site = tuple[ast.AST, str, Callable[[], None]]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one function of one module."""

    module: str
    function: str
    number: int
    line: int
    last: int
    what: str

    @property
    def lines(self) -> range:
        return range(self.line, self.last + 1)


def functions(
    within: ast.Module | ast.ClassDef, path: str = ""
) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Functions and methods by their qualified names; what is nested in one belongs to it."""
    for node in within.body:
        if isinstance(node, ast.FunctionDef):
            yield path + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{path}{node.name}.")


def sites(tree: ast.Module) -> Iterator[tuple[str, Site]]:
    """Every small change that can be made to this very tree: function, node, words, how."""
    for name, function in functions(tree):
        for node in _run(function):
            for site in _changes(node):
                yield name, site
            for field in ("body", "orelse"):
                body = getattr(node, field, None)
                if isinstance(body, list):
                    for site in _removals(body):
                        yield name, site


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """The node and all below it that is ever run: annotations are not."""
    yield node
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _run(child)


def _changes(node: ast.AST) -> Iterator[Site]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARE:
        other = COMPARE[type(node.ops[0])]
        old = type(node.ops[0]).__name__
        yield node, f"{old} becomes {other.__name__}", lambda: node.ops.__setitem__(0, other())
    elif isinstance(node, ast.BoolOp):
        swapped = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield node, f"becomes {swapped.__name__}", lambda: setattr(node, "op", swapped())
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        sign = ARITHMETIC[type(node.op)]
        old = type(node.op).__name__
        yield node, f"{old} becomes {sign.__name__}", lambda: setattr(node, "op", sign())
    elif isinstance(node, ast.If):
        test = node.test
        yield (
            test,
            "the condition is turned round",
            lambda: setattr(node, "test", ast.UnaryOp(ast.Not(), test)),
        )
    elif isinstance(node, ast.Return) and isinstance(node.value, ast.Constant):
        if isinstance(node.value.value, bool):
            value = node.value
            yield (
                node,
                "the answer is turned round",
                lambda: setattr(value, "value", not value.value),
            )


def _removals(body: list[ast.stmt]) -> Iterator[Site]:
    for at, statement in enumerate(body):
        plain = isinstance(statement, ast.Assign | ast.AugAssign | ast.Continue | ast.Break)
        call = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
        bare = isinstance(statement, ast.Return) and statement.value is None
        if plain or call or bare:

            def remove(at: int = at) -> None:
                body[at] = ast.copy_location(ast.Pass(), body[at])

            yield statement, "the statement is left out", remove


def mutants(module: str, source: str) -> list[Mutant]:
    return [
        Mutant(module, name, number, node.lineno, node.end_lineno or node.lineno, what)
        for number, (name, (node, what, _)) in enumerate(sites(ast.parse(source)))
        if isinstance(node, ast.expr | ast.stmt)
    ]


def broken(mutant: Mutant, source: str, path: str) -> CodeType:
    """The code of the whole module with this change made."""
    tree = ast.parse(source)
    for at, (_, (_, _, change)) in enumerate(sites(tree)):
        if at == mutant.number:
            change()
            break
    return compile(ast.fix_missing_locations(tree), path, "exec")


def code_of(name: str, module: CodeType) -> CodeType:
    """The code of one function within the code of its module."""
    for part in name.split("."):
        [module] = [
            inner
            for inner in module.co_consts
            if isinstance(inner, CodeType) and inner.co_name == part
        ]
    return module
