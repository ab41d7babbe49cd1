import { SECOND } from "#app/lib/dates.ts";
import { waitInTime } from "#app/lib/deadline.server.ts";
import { Unavailable } from "#app/lib/errors.ts";
import { checkTransport } from "#app/services/mail/transport.server.ts";

/** The call is public, so the result is cached. */
const KEPT_MS = 10 * SECOND;

let last: { at: number; result: Promise<void> } | null = null;

/** @throws {Unavailable} if an email cannot be handed over */
export async function checkContactHealth(now = Date.now()): Promise<void> {
  if (!last || now - last.at > KEPT_MS) last = { at: now, result: checkTransport() };
  try {
    await waitInTime(last.result);
  } catch (cause) {
    throw new Unavailable("Email can't be sent right now.", KEPT_MS / 1000, { cause });
  }
}
