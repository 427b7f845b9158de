"""A faster `typing.NamedTuple`, and decorators that change how tuples compare.

Its classes take a third of the time to create. A table creates two hundred of them before its first page. For each, the
standard library compiles an expression and each annotation, and creates a second class. Here, a constructor is compiled
once for each number of fields, and the names of the fields are set afterwards. Neither type checkers nor callers see a
difference. Modules that use it need `from __future__ import annotations`. A class may have a `cached_property`.
"""

from __future__ import annotations

from functools import cache, cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from types import FunctionType

    try:
        # collections.namedtuple uses it to read fields; it is not public, but three times as fast as the public way.
        from _collections import _tuplegetter as _field_reader
    except ImportError:

        def _field_reader(index: int, doc: str | None) -> property:
            return property(itemgetter(index), doc=doc)

    class _TupleMethods(tuple):
        """The methods of all named tuples."""

        __slots__ = ()

        @classmethod
        def _make(cls, values: Any) -> Any:
            new_tuple = tuple.__new__(cls, values)
            if len(new_tuple) != len(cls._fields):
                raise TypeError(f"{cls.__name__} has {len(cls._fields)} fields, not {len(new_tuple)}")
            return new_tuple

        def _replace(self, /, **changes: Any) -> Any:
            # Many states are replaced at a press; this takes half the time of the standard library's method.
            values, indices = list(self), self._indices
            try:
                for field, value in changes.items():
                    values[indices[field]] = value
            except KeyError:
                unknown = ", ".join(field for field in changes if field not in indices)
                raise ValueError(f"{type(self).__name__} has no {unknown}") from None
            return tuple.__new__(type(self), values)

        __replace__ = _replace  # for copy.replace

        def _asdict(self) -> dict[str, Any]:
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self) -> str:
            fields = ", ".join(f"{field}={value!r}" for field, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({fields})"

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)

    class _NamedTupleMeta(type):
        """Creates an ordinary subclass of tuple for each class that names NamedTuple as its base."""

        def __new__(_mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
            fields = tuple(namespace.get("__annotations__", ()))
            defaults = tuple([namespace[field] for field in fields if field in namespace])
            required_count = len(fields) - len(defaults)
            if any(field in namespace for field in fields[:required_count]):
                raise TypeError(f"{name}: a field without a default comes after one that has one")
            code = _constructor_code(len(fields)).replace(co_varnames=("cls", *fields), co_qualname=f"{name}.__new__")
            namespace["__new__"] = FunctionType(code, {"new": tuple.__new__}, "__new__", defaults)
            namespace["_fields"] = namespace["__match_args__"] = fields
            namespace["_field_defaults"] = dict(zip(fields[required_count:], defaults, strict=True))
            namespace["_indices"] = {field: index for index, field in enumerate(fields)}
            for index, field in enumerate(fields):
                namespace[field] = _field_reader(index, None)
            # The cache of a cached_property needs a dictionary in each value.
            if cached_property not in map(type, namespace.values()):
                namespace["__slots__"] = ()
            return type(name, (_TupleMethods, *bases[1:]), namespace)

    @cache
    def _constructor_code(count: int) -> Any:
        """Return the code of a constructor of tuples with `count` fields."""
        fields = "".join(f"_{index}, " for index in range(count))
        namespace: dict[str, FunctionType] = {}
        exec(f"def __new__(cls, {fields}): return new(cls, ({fields}))", namespace)
        return namespace["__new__"].__code__

    NamedTuple = type.__new__(_NamedTupleMeta, "NamedTuple", (), {})


def equal_within_class(cls: type[T]) -> type[T]:
    """Make values of a class equal only to values of that class, not to those of another class with equal fields.

    Values without fields are true, as other objects are.
    """

    def equal(self: Any, other: object) -> bool:
        return isinstance(other, cls) and bool(tuple.__eq__(self, other))

    def hash_with_class(self: Any) -> int:
        return hash((cls, tuple.__hash__(self)))

    methods = {"__eq__": equal, "__ne__": object.__ne__, "__hash__": hash_with_class, "__bool__": lambda _: True}
    for name, method in methods.items():
        setattr(cls, name, method)
    return cls


def compared_by_identity(cls: type[T]) -> type[T]:
    """Make each value of a class equal only to itself, so that it is hashed quickly as a key of caches."""
    for method in ("__eq__", "__ne__", "__hash__"):
        setattr(cls, method, getattr(object, method))
    return cls
