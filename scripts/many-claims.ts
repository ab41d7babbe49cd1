import { isSqlite, sequelize } from "#app/database/connection.server.ts";
import { updatePlannerStatistics } from "#app/database/planner-statistics.server.ts";
import { DAY, SECOND } from "#app/lib/dates.ts";
import { User } from "#app/models/index.server.ts";
import { COPIES } from "./claim-copies.ts";
import { type Fate, type Story, seedClaims, WINDOW_MS } from "./sample-claims.ts";
import { createSampleOwner } from "./sample-owner.ts";
import { chances } from "./sample-values.ts";
import { withoutIndexes } from "./without-indexes.ts";

/** Who gets which share of the claims. */
const OWNERS = [
  { name: "big", share: 0.4 },
  { name: "second", share: 0.3 },
  { name: "third", share: 0.2 },
  { name: "fourth", share: 0.1 },
];
const DAYS = 395;

/** The email of the owner with two fifths of the claims. */
export const BIG_OWNER = "big@attesto.example";

/**
 * Fills an empty database with claims of thirteen months, more of them lately. Only those that wait have a
 * proof: the others are as if they were older than proofs.
 * @returns false if it was filled before
 */
export async function seedManyClaims(count: number, now = new Date()): Promise<boolean> {
  if (await User.findOne({ where: { emailKey: BIG_OWNER } })) return false;
  await withoutIndexes(["submissions", "deliveries", "deliveryAttempts", "commissions"], async () => {
    for (const { name, share } of OWNERS) {
      const account = { email: `${name}@attesto.example`, username: `owner-${name}`, name: `Owner ${name}` };
      const owner = await createSampleOwner({ ...account, slug: `claims-${name}` }, now);
      const own = Math.round(count * share);
      const random = chances(20_261_123 + own);
      await seedClaims({
        owner,
        stories: withCopies(makeStories(own, now, random)),
        random,
        now,
        isDetailed: false,
      });
    }
  });
  if (isSqlite) await updatePlannerStatistics();
  else await sequelize.query("ANALYZE TABLE submissions, deliveries, commissions, submissionTotals");
  return true;
}

/** On MySQL one of ten decided claims with the same end is made, which the database copies. */
function* withCopies(stories: Iterable<Story>): Generator<Story> {
  if (isSqlite) return yield* stories;
  const waiting = new Map<string, Story[]>();
  for (const story of stories) {
    const { status, state, isWithdrawn } = story.fate;
    if (status === "pending") {
      yield story;
      continue;
    }
    const name = `${status} ${state} ${isWithdrawn}`;
    const alike = [...(waiting.get(name) ?? []), story];
    waiting.set(name, alike.length === COPIES ? [] : alike);
    if (alike.length === COPIES) yield { ...story, isCopied: true };
  }
  for (const rest of waiting.values()) yield* rest;
}

/** Denser from month to month, and in the evenings. */
function* makeStories(count: number, now: Date, random: () => number): Generator<Story> {
  for (let index = 0; index < count; index++) {
    const days = DAYS * ((index + random()) / count) ** 0.7;
    const evening = days - 0.12 * Math.sin(2 * Math.PI * days);
    const agoMs = Math.max(SECOND, (DAYS - evening) * DAY);
    yield { createdAt: new Date(now.getTime() - agoMs), fate: toFate(random, agoMs) };
  }
}

/** What became of a claim: many of the last days still wait, and some were never decided. */
function toFate(random: () => number, agoMs: number): Fate {
  const chance = random();
  if (chance < (agoMs < WINDOW_MS ? 0.4 : 0.05)) return { status: "pending", state: null };
  if (chance > 0.93) return { status: "rejected", state: null, isWithdrawn: chance > 0.99 };
  const sending = random();
  if (sending < 0.01) return { status: "handled", state: "skipped" };
  if (sending < 0.03) return { status: "handled", state: "failed" };
  if (sending < 0.07 && agoMs > WINDOW_MS + DAY) return { status: "handled", state: "expired" };
  return { status: "handled", state: "sent" };
}
