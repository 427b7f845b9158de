"""Loops of tests, not of helpers, that may assert nothing: nothing shows that they have something to run over."""

from __future__ import annotations

import ast
from collections.abc import Iterator

TRANSPARENT = {
    "combinations", "enumerate", "list", "permutations", "product", "reversed", "set", "sorted", "tuple", "zip"
}  # fmt: skip
"""Calls that have something to run over if all that they are given has."""

CERTAIN = {"non_empty", "files", "range", "sample"}
"""Calls that fail where there is nothing, or whose figures are written there."""

METHODS = {"items", "values", "keys"}


def unguarded(tree: ast.Module) -> list[int]:
    """The lines of the loops in a module.

    A loop is safe if it runs over what is written out, a constant or an enumeration, an argument of its function,
    or `non_empty` of anything; or if its function asserts something of what it runs over, or of what it counts.
    """
    loops = [
        (loop, function)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and function.name.startswith("test_")
        for loop in _loops(function.body)
    ]
    known = set(_known(tree)) if loops else set()
    return sorted(
        loop.lineno for loop, function in loops if not _is_guarded(loop, function, known | _arguments(function))
    )


def _known(tree: ast.Module) -> Iterator[str]:
    """The constants of a module and the classes that it imports, which may be enumerations."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id.isupper():
            yield node.id
        elif isinstance(node, ast.ImportFrom):
            yield from (name.name for name in node.names if name.name[0].isupper())


def _arguments(function: ast.FunctionDef) -> set[str]:
    return {argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)}


def _loops(body: list[ast.stmt]) -> Iterator[ast.For]:
    """The outermost loops that assert something: what is in them may be empty now and then."""
    for node in body:
        if isinstance(node, ast.For | ast.While):
            if isinstance(node, ast.For) and any(isinstance(inner, ast.Assert) for inner in ast.walk(node)):
                yield node
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from _loops([inner for inner in ast.iter_child_nodes(node) if isinstance(inner, ast.stmt)])


def _is_guarded(loop: ast.For, function: ast.AST, known: set[str]) -> bool:
    if _has_something(loop.iter, known):
        return True
    inside = set(map(id, ast.walk(loop)))
    asserted = [node for node in ast.walk(function) if isinstance(node, ast.Assert) and id(node) not in inside]
    told_of = {ast.unparse(part) for node in asserted for part in ast.walk(node.test) if isinstance(part, ast.expr)}
    counted = {ast.unparse(node.target) for node in ast.walk(loop) if isinstance(node, ast.AugAssign)}
    return bool(told_of & (_parts(loop.iter) | counted))


def _parts(iterable: ast.expr) -> set[str]:
    """What a loop runs over, without what only goes through it."""
    if isinstance(iterable, ast.Call) and _called(iterable) in TRANSPARENT:
        return set().union(*(_parts(one) for one in iterable.args))
    if isinstance(iterable, ast.Call) and _called(iterable) in METHODS and isinstance(iterable.func, ast.Attribute):
        return {ast.unparse(iterable), ast.unparse(iterable.func.value)}
    return {ast.unparse(iterable)}


def _has_something(iterable: ast.expr, known: set[str]) -> bool:
    """Whether it can be seen that this is not empty."""
    match iterable:
        case ast.Call():
            return _gives_something(iterable, known)
        case ast.Name(id=name):
            return name in known
        case ast.Attribute(attr=name):
            return name.isupper()
        case ast.Subscript(value=value, slice=ast.Slice()):
            return _has_something(value, known)
        case ast.BinOp(left=left, right=right):
            return _has_something(left, known) or _has_something(right, known)
        case ast.IfExp(body=one, orelse=other):
            return _has_something(one, known) and _has_something(other, known)
    return _is_written_out(iterable)


def _gives_something(call: ast.Call, known: set[str]) -> bool:
    if _called(call) in METHODS and isinstance(call.func, ast.Attribute):
        return _has_something(call.func.value, known)
    if _called(call) in TRANSPARENT:
        return all(_has_something(one, known) for one in call.args)
    return _called(call) in CERTAIN


def _is_written_out(iterable: ast.expr) -> bool:
    """Whether this is a literal with something in it."""
    if isinstance(iterable, ast.Tuple | ast.List | ast.Set):
        return bool(iterable.elts)
    if isinstance(iterable, ast.Dict):
        return bool(iterable.keys)
    return isinstance(iterable, ast.Constant) and bool(iterable.value)


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)
