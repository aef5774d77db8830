// Keys and clicks on pages where games are looked at: they only tell the page where somebody wants to go.
(() => {
  "use strict";
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
  const own = "input, select, textarea, [contenteditable], .c, [role=tablist], [role=listbox], .q-menu, .q-dialog";

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !document.querySelector(".s-steps")) return;
    const wanted = keys[event.key];
    if (!wanted || event.target.closest?.(own)) return;
    if (wanted === "play" && event.target.closest?.("button, a")) return;
    event.preventDefault();
    emitEvent("m-step", { to: wanted });
  });

  document.addEventListener("click", (event) => {
    const row = event.target.closest?.("[data-at]");
    if (row) emitEvent("m-step", { at: Number(row.dataset.at) });
  });

  // The row of the present move, without drawing the whole list again.
  window.mulliganMark = (at) => {
    for (const row of document.querySelectorAll("[data-at]")) {
      const here = Number(row.dataset.at) === at;
      if (here) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
      if (here) {
        const list = row.closest(".q-tab-panels");
        if (list) list.scrollTop = Math.max(0, row.offsetTop - list.clientHeight / 2);
      }
    }
  };
})();
