import { inTransaction } from "#app/database/connection.server.ts";
import { addViews, type Views } from "#app/database/queries/totals.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import type { LiveForm } from "./opt-in-forms.server.ts";

let counted = new Map<string, Views>();

/** Counts a page view in memory. A crash can lose a second of views, never a submission. */
export function countView(
  { id: formId, workspaceId, timeZone }: Pick<LiveForm, "id" | "workspaceId" | "timeZone">,
  /** The form's link that the page was opened by. */
  linkId: string | null,
  now = new Date(),
): void {
  const day = dayIn(timeZone, now);
  const key = `${formId} ${linkId} ${day}`;
  const entry = counted.get(key);
  if (entry) entry.count += 1;
  else counted.set(key, { workspaceId, formId, linkId, day, count: 1 });
}

/** Writes the views counted since the last flush. */
export async function flushViews(): Promise<void> {
  const rows = [...counted.values()];
  counted = new Map();
  if (rows.length === 0) return;
  try {
    await inTransaction((transaction) => addViews(rows, transaction));
  } catch (error) {
    log.warn({ err: error, lost: rows.length }, "a second of views could not be added");
  }
}
