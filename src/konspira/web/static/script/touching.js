// How touches narrow the moves that are offered.

import { state } from "./state.js";

// The offers that hold everything touched. `f` of an offer is the thing it has to begin with.
export function fitting(offers, touched) {
  return offers.filter(
    (offer) =>
      (!offer.f || !touched.length || touched[0] === offer.f) && touched.every((thing) => offer.t.includes(thing)),
  );
}

// What all offers hold is nobody's choice.
export function given(offers) {
  return offers.length > 1 ? offers[0].t.filter((thing) => offers.every((offer) => offer.t.includes(thing))) : [];
}

// What a touch does: the things touched after it, or null if it fits nothing at all.
export function touching(offers, touched, thing) {
  if (touched.includes(thing)) return touched.filter((other) => other !== thing);
  const together = [...touched, thing];
  if (fitting(offers, together).length) return together;
  // A thing that takes another's place: the rest still fits.
  for (let at = touched.length - 1; at >= 0; at--) {
    const without = touched.filter((_, number) => number !== at);
    if (without.length && fitting(offers, [...without, thing]).length) return [...without, thing];
  }
  return fitting(offers, [thing]).length ? [thing] : null;
}

export function offers() {
  const asides = (state.ask?.asides ?? []).map((aside) => ({ ...aside, aside: true }));
  return [...(state.ask?.offers ?? []), ...asides];
}
