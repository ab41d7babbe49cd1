import { once } from "node:events";
import type { ServerResponse } from "node:http";

/** After this long without reading, a client counts as gone. */
const STALLED_MS = 60_000;

/** Resolves once more can be written without buffering. False if the client has stopped reading. */
export async function isDrained(res: ServerResponse, stalledMs = STALLED_MS): Promise<boolean> {
  if (res.closed || res.destroyed) return false;
  if (!res.writableNeedDrain) return true;
  const waiting = new AbortController();
  const { signal } = waiting;
  // Not `AbortSignal.timeout`: inside of `AbortSignal.any` it can be collected before it fires.
  const timer = setTimeout(() => waiting.abort(), stalledMs);
  try {
    return await Promise.race([
      once(res, "drain", { signal }).then(() => true),
      once(res, "close", { signal }).then(() => false),
    ]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    waiting.abort();
  }
}
