// Decisions that are put together on the table: cards are chosen, or sent to others, and confirmed at once.
// The board says how (see `acting.py`); what was put together is sent as pairs of keys, with the stamp of the board.
(() => {
  "use strict";
  let drawn = null; // the board that was marked last
  let stamp = "";
  let chosen = new Map(); // card -> goal, or "" where there are no goals
  let taken = ""; // the card that was taken up and wants a goal
  let sent = "";

  const all = (what, within = document) => [...within.querySelectorAll(what)];
  const board = () => document.querySelector(".b[data-assembly]");
  const how = () => { const now = board(); return now ? JSON.parse(now.dataset.assembly) : null; };
  const cardOf = (key) => document.querySelector(`.b [data-part="${CSS.escape(key)}"]`);
  const total = (keys, weights) => keys.reduce((sum, key) => sum + (weights[key] || 0), 0);

  // --- what it comes to -------------------------------------------------------------------------------------------

  // What cards just alike come to, whichever of them were chosen.
  const shape = (pairs, alike) => {
    const like = (key) => alike[key] || key;
    const gangs = new Map();
    for (const [card, goal] of pairs) gangs.set(goal, [...(gangs.get(goal) || []), like(card)]);
    return JSON.stringify([...gangs].map(([goal, gang]) => [like(goal), gang.sort()]).sort());
  };

  function sumsOf(told) {
    const cards = [...chosen.keys()];
    const met = new Set(chosen.values());
    return told.sums.map((one) => {
      const counted = one.free ? told.goals.filter((key) => !met.has(key)) : cards;
      const most = one.most === null ? null : one.most + total(cards, one.raises);
      const value = total(counted, one.weights);
      return { ...one, value, most, over: most !== null && value > most, full: most !== null && value >= most };
    });
  }

  function allowed(told, sums) {
    if (sums.some((one) => one.firm && one.over)) return false;
    if (!told.ways) return true;
    const wanted = shape([...chosen], told.alike);
    return told.ways.some((way) => shape(way, told.alike) === wanted);
  }

  // --- drawing ----------------------------------------------------------------------------------------------------

  function draw() {
    const now = board();
    const told = how();
    if (!now || !told) return;
    const goals = new Set(told.goals);
    for (const card of all("[data-part]", now)) {
      const key = card.dataset.part;
      const on = chosen.has(key);
      card.classList.toggle("c-chosen", on);
      card.classList.toggle("c-taken", key === taken);
      card.classList.toggle("c-goal", Boolean(taken) && goals.has(key));
      if (card.hasAttribute("aria-pressed")) card.setAttribute("aria-pressed", String(on));
    }
    const sums = sumsOf(told);
    all(".a-sum", now).forEach((place, i) => {
      const one = sums[i];
      place.textContent = `${one.title}: ${one.value}${one.most === null ? "" : ` of ${one.most}`}`;
      place.classList.toggle("a-over", one.firm ? one.over : one.full);
    });
    const go = now.querySelector(".a-go");
    if (go) {
      go.textContent = chosen.size ? told.confirm : told.nothing;
      go.disabled = !allowed(told, sums);
      go.classList.toggle("a-ready", chosen.size > 0);
    }
    arrows(now, told);
  }

  const XML = "http://www.w3.org/2000/svg";
  function arrows(now, told) {
    now.querySelector(".b-arrows")?.remove();
    const pairs = [...chosen].filter(([, goal]) => goal);
    if (!pairs.length) return;
    const frame = now.getBoundingClientRect();
    const drawing = document.createElementNS(XML, "svg");
    drawing.setAttribute("class", "b-arrows");
    drawing.setAttribute("aria-hidden", "true");
    const middle = (key, edge) => {
      const box = cardOf(key)?.getBoundingClientRect();
      return box && [box.left - frame.left + box.width / 2, box.top - frame.top + box.height * edge];
    };
    const put = (name, settings, text = "") => {
      const made = document.createElementNS(XML, name);
      for (const [key, value] of Object.entries(settings)) made.setAttribute(key, value);
      made.textContent = text;
      drawing.append(made);
    };
    for (const [card, goal] of pairs) {
      const from = middle(card, 0.25);
      const to = middle(goal, 0.75);
      if (!from || !to) continue;
      const [x, y] = to;
      const turn = Math.atan2(y - from[1], x - from[0]);
      const wing = (by) => `${x - 16 * Math.cos(turn + by)} ${y - 16 * Math.sin(turn + by)}`;
      put("path", { d: `M${from[0]} ${from[1]}L${x} ${y}`, class: "r-line" });
      put("path", { d: `M${wing(0.45)}L${x} ${y}L${wing(-0.45)}z`, class: "r-head" });
    }
    for (const goal of new Set(pairs.map((pair) => pair[1]))) {
      const gang = pairs.filter((pair) => pair[1] === goal).map((pair) => pair[0]);
      const place = middle(goal, 0.5);
      if (place && told.fights[goal]) put("text", { x: place[0], y: place[1], class: "r-sum" }, fight(told, goal, gang));
    }
    now.append(drawing);
  }

  // What a goal takes from those who meet it, and they from it: `4 of 3 ✝` is the end of it.
  function fight(told, goal, gang) {
    const strikes = (keys) => keys.reduce((sum, key) => sum + (told.fights[key]?.[0] || 0), 0);
    const [power, bears] = told.fights[goal];
    const takes = strikes(gang);
    const back = gang.length === 1 && told.fights[gang[0]] && power >= told.fights[gang[0]][1] ? " ⇄ ✝" : "";
    return `${takes} of ${bears}${takes >= bears ? " ✝" : ""}${back}`;
  }

  function say(words) {
    let place = document.getElementById("m-assembled");
    if (!place) {
      place = document.createElement("div");
      place.id = "m-assembled";
      place.className = "m-hidden";
      place.setAttribute("aria-live", "polite");
      document.body.append(place);
    }
    const told = how();
    const sums = told ? sumsOf(told).map((one) => `${one.title}: ${one.value}`) : [];
    place.textContent = [words, ...sums].join(". ");
  }

  // --- choosing ---------------------------------------------------------------------------------------------------

  function send(card, goal, told) {
    chosen.set(card, goal);
    taken = "";
    const met = [...chosen].filter((pair) => pair[1] === goal).map((pair) => pair[0]);
    const sum = goal && told.fights[goal] ? `: it takes ${fight(told, goal, met).replace("✝", "and dies")}` : "";
    say(goal ? `${told.names[card]} to ${told.names[goal]}${sum}` : `${told.names[card]} chosen`);
    draw();
  }

  function drop(card, told) {
    chosen.delete(card);
    taken = "";
    say(`${told.names[card]} taken back`);
    draw();
  }

  function touch(key) {
    const told = how();
    if (taken && told.goals.includes(key)) return send(taken, key, told);
    if (!told.cards.includes(key)) {
      if (told.goals.includes(key) && told.cards.length === 1) return send(told.cards[0], key, told);
      return say("First choose a card of yours");
    }
    if (chosen.has(key)) return drop(key, told);
    if (told.goals.length === 1) return send(key, told.goals[0], told);
    if (!told.goals.length) return send(key, "", told);
    taken = taken === key ? "" : key;
    say(taken ? `${told.names[key]}: to which of ${told.goals.length}?` : "put down");
    draw();
  }

  function confirm() {
    const now = board();
    const go = now?.querySelector(".a-go");
    if (!go || go.disabled || sent === now.dataset.stamp) return;
    sent = now.dataset.stamp;
    now.classList.add("b-sent");
    setTimeout(() => { if (sent === now.dataset.stamp) { sent = ""; now.classList.remove("b-sent"); } }, 1500);
    emitEvent("m-parts", { parts: [...chosen], stamp: Number(now.dataset.stamp) });
  }

  const stop = (event) => { event.stopImmediatePropagation(); event.preventDefault(); };
  document.addEventListener("click", (event) => {
    if (event.target.closest?.(".a-go")) { stop(event); return confirm(); }
    const part = board() && event.target.closest?.(".b [data-part], .z-spread [data-part]");
    if (part) { stop(event); touch(part.dataset.part); }
  });
  document.addEventListener("m-drag", (event) => {
    const key = event.target.dataset?.part;
    if (!key || !how()?.cards.includes(key)) return;
    stop(event);
    chosen.delete(key);
    taken = key;
    draw();
  });
  document.addEventListener("m-drop", (event) => {
    const told = how();
    const key = event.detail.card.dataset.part;
    if (!told || !key || !told.cards.includes(key)) return;
    stop(event);
    const onto = event.target.closest?.("[data-part]")?.dataset.part;
    if (onto && told.goals.includes(onto)) return send(key, onto, told);
    if (!told.goals.length && event.target.closest?.(".b") && !event.target.closest?.(".z-own")) return send(key, "", told);
    taken = "";
    draw();
  });
  document.addEventListener("keydown", (event) => {
    if (!board() || event.ctrlKey || event.altKey || event.metaKey) return;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || document.querySelector(".q-dialog")) return;
    if (event.key === "c") { stop(event); return confirm(); }
    if (event.key !== "Escape" || !(taken || chosen.size)) return;
    stop(event);
    if (taken) taken = "";
    else chosen = new Map();
    say("put down");
    draw();
  });

  // --- after each drawing: what was put together on this position stays -------------------------------------------

  new MutationObserver(() => {
    const now = board();
    if (now === drawn) return;
    drawn = now;
    if (now && now.dataset.stamp !== stamp) {
      stamp = now.dataset.stamp;
      chosen = new Map();
      taken = "";
    }
    draw();
  }).observe(document.documentElement, { childList: true, subtree: true });
  addEventListener("resize", draw);
})();
