import { emitChanges, type Topic } from "#app/database/announcements.server.ts";
import { addQuestion } from "#app/database/poll.server.ts";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import { firstIdAt } from "#app/lib/ids.ts";

/** A change is committed some seconds after the time of its id, and clocks differ. */
const LOOK_BACK_MS = 15 * SECOND;
/** How long a change is kept. */
export const CHANGES_KEPT_MS = 10 * MINUTE;

/** The changes that were told, and when. */
const told = new Map<string, number>();

/** Tells this process of the changes of others, as the poll finds them. @returns a function that stops it */
export function watchChanges(): () => void {
  return addQuestion({
    select: () => {
      const before = Date.now() - 2 * LOOK_BACK_MS;
      for (const [id, at] of told) if (at < before) told.delete(id);
      return `SELECT id, topic AS value FROM changes WHERE id >= '${firstIdAt(new Date(Date.now() - LOOK_BACK_MS))}'`;
    },
    tell: ({ id, value }) => {
      if (told.has(id)) return;
      told.set(id, Date.now());
      emitChanges([value as Topic]);
    },
  });
}
