import { Op, type Transaction } from "sequelize";
import { inTransaction, sequelize } from "#app/database/connection.server.ts";
import { escapeValue, onConflictRestart } from "#app/database/dialect.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import type { LimitStore } from "#app/lib/limit-store.server.ts";
import { log } from "#app/lib/log.server.ts";
import { keyedHash } from "#app/lib/secrets.server.ts";
import { LimitCount } from "#app/models/index.server.ts";

type Points = { id: string; points: number; expiresAt: Date };

// A key can be an email or IP address, which the table must not contain.
const toId = (name: string, key: string) => keyedHash("limit", `${name}:${key}`);

/** Adds to counters, or takes back from those that have as many. @returns their rows */
async function addPoints(counts: Points[], now: Date, transaction: Transaction): Promise<LimitCount[]> {
  const added = counts.filter(({ points }) => points > 0);
  const rows = added.map((one) => `(${[one.id, one.points, one.expiresAt].map(escapeValue).join(",")})`);
  if (rows.length > 0)
    await sequelize.query(
      `INSERT INTO limitCounts (id, points, expiresAt) VALUES ${rows.join(",")} ${onConflictRestart}`,
      { replacements: { now }, transaction },
    );
  for (const { id, points } of counts.filter(({ points }) => points < 0))
    await LimitCount.increment("points", {
      by: points,
      where: { id, points: { [Op.gte]: -points }, expiresAt: { [Op.gt]: now } },
      transaction,
    });
  return LimitCount.findAll({ where: { id: counts.map(({ id }) => id) }, transaction });
}

/** Counters in the database, each call for itself: they survive a restart, and all processes share them. */
export const databaseLimitStore: LimitStore = {
  async add({ name, key, seconds }, by) {
    const now = new Date();
    const count = { id: toId(name, key), points: by, expiresAt: new Date(now.getTime() + seconds * SECOND) };
    const [row] = await inTransaction((transaction) => addPoints([count], now, transaction));
    return { points: row?.points ?? 0, msLeft: Math.max(0, (row?.expiresAt.getTime() ?? 0) - now.getTime()) };
  },
};

/** How long counts gather before they are added to the database. */
const GATHER_MS = SECOND / 2;
const BATCH = 500;
const FLUSH_TRIES = 20;
const FORGET_EVERY_MS = 60 * SECOND;

type SharedCount = {
  /** What all processes have counted, as far as this one knows. */
  points: number;
  /** What this one has not added to the database yet. */
  unsaved: number;
  expiresAt: number;
};

export type SharedLimitStore = LimitStore & {
  /** Adds what is left to the database. */
  flush(): Promise<void>;
};

/**
 * Counters in memory that are added to those of the other processes in the database, many at a time: what another
 * process counts is known here a second later. A call does not wait for the database.
 */
export function createSharedLimitStore(): SharedLimitStore {
  const counts = new Map<string, SharedCount>();
  const unsaved = new Set<string>();
  let isSaving = false;

  async function save(): Promise<void> {
    const now = Date.now();
    const batch = [...unsaved].slice(0, BATCH).flatMap((counter) => {
      unsaved.delete(counter);
      const count = counts.get(counter);
      return count && count.expiresAt > now && count.unsaved !== 0 ? [{ counter, count }] : [];
    });
    if (batch.length > 0) await saveBatch(batch);
  }

  async function saveBatch(batch: { counter: string; count: SharedCount }[]): Promise<void> {
    // In the order of their ids, because processes lock the same rows.
    const saved = batch
      .map(({ counter, count }) => ({
        id: keyedHash("limit", counter),
        counter,
        count,
        points: count.unsaved,
        expiresAt: new Date(count.expiresAt),
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const { count } of saved) count.unsaved = 0;
    try {
      const rows = await inTransaction((transaction) => addPoints(saved, new Date(), transaction));
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const { id, count } of saved) {
        const row = byId.get(id);
        if (!row) continue;
        count.points = row.points + count.unsaved;
        count.expiresAt = row.expiresAt.getTime();
      }
    } catch (error) {
      for (const { counter, count, points } of saved) {
        count.unsaved += points;
        unsaved.add(counter);
      }
      log.warn({ err: error }, "limits could not be added to the database; they count in this process");
    }
  }

  /** One at a time, while there is something to save. */
  function saveLater(): void {
    if (isSaving) return;
    isSaving = true;
    const timer = setTimeout(async () => {
      await save();
      isSaving = false;
      if (unsaved.size > 0) saveLater();
      else forgetExpired();
    }, GATHER_MS);
    timer.unref();
  }

  function forgetExpired(): void {
    const now = Date.now();
    if (now < forgottenAt + FORGET_EVERY_MS) return;
    forgottenAt = now;
    for (const [counter, { expiresAt }] of counts) if (expiresAt <= now) counts.delete(counter);
  }
  let forgottenAt = Date.now();

  return {
    async add({ name, key, seconds }, by) {
      const counter = `${name}:${key}`;
      const now = Date.now();
      let count = counts.get(counter);
      if (!count || count.expiresAt <= now) {
        count = { points: 0, unsaved: 0, expiresAt: now + seconds * SECOND };
        counts.set(counter, count);
      }
      count.points = Math.max(0, count.points + by);
      count.unsaved += by;
      unsaved.add(counter);
      saveLater();
      return { points: count.points, msLeft: count.expiresAt - now };
    },
    async flush() {
      for (let tries = 0; unsaved.size > 0 && tries < FLUSH_TRIES; tries++) await save();
    },
  };
}
