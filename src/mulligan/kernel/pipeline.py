"""How Numba is made to compile a whole program at once.

Left alone, Numba optimises each function together with all that it calls, level by level, so the innermost rules of a
game are optimised a dozen times over.  Here functions are translated once and left alone; the entry that Python calls
collects them all, and is optimised as a whole.  Everything in this module only saves time: if a future Numba has not
the parts that it leans on, `PART`, `WHOLE` and `HURRIED` are empty and compilation is merely slower.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any
from weakref import WeakSet

from numba.core import config
from numba.core import types as numba_types

types: Any = numba_types

PART: dict[str, Any] = {}
"""Compiler options of functions that live inside others."""
WHOLE: dict[str, Any] = {}
"""Compiler options of entries."""
HURRIED: dict[str, Any] = {}
"""Compiler options of entries that do little at a time."""

LONG = 400  # instructions, before they are optimised
ENVIRONMENT = re.compile(r"^_ZN08NumbaEnv")


def _tell_records_apart() -> None:
    """A record is no record with fewer fields: else code made for the one would be used for the other, or not,
    depending on which was there first."""
    usual = types.Record.can_convert_to

    def can_convert_to(one: Any, context: Any, other: Any) -> Any:
        return None if isinstance(other, types.Record) else usual(one, context, other)

    types.Record.can_convert_to = can_convert_to


_tell_records_apart()


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
    from llvmlite.binding import Linkage
    from numba.core.codegen import CPUCodeLibrary
    from numba.core.compiler import CompilerBase, DefaultPassBuilder
    from numba.core.compiler_machinery import register_pass
    from numba.core.cpu import CPUContext
    from numba.core.targetconfig import TargetConfig
    from numba.core.typed_passes import NativeLowering
    from numba.core.typing.context import Context
    from numba.np import arrayobj

    for _needed in ("finalize", "_finalize_dynamic_globals", "_optimize_functions", "_optimize_final_module"):
        if not hasattr(CPUCodeLibrary, _needed):
            raise ImportError(_needed)
    if not hasattr(arrayobj, "fix_integer_index"):
        raise ImportError("fix_integer_index")
    for _kind in (CPUContext, Context):
        if not hasattr(_kind, "load_additional_registries") or not hasattr(_kind, "install_registry"):
            raise ImportError("load_additional_registries")
    if "_values" not in TargetConfig.__slots__:
        raise ImportError("_values")
except ImportError:  # pragma: no cover - depends on the version of Numba
    pass
else:

    def _compare_quickly() -> None:
        """Compiler flags are compared at every look for an operator: first by what is set, not by all defaults."""
        usual = TargetConfig.__eq__

        def equal(one: Any, other: Any) -> Any:
            return (type(one) is type(other) and one._values == other._values) or usual(one, other)

        TargetConfig.__eq__ = equal
        TargetConfig.__hash__ = lambda one: hash(type(one))

    def _load_once(kind: Any) -> None:
        """What Numba knows is refreshed hundreds of times: only the first time by importing all modules again."""
        usual, loaded = kind.load_additional_registries, WeakSet[Any]()

        def load_additional_registries(context: Any) -> None:
            if context not in loaded:
                usual(context)
                loaded.add(context)
            for registry in tuple(context._registries):
                context.install_registry(registry)

        kind.load_additional_registries = load_additional_registries

    _compare_quickly()
    _load_once(CPUContext)
    _load_once(Context)

    def _library(state: Any) -> Any:
        """The library of the function in hand, made as the usual lowering would."""
        if state.library is None:
            state.library = state.targetctx.codegen().create_library(state.func_id.func_qualname)
            state.library.enable_object_caching()
        return state.library

    class _Collected:
        """Everything that an entry calls, and what that calls, as one library."""

        def __init__(self, libraries: Any) -> None:
            found = list(dict.fromkeys(libraries))
            at = 0
            while at < len(found):
                found += [inner for inner in dict.fromkeys(found[at]._linking_libraries) if inner not in found]
                at += 1
            self._reload_init: set[Any] = set().union(*(library._reload_init for library in found))
            modules = [_kept_whole(library._final_module.clone()) for library in found]
            # In pairs, and pairs of pairs: a linker looks at all that is there already, and one by one takes long.
            while len(modules) > 1:
                for one, other in zip(modules[::2], modules[1::2]):
                    one.link_in(other)
                modules = modules[::2]
            self._module = modules[0]
            for function in self._module.functions:
                if not function.is_declaration and function.linkage == Linkage.weak_odr:
                    function.linkage = "linkonce_odr"  # what is not called in the end may go

        def _get_module_for_linking(self) -> Any:
            return self._module

    def _kept_whole(module: Any) -> Any:
        """A module with functions that a linker keeps even if nobody calls them yet."""
        for function in module.functions:
            if not function.is_declaration and function.linkage in (Linkage.external, Linkage.linkonce_odr):
                function.linkage = "weak_odr"
        return module

    def _is_long(function: Any) -> bool:
        """Whether a function should stay one: a loop into which everything is copied that is called once is slower."""
        told_otherwise = any(b"alwaysinline" in attribute for attribute in function.attributes)
        steps = (step for block in function.blocks for step in block.instructions)
        return not told_otherwise and next(islice(steps, LONG, None), None) is not None

    def _keep_to_itself(library: Any) -> None:
        """Make everything but the entry itself invisible to other entries, and theirs to it.

        Code that is loaded finds weak functions and common variables by name, whoever loaded them first: a search would
        run the little optimised rules of the door, or those of another game that happens to use the same names.
        """
        module = library._final_module
        own = {function.name for function in module.functions if function.linkage == Linkage.external}
        for function in module.functions:
            if not function.is_declaration and function.linkage in (Linkage.linkonce_odr, Linkage.weak_odr):
                function.linkage = "internal"
                if _is_long(function):
                    function.add_function_attribute("noinline")
        for variable in module.global_variables:
            # Numba notes the surroundings of each function; only those of the entry are ever looked up.
            of_part = ENVIRONMENT.sub("_ZN", variable.name) not in own
            if variable.linkage == Linkage.common and of_part:
                variable.linkage = "internal"

    def _drop_unused(library: Any) -> None:
        """Without optimisation too, drop what nobody uses: addresses of this process that stand in the code would
        forbid to keep it."""
        manager, builder = library._codegen._module_pass_manager(opt=0)
        for add in ("sroa", "dead_code_elimination", "global_dead_code_eliminate"):
            getattr(manager, f"add_{add}_pass")()
        manager.run(library._final_module, builder)

    def _optimize_little(library: Any) -> None:
        """Make fair machine code in half the time."""
        manager, builder = library._codegen._module_pass_manager(opt=1, loop_vectorize=False)
        manager.run(library._final_module, builder)

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
        hurried = False

        def run_pass(self, state: Any) -> bool:
            library = _library(state)
            usual = library.finalize

            def finalize() -> None:
                if library._linking_libraries:
                    library._linking_libraries[:] = [_Collected(library._linking_libraries)]
                usual()
                library._linking_libraries.clear()  # it is large, and in the machine code now

            usually_optimize = _optimize_little if self.hurried else type(library)._optimize_final_module

            def optimize() -> None:
                _keep_to_itself(library)
                if not config.OPT:
                    _drop_unused(library)
                usually_optimize(library)

            library.finalize = finalize
            library._optimize_final_module = optimize
            with _plain_indices():
                return bool(super().run_pass(state))

    @register_pass(mutates_CFG=True, analysis_only=False)
    class _HurriedLowering(_WholeLowering):
        _name = "mulligan_hurried_lowering"
        hurried = True

    @contextmanager
    def _seldom_collected() -> Iterator[None]:
        """Look for garbage less often: compiling makes millions of small objects that stay for a while."""
        usual = gc.get_threshold()
        gc.set_threshold(200_000, 20, 1_000)
        try:
            yield
        finally:
            gc.set_threshold(*usual)

    def _with(lowering: Any) -> Any:
        class Pipeline(CompilerBase):  # type: ignore[misc]
            def compile_extra(self, function: Any) -> Any:
                with _seldom_collected():  # what the function calls is compiled within
                    return super().compile_extra(function)

            def define_pipelines(self) -> list[Any]:
                usual = DefaultPassBuilder.define_nopython_pipeline(self.state)
                usual.passes = [(lowering if step is NativeLowering else step, why) for step, why in usual.passes]
                usual._finalized = False
                usual.finalize()
                return [usual]

        return Pipeline

    PART = {"pipeline_class": _with(_PartLowering)}
    WHOLE = {"pipeline_class": _with(_WholeLowering)}
    HURRIED = {"pipeline_class": _with(_HurriedLowering)}
