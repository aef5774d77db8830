// Clicks, drags and keys on a table.  The page knows nothing of the rules: the board carries its moves as
// [number, source, target, text, others], and what is chosen is sent as a number, with the stamp of the board.
(() => {
  "use strict";
  let held = null; // the key of the card that was taken up
  let menu = null;
  let focused = null;
  let sent = ""; // the stamp of the last move sent: a second click on the same board is none

  const all = (what, within = document) => [...within.querySelectorAll(what)];
  const board = () => document.querySelector(".b[data-moves]");
  const moves = () => {
    const now = board();
    if (!now) return [];
    return JSON.parse(now.dataset.moves).map(([number, source, target, text, others]) => ({
      number, source, target, text, others,
    }));
  };
  const movesWith = (key) => moves().filter((move) => move.source === key || move.others.includes(key));
  const cardAt = (element) => element?.closest?.("[data-key]");
  const typing = (element) =>
    element && (/^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName) || element.isContentEditable);
  const behindDialog = () => document.querySelector(".q-dialog") !== null;

  function play(number) {
    const now = board();
    put();
    if (!now || sent === now.dataset.stamp) return;
    sent = now.dataset.stamp;
    now.classList.add("b-sent");
    setTimeout(() => { if (sent === now.dataset.stamp) { sent = ""; now.classList.remove("b-sent"); } }, 1500);
    emitEvent("m-move", { move: number, stamp: Number(now.dataset.stamp) });
  }

  // --- taking up and putting down ---------------------------------------------------------------------------------

  function put() {
    held = null;
    closeMenu();
    for (const card of all(".c-held, .c-goal")) card.classList.remove("c-held", "c-goal");
  }

  function take(key) {
    put();
    held = key;
    const goals = new Set(movesWith(key).filter((move) => move.target).map((move) => move.target));
    for (const card of all("[data-key]")) {
      if (card.dataset.key === key) card.classList.add("c-held");
      if (goals.has(card.dataset.key)) card.classList.add("c-goal");
    }
    return goals;
  }

  function closeMenu() {
    menu?.remove();
    menu = null;
  }

  function openMenu(near, listed, title) {
    closeMenu();
    menu = document.createElement("div");
    menu.className = "m-menu";
    menu.setAttribute("role", "menu");
    menu.setAttribute("aria-label", title);
    for (const move of listed) {
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("role", "menuitem");
      button.dataset.move = move.number;
      button.textContent = move.text;
      menu.append(button);
    }
    document.body.append(menu);
    const box = near.getBoundingClientRect();
    const own = menu.getBoundingClientRect();
    const above = box.top - own.height - 6;
    const top = above > 60 ? above : box.bottom + 6;
    menu.style.top = `${Math.max(8, Math.min(top, innerHeight - own.height - 8))}px`; // even if the card is out of sight
    menu.style.left = `${Math.max(8, Math.min(box.left, innerWidth - own.width - 8))}px`;
    menu.querySelector("button").focus({ preventScroll: true });
  }

  function choose(card, listed) {
    if (listed.length === 1) play(listed[0].number);
    else if (listed.length) openMenu(card, listed, card.getAttribute("aria-label") || "Moves");
  }

  function click(card) {
    const key = card.dataset.key;
    if (held && held !== key) {
      const between = movesWith(held).filter((move) => move.target === key);
      if (between.length) return choose(card, between);
    }
    if (held === key && menu) return put();
    const from = movesWith(key);
    if (!from.length) {
      const to = moves().filter((move) => move.target === key && !move.source);
      put();
      return choose(card, to);
    }
    if (from.length === 1 && !from[0].target) return play(from[0].number);
    take(key);
    openMenu(card, from, card.getAttribute("aria-label") || "Moves");
  }

  document.addEventListener("click", (event) => {
    const wanted = event.target.closest?.("[data-move]");
    if (wanted) return play(Number(wanted.dataset.move));
    const more = event.target.closest?.("[data-more]");
    if (more) return openMenu(more, moves().filter((move) => !move.source && !move.target), "Moves");
    const pile = event.target.closest?.("[data-pile]");
    if (pile) {
      put();
      return pile.dispatchEvent(new CustomEvent("mpile", { bubbles: true, detail: Number(pile.dataset.pile) }));
    }
    const card = cardAt(event.target);
    if (card) return click(card);
    if (!event.target.closest?.(".m-menu")) put();
  });

  // --- dragging ---------------------------------------------------------------------------------------------------

  document.addEventListener("m-drag", (event) => {
    take(event.target.dataset.key);
    hideZoom();
  });
  const between = (event) => {
    if (!held) return [];
    const card = cardAt(event.target);
    const from = movesWith(held);
    if (card && card.dataset.key !== held) {
      const met = from.filter((move) => move.target === card.dataset.key);
      if (met.length) return met;
    }
    // Onto the free table: the moves that need no other card.
    const free = event.target.closest?.(".b") && !event.target.closest?.(".z-hand.z-own, .c-held");
    return free ? from.filter((move) => !move.target) : [];
  };
  document.addEventListener("m-drop", (event) => {
    const listed = between(event);
    if (!listed.length) return;
    const card = cardAt(event.target) || event.target;
    const key = held;
    put();
    if (listed.length > 1) take(key);
    choose(card, listed);
  });
  document.addEventListener("m-dragged", () => { if (!menu) put(); });

  // --- keys -------------------------------------------------------------------------------------------------------

  function step(key) {
    const cards = all(".b .c, .z-spread .c").filter((card) => card.offsetParent);
    if (!cards.length) return false;
    const here = document.activeElement?.closest?.(".c");
    if (!here) {
      (cards.find((card) => card.classList.contains("c-live")) || cards[0]).focus();
      return true;
    }
    const centre = (card) => {
      const box = card.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = centre(here);
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    let best = null;
    let least = Infinity;
    for (const card of cards) {
      if (card === here) continue;
      const [cx, cy] = centre(card);
      const along = (cx - x) * dx + (cy - y) * dy;
      const aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
      if (along > 4 && along + 3 * aside < least) [least, best] = [along + 3 * aside, card];
    }
    best?.focus();
    return best !== null;
  }

  function stepMenu(key) {
    const buttons = all("button", menu);
    const at = buttons.indexOf(document.activeElement);
    const by = key === "ArrowUp" || key === "ArrowLeft" ? -1 : 1;
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  }

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (target.classList?.contains("m-command")) return command(event);
    if (typing(target) || !board()) return;
    if (key === "Escape" && (menu || held)) {
      const back = held && document.querySelector(`.b [data-key="${CSS.escape(held)}"]`);
      put();
      back?.focus?.();
      return event.preventDefault();
    }
    if (key.startsWith("Arrow")) {
      if (target.closest?.("[role=tablist], .q-slider")) return;
      if (menu) stepMenu(key);
      else if (!step(key)) return;
      return event.preventDefault();
    }
    if (behindDialog()) return;
    if (/^[1-9]$/.test(key)) {
      if (document.querySelector(".m-listed:not([open])")) return; // nobody sees the numbers
      if (moves().length >= Number(key)) play(Number(key));
      return event.preventDefault();
    }
    if (key === "/") {
      const line = document.querySelector(".m-command");
      if (line?.offsetParent) line.focus();
      else emitEvent("m-key", { key });
      return event.preventDefault();
    }
    if (/^[hu]$/.test(key)) {
      emitEvent("m-key", { key });
      return event.preventDefault();
    }
    if ((key === "Enter" || key === " ") && target.matches?.("div.c")) {
      click(target);
      event.preventDefault();
    }
  });

  // --- the line to type moves into ----------------------------------------------------------------------------------

  const fits = (typed, text) => {
    const words = text.toLowerCase().split(/[\s()[\],;:]+/).filter(Boolean);
    let at = 0;
    return typed.every((part) => {
      while (at < words.length && !words[at].startsWith(part)) at += 1;
      return at++ < words.length;
    });
  };

  function filter(line) {
    const typed = line.value.toLowerCase().split(/[\s()[\],;:]+/).filter(Boolean);
    const number = /^\d+$/.test(line.value.trim()) ? line.value.trim() : null;
    for (const button of all(".m-moves [data-move]")) {
      const shown = !typed.length || (number ? button.dataset.move.startsWith(number) : false) ||
        fits(typed, button.lastElementChild.textContent);
      button.parentElement.hidden = !shown;
    }
  }

  function command(event) {
    const line = event.target;
    if (event.key === "Enter" && line.value.trim()) {
      emitEvent("m-command", { text: line.value });
      line.value = "";
      filter(line);
      line.blur();
      event.preventDefault();
    } else if (event.key === "Escape") {
      line.value = "";
      filter(line);
      line.blur();
    }
  }
  document.addEventListener("input", (event) => {
    if (event.target.classList?.contains("m-command")) filter(event.target);
  });

  // --- cards at full size -------------------------------------------------------------------------------------------

  let zoom = null;
  let waiting = 0;
  function hideZoom() {
    clearTimeout(waiting);
    zoom?.remove();
    zoom = null;
  }
  function showZoom(card) {
    hideZoom();
    const face = card.querySelector("template")?.content.firstElementChild || card.querySelector(".m-face");
    if (!face || !card.isConnected || menu || card.matches(".c-back")) return;
    zoom = document.createElement("div");
    zoom.className = "m-zoom";
    zoom.setAttribute("aria-hidden", "true");
    zoom.append(face.cloneNode(true));
    document.body.append(zoom);
    const box = card.getBoundingClientRect();
    const own = zoom.getBoundingClientRect();
    const right = box.right + 12 + own.width < innerWidth;
    zoom.style.left = `${Math.max(4, right ? box.right + 12 : box.left - own.width - 12)}px`;
    zoom.style.top = `${Math.max(56, Math.min(box.top - 40, innerHeight - own.height - 8))}px`;
  }
  const zoomSoon = (card, after) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => showZoom(card), after);
  };
  if (matchMedia("(hover: hover)").matches) {
    document.addEventListener("mouseover", (event) => {
      const card = event.target.closest?.(".c");
      if (card && !held) zoomSoon(card, 450);
      else hideZoom();
    });
  }
  document.addEventListener("touchstart", (event) => {
    const card = event.target.closest?.(".c");
    if (card) zoomSoon(card, 450);
    else hideZoom();
  }, { passive: true });
  document.addEventListener("touchend", hideZoom, { passive: true });
  document.addEventListener("touchmove", hideZoom, { passive: true });
  document.addEventListener("mousedown", hideZoom);
  document.addEventListener("scroll", hideZoom, { passive: true, capture: true });

  // --- after each drawing: what had the focus keeps it, if it is still there ---------------------------------------

  document.addEventListener("focusin", (event) => {
    const { key, move, pile } = event.target.dataset || {};
    if (key !== undefined) focused = `[data-key="${CSS.escape(key)}"]`;
    else if (pile !== undefined) focused = `[data-pile="${CSS.escape(pile)}"]`;
    else if (move !== undefined && event.target.closest(".m-moves")) focused = '.m-moves [data-move="1"]';
    else focused = null;
    if (event.target.matches?.(".c:focus-visible")) zoomSoon(event.target, 350);
  });
  // Whether the moves of what is put together are listed too is remembered.
  const LISTED = "mulligan-listed";
  document.addEventListener("toggle", (event) => {
    if (event.target.matches?.(".m-listed")) localStorage.setItem(LISTED, event.target.open ? "yes" : "");
  }, true);
  const listedAsBefore = () => {
    for (const list of all(".m-listed")) if (localStorage.getItem(LISTED)) list.open = true;
  };

  let drawn = null;
  let listed = null;
  new MutationObserver(() => {
    const now = board();
    const list = document.querySelector(".m-listed");
    if (list !== listed) { listed = list; listedAsBefore(); }
    if (now === drawn) return;
    drawn = now;
    put();
    hideZoom();
    const line = document.querySelector(".m-command");
    if (line) filter(line);
    if (focused && (document.activeElement === document.body || !document.activeElement)) {
      (document.querySelector(focused) || document.querySelector(".b .c-live"))?.focus({ preventScroll: true });
    }
  }).observe(document.documentElement, { childList: true, subtree: true });
})();
