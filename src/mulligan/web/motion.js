// What happened is seen: cards travel to where they lie now, strike, shake and go.  All of it is short, ends at once
// with the next click or key, and is off for those who want less motion, or say so in the settings of a game.
(() => {
  "use strict";
  const OFF = "mulligan-still";
  const SHORT = 320; // milliseconds
  let drawn = null;
  let places = new Map(); // own key -> {box, face} in the last drawing
  let running = [];

  const still = () => localStorage.getItem(OFF) || matchMedia("(prefers-reduced-motion: reduce)").matches;
  const cards = () => [...document.querySelectorAll(".b [data-card]")];
  const seen = (box) => box.width > 0 && box.height > 0;

  function animate(element, frames, settings) {
    const one = element.animate(frames, { duration: SHORT, easing: "ease-out", ...settings });
    running.push(one);
    one.onfinish = one.oncancel = () => { running = running.filter((other) => other !== one); };
    return one;
  }

  // Something for a moment: it is gone when its animation ends.
  function passing(name, box, frames, fill, settings = {}) {
    const made = document.createElement("div");
    made.className = name;
    made.setAttribute("aria-hidden", "true");
    made.style.left = `${box.left}px`;
    made.style.top = `${box.top}px`;
    fill(made, box);
    document.body.append(made);
    const one = animate(made, frames, settings);
    one.addEventListener("finish", () => made.remove());
    one.addEventListener("cancel", () => made.remove());
  }

  function strike(card, goal, box) {
    const from = card.getBoundingClientRect();
    const to = goal ? goal.getBoundingClientRect() : null;
    const x = to ? (to.left - from.left) * 0.55 : 0;
    const y = to ? (to.top - from.top) * 0.55 : from.top > box.top + box.height / 2 ? -46 : 46;
    animate(card, [{ translate: "0 0" }, { translate: `${x}px ${y}px`, offset: 0.45 }, { translate: "0 0" }], { duration: 420 });
  }

  function shake(card) {
    animate(card, [0, -7, 7, -5, 5, 0].map((x) => ({ translate: `${x}px 0` })), { delay: 150, duration: 360 });
  }

  function number(box, text) {
    const up = [{ translate: "0 0", opacity: 0 }, { opacity: 1, offset: 0.2 }, { translate: "0 -46px", opacity: 0 }];
    passing("m-float", { left: box.left + box.width / 2 - 18, top: box.top + box.height / 2 - 18 }, up, (made) => {
      made.textContent = text;
    }, { duration: 1100, delay: 150, fill: "both" });
  }

  function fade(place) {
    const down = [{ opacity: 1, scale: 1 }, { opacity: 0, scale: 0.6, rotate: "8deg" }];
    passing("m-fading", place.box, down, (made, box) => {
      made.style.width = `${box.width}px`;
      made.append(place.face.cloneNode(true));
    }, { duration: 520, delay: 120, fill: "both" });
  }

  const DEEDS = {
    attacked: (keys, amount, at, before, box) => {
      for (const key of keys.slice(0, 12)) if (at.has(key)) strike(at.get(key), keys.length === 2 ? at.get(keys[1]) : null, box);
    },
    blocked: (keys, amount, at, before, box) => { if (at.has(keys[0])) strike(at.get(keys[0]), at.get(keys[1]), box); },
    damaged: (keys, amount, at) => {
      for (const key of keys) if (at.has(key)) { shake(at.get(key)); number(at.get(key).getBoundingClientRect(), `-${amount}`); }
    },
    healed: (keys, amount, at) => {
      for (const key of keys) if (at.has(key)) number(at.get(key).getBoundingClientRect(), `+${amount}`);
    },
    died: (keys, amount, at, before) => { for (const key of keys) if (before.has(key)) fade(before.get(key)); },
    knocked_out: (keys, amount, at, before) => { for (const key of keys) if (before.has(key)) fade(before.get(key)); },
  };

  function move(now) {
    const at = new Map(cards().map((card) => [card.dataset.card, card]));
    const next = new Map();
    for (const [key, card] of at) {
      const box = card.getBoundingClientRect();
      const face = card.querySelector(".m-face");
      if (seen(box) && face) next.set(key, { box, face });
    }
    const before = places;
    places = next;
    if (still() || !before.size) return;
    for (const [key, { box }] of next) {
      const was = before.get(key)?.box;
      const card = at.get(key);
      if (!was) animate(card, [{ opacity: 0, scale: 0.75 }, { opacity: 1, scale: 1 }]);
      else if (Math.hypot(was.left - box.left, was.top - box.top) > 4) {
        animate(card, [{ translate: `${was.left - box.left}px ${was.top - box.top}px`, zIndex: 9 }, { translate: "0 0", zIndex: 9 }]);
      }
    }
    const box = now.getBoundingClientRect();
    for (const [kind, keys, amount] of JSON.parse(now.dataset.events || "[]")) {
      DEEDS[kind.replace(" ", "_")]?.(keys, amount, at, before, box);
    }
  }

  const finish = () => { for (const one of [...running]) one.finish(); };
  document.addEventListener("pointerdown", finish, true);
  document.addEventListener("keydown", finish, true);
  document.addEventListener("change", (event) => {
    if (event.target.closest?.(".m-moving")) {
      if (event.target.checked) localStorage.removeItem(OFF);
      else localStorage.setItem(OFF, "yes");
    }
  });
  new MutationObserver(() => {
    const box = document.querySelector(".m-moving input:not([data-set])");
    if (box) { box.dataset.set = "1"; box.checked = !localStorage.getItem(OFF); }
    const now = document.querySelector(".b");
    if (now === drawn) return;
    drawn = now;
    if (now) move(now);
  }).observe(document.documentElement, { childList: true, subtree: true });
})();
