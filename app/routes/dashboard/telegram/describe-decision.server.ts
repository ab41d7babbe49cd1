import type { TelegramEntry } from "#app/models/telegram-entry.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { EntryDecision } from "#app/services/telegram/doors/decide-entry.server.ts";

type Outcome = { kind: "success" | "blank"; message: string };
const { telegram } = messages;
const done = (message: string): Outcome => ({ kind: "success", message });
const meanwhile = (message: string): Outcome => ({ kind: "blank", message });

/** What has become of somebody, also where another member was faster. `entry` is null for who waits no more. */
export function describeDecision(
  decision: EntryDecision,
  entry: Pick<TelegramEntry, "state" | "problem"> | null,
): Outcome {
  if (entry === null) return meanwhile(telegram.personIsGone);
  const { state, problem } = entry;
  if (state === "out") return meanwhile(telegram.personIsOut);
  if (decision === "open") {
    if (state === "due") return done(telegram.personLetIn);
    if (state === "waiting") return meanwhile(telegram.accountTaken);
    return meanwhile(state === "remove" ? telegram.personIsRemoved : telegram.personIsIn);
  }
  if (decision === "keep") {
    if (state === "in" && problem === null) return done(telegram.personKept);
    return meanwhile(state === "remove" ? telegram.personIsRemoved : telegram.personIsGone);
  }
  return state === "remove" ? done(telegram.personRemoved) : meanwhile(telegram.personMayStay);
}
