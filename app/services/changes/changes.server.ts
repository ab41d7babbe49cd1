import { emitChanges, type Topic } from "#app/database/announcements.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { addQuestion, firstNewId, polledUntil } from "#app/database/poll.server.ts";
import { MINUTE } from "#app/lib/dates.ts";

/** How long a change is kept. */
export const CHANGES_KEPT_MS = 10 * MINUTE;
const ALL: Topic[] = ["access", "forms", "links", "postbacks", "rates", "unread"];

/** The changes that were told, and when. */
const told = new Map<string, number>();

/** Tells this process of the changes of others, as the poll finds them. @returns a function that stops it */
export function watchChanges(): () => void {
  return addQuestion({
    select: () => {
      const since = polledUntil().getTime();
      // After such a pause some may be deleted already.
      if (since < Date.now() - CHANGES_KEPT_MS / 2) emitChanges(ALL);
      for (const [id, at] of told) if (at < since) told.delete(id);
      return `SELECT id, topic AS value FROM changes WHERE id >= ${escapeValue(firstNewId())}`;
    },
    tell: ({ id, value }) => {
      if (told.has(id)) return;
      told.set(id, Date.now());
      emitChanges([value as Topic]);
    },
  });
}
