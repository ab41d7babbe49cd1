import { setImmediate as nextTurn } from "node:timers/promises";

/** How long work goes on before others get their turn. */
const TURN_MS = 20;

/** A function for the steps of work that takes long, which lets requests be answered between them. */
export function createGivingWay(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await nextTurn();
    since = performance.now();
  };
}
