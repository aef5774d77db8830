"""How Numba is made to compile a whole program at once.

Left alone, Numba optimises each function together with all that it calls, level by level, so the innermost rules of a
game are optimised a dozen times over.  Here functions are translated once and left alone; the entry that Python calls
collects them all, and is optimised as a whole.  Everything in this module only saves time: if a future Numba has not
the parts that it leans on, `PART` and `WHOLE` are empty and compilation is merely slower.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import types as numba_types

types: Any = numba_types

PART: dict[str, Any] = {}
"""Compiler options of functions that live inside others."""
WHOLE: dict[str, Any] = {}
"""Compiler options of entries."""


def widen_arguments(dispatcher: Any) -> Any:
    """Compile a function once for all whole numbers instead of once per width and constant."""
    usual = getattr(dispatcher, "get_call_template", None)
    if usual is not None:

        def get_call_template(arguments: Any, keywords: Any) -> Any:
            return usual([_widest(kind) for kind in arguments], keywords)

        dispatcher.get_call_template = get_call_template
    return dispatcher


def _widest(kind: Any) -> Any:
    wide = types.unliteral(kind)
    return types.int64 if isinstance(wide, types.Integer) and wide.bitwidth < 64 else wide


def _no_machine_code(name: str) -> Any:
    """What Python finds when it calls a function that exists only inside others: something that raises.

    Numba wants a builtin that takes any arguments; formatting a field that nobody gives raises a KeyError naming it.
    """
    text = f"{{{name} is compiled into its callers only (use an entry, or interpret it)}}"
    return text.format


try:
    from numba.core.codegen import CPUCodeLibrary
    from numba.core.compiler import CompilerBase, DefaultPassBuilder
    from numba.core.compiler_machinery import register_pass
    from numba.core.typed_passes import NativeLowering
    from numba.np import arrayobj

    for _needed in ("finalize", "_get_module_for_linking", "_finalize_dynamic_globals", "_optimize_functions"):
        if not hasattr(CPUCodeLibrary, _needed):
            raise ImportError(_needed)
    if not hasattr(arrayobj, "fix_integer_index"):
        raise ImportError("fix_integer_index")
except ImportError:  # pragma: no cover - depends on the version of Numba
    pass
else:

    def _library(state: Any) -> Any:
        """The library of the function in hand, made as the usual lowering would."""
        if state.library is None:
            state.library = state.targetctx.codegen().create_library(state.func_id.func_qualname)
            state.library.enable_object_caching()
        return state.library

    def _collect(library: Any) -> None:
        """Let an entry link everything that its callees call."""
        found = list(dict.fromkeys(library._linking_libraries))
        at = 0
        while at < len(found):
            found += [inner for inner in dict.fromkeys(found[at]._linking_libraries) if inner not in found]
            at += 1
        library._linking_libraries[:] = found

    @contextmanager
    def _plain_indices() -> Iterator[None]:
        """Translate array accesses without the test for negative indices; the compiler's lock is held meanwhile."""
        usual = arrayobj.fix_integer_index
        arrayobj.fix_integer_index = lambda context, builder, kind, index, size: context.cast(
            builder, index, kind, types.intp
        )
        try:
            yield
        finally:
            arrayobj.fix_integer_index = usual

    @register_pass(mutates_CFG=True, analysis_only=False)
    class _PartLowering(NativeLowering):  # type: ignore[misc]
        _name = "mulligan_part_lowering"

        def run_pass(self, state: Any) -> bool:
            state.flags.no_compile = True
            state.flags.no_cpython_wrapper = True
            state.flags.no_cfunc_wrapper = True
            library = _library(state)
            library._optimize_functions = lambda module: None

            def finalize() -> None:
                library._finalize_dynamic_globals()
                library._finalized = True

            library.finalize = finalize
            with _plain_indices():
                super().run_pass(state)
            found = state["cr"]
            key = _no_machine_code(state.func_id.func_name)
            state.targetctx.insert_user_function(key, found.fndesc, [library])
            state["cr"] = found._replace(cfunc=key)
            return True

    @register_pass(mutates_CFG=True, analysis_only=False)
    class _WholeLowering(NativeLowering):  # type: ignore[misc]
        _name = "mulligan_whole_lowering"

        def run_pass(self, state: Any) -> bool:
            library = _library(state)
            usual = library.finalize

            def finalize() -> None:
                _collect(library)
                usual()

            library.finalize = finalize
            with _plain_indices():
                return bool(super().run_pass(state))

    def _with(lowering: Any) -> Any:
        class Pipeline(CompilerBase):  # type: ignore[misc]
            def define_pipelines(self) -> list[Any]:
                usual = DefaultPassBuilder.define_nopython_pipeline(self.state)
                usual.passes = [(lowering if step is NativeLowering else step, why) for step, why in usual.passes]
                usual._finalized = False
                usual.finalize()
                return [usual]

        return Pipeline

    PART = {"pipeline_class": _with(_PartLowering)}
    WHOLE = {"pipeline_class": _with(_WholeLowering)}
