// Dragging with a mouse, a pen or a finger.  Whoever wants to know listens for `m-drag` on the card that is taken,
// `m-over` on what lies below it on its way, and `m-drop` on where it is let go; `m-dragged` is the end.
(() => {
  "use strict";
  const FAR = 9; // pixels before a press is a drag
  let press = null; // {card, x, y, ghost}

  const tell = (name, element, card) =>
    element?.dispatchEvent(new CustomEvent(name, { bubbles: true, cancelable: true, detail: { card } }));
  const below = (event) => document.elementFromPoint(event.clientX, event.clientY);

  function begin(event) {
    const { card } = press;
    tell("m-drag", card, card);
    const box = card.getBoundingClientRect();
    const ghost = document.createElement("div");
    ghost.className = "m-ghost";
    ghost.setAttribute("aria-hidden", "true");
    ghost.style.width = `${Math.max(60, box.height / 1.4)}px`;
    const face = card.querySelector(".m-face");
    if (face) ghost.append(face.cloneNode(true));
    document.body.append(ghost);
    press.ghost = ghost;
    card.setPointerCapture?.(event.pointerId);
  }

  function end() {
    press?.ghost?.remove();
    press = null;
  }

  document.addEventListener("pointerdown", (event) => {
    end();
    const card = event.target.closest?.("[data-drag]");
    if (card && event.button === 0) press = { card, x: event.clientX, y: event.clientY, ghost: null };
  });
  document.addEventListener("pointermove", (event) => {
    if (!press) return;
    if (!press.card.isConnected) return end();
    if (!press.ghost) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < FAR) return;
      begin(event);
    }
    press.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
    tell("m-over", below(event), press.card);
  });
  document.addEventListener("pointerup", (event) => {
    if (!press?.ghost) return end();
    const { card } = press;
    end();
    // The click that follows is none.
    const swallow = (click) => { click.stopImmediatePropagation(); click.preventDefault(); };
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 60);
    tell("m-drop", below(event), card);
    tell("m-dragged", document, card);
  });
  document.addEventListener("pointercancel", () => {
    if (press?.ghost) tell("m-dragged", document, press.card);
    end();
  });
  document.addEventListener("dragstart", (event) => { if (event.target.closest?.("[data-drag]")) event.preventDefault(); });
})();
