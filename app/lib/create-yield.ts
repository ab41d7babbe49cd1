import { setImmediate as nextTurn } from "node:timers/promises";

/** How long work goes on before it yields. */
const TURN_MS = 20;

/** Yields to the event loop every 20 ms during long work. */
export function createYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await nextTurn();
    since = performance.now();
  };
}
