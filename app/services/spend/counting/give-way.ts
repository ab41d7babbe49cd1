import { setImmediate as nextTurn } from "node:timers/promises";

/** How long work goes on before others get their turn. */
const TURN_MS = 20;

let since = performance.now();

/** Lets requests be answered between the steps of work that takes long. */
export async function giveWay(): Promise<void> {
  if (performance.now() - since < TURN_MS) return;
  await nextTurn();
  since = performance.now();
}
