import { once } from "node:events";
import type { ServerResponse } from "node:http";

/** A client that reads nothing for so long has stopped reading. */
const STALLED_MS = 60_000;

/** Resolves once more can be written without keeping it in memory. False if the client does not read any more. */
export async function isDrained(res: ServerResponse, stalledMs = STALLED_MS): Promise<boolean> {
  if (res.closed || res.destroyed) return false;
  if (!res.writableNeedDrain) return true;
  const waiting = new AbortController();
  const signal = AbortSignal.any([waiting.signal, AbortSignal.timeout(stalledMs)]);
  try {
    return await Promise.race([
      once(res, "drain", { signal }).then(() => true),
      once(res, "close", { signal }).then(() => false),
    ]);
  } catch {
    return false;
  } finally {
    waiting.abort();
  }
}
