import { Conflict } from "#app/lib/errors.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { messages } from "#app/schemas/messages/index.ts";

type Answered = { answers: string | null; sheet: number | null };

/** A hash of what was said of a file, which changes with any answer. */
export const answersVersion = ({ answers, sheet }: Answered): string =>
  sha256(JSON.stringify([answers, sheet])).slice(0, 22);

/**
 * @param seen the version that a form was made from; programs send none
 * @throws {Conflict} `changed_meanwhile`: something else was said since then
 */
export function assertSeen(found: Answered, seen: string | undefined): void {
  if (seen !== undefined && seen !== answersVersion(found))
    throw new Conflict("changed_meanwhile", messages.fields.readMeanwhile);
}
