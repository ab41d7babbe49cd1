import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { addOrigins } from "#app/database/queries/claim-origins.server.ts";
import { readCountsOfDay, replaceCountsOfDay } from "#app/database/queries/counts.server.ts";
import { deleteMarks, findMarkedDays, readMarks } from "#app/database/queries/day-marks.server.ts";
import { compareCounts, countDay, type DayPlace } from "./count-day.server.ts";

/** How many days are looked up at once, and how often in one run. */
const DAYS_AT_ONCE = 40;
const BATCHES_MAX = 25;
const LOOK_MS = 1_000;
/** A day with more claims is counted so seldom that it takes a tenth of a worker: it rests nine times as long. */
const LARGE_DAY = 5_000;
/** One that takes so long without an end rests too. */
const LONG_MS = 5_000;
const REST_FACTOR = 9;

/** When large days may be counted again, by this process. */
const resting = new Map<string, number>();

/**
 * Counts marked days again, the newest first.
 * @returns whether more days wait
 */
export async function countMarkedDays(isStopping: () => boolean = () => false): Promise<boolean> {
  let [failed, passed, hasMore]: [{ count: number; error?: unknown }, number, boolean] = [
    { count: 0 },
    0,
    true,
  ];
  for (let batch = 0; hasMore && batch < BATCHES_MAX; batch++) {
    const days = await retryRead(() => findMarkedDays(DAYS_AT_ONCE, failed.count + passed));
    const since = performance.now();
    let isCut = false;
    for (const [index, place] of days.entries()) {
      if (isStopping()) return true;
      // What has changed since then comes first.
      isCut = index > 0 && performance.now() - since > LOOK_MS;
      if (isCut) break;
      if (isResting(place)) {
        passed += 1;
        continue;
      }
      // A day that cannot be counted must not keep the others waiting.
      await countMarkedDay(place).catch((error: unknown) => {
        if (!(error instanceof CountedElsewhere)) failed = { count: failed.count + 1, error };
      });
    }
    hasMore = isCut || days.length === DAYS_AT_ONCE;
  }
  if (failed.count > 0) throw failed.error;
  return hasMore;
}

const toKey = ({ workspaceId, day }: DayPlace) => `${workspaceId} ${day}`;

function isResting(place: DayPlace): boolean {
  const until = resting.get(toKey(place));
  if (until === undefined || until > performance.now()) return until !== undefined;
  resting.delete(toKey(place));
  return false;
}

/** Takes the transaction back: the marks that are left are for the next run. */
class CountedElsewhere extends Error {}

/** Reads without locks: what changes meanwhile marks the day again. */
async function countMarkedDay(place: DayPlace): Promise<void> {
  const since = performance.now();
  const marks = await retryRead(() => readMarks(place));
  // Another process has just counted it.
  if (marks.length === 0) return;
  let claims: number | null = null;
  try {
    const counted = await retryRead(() => countDay(place));
    claims = counted?.claims ?? 0;
    await inTransaction(async (transaction) => {
      if (!(await deleteMarks(place, marks, transaction))) throw new CountedElsewhere();
      if (!counted) return;
      await addOrigins(place.workspaceId, counted.origins, transaction);
      const changes = compareCounts(await readCountsOfDay(place, transaction), counted.rows);
      if (changes.gone.length + changes.added.length > 0)
        await replaceCountsOfDay(place, changes, transaction);
    });
  } finally {
    const tookMs = performance.now() - since;
    const isLarge = claims === null ? tookMs > LONG_MS : claims > LARGE_DAY;
    if (isLarge) resting.set(toKey(place), performance.now() + tookMs * REST_FACTOR);
  }
}
