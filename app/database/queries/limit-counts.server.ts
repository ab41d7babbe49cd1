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

type SharedCount = {
  /** What all processes have counted, as far as this one knows. */
  points: number;
  /** What this one has not added to the database yet. */
  unsaved: number;
  expiresAt: number;
};

/**
 * Counters in memory that are added to those of the other processes in the database, many at a time: what another
 * process counts is known here a second later. A call does not wait for the database.
 */
export function createSharedLimitStore(): LimitStore {
  const counts = new Map<string, SharedCount>();
  let isWaiting = false;

  async function save(): Promise<void> {
    isWaiting = false;
    const now = Date.now();
    for (const [id, { expiresAt }] of counts) if (expiresAt <= now) counts.delete(id);
    const unsaved = [...counts].filter(([, count]) => count.unsaved !== 0);
    for (let at = 0; at < unsaved.length; at += BATCH) await saveBatch(unsaved.slice(at, at + BATCH));
  }

  async function saveBatch(batch: [counter: string, SharedCount][]): Promise<void> {
    // In the order of their ids, because processes lock the same rows.
    const saved = batch
      .map(([counter, count]) => ({ id: keyedHash("limit", counter), count, points: count.unsaved }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const { count } of saved) count.unsaved = 0;
    try {
      const added = saved.map(({ id, points, count }) => ({
        ...{ id, points },
        expiresAt: new Date(count.expiresAt),
      }));
      const rows = await inTransaction((transaction) => addPoints(added, new Date(), transaction));
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const { id, count } of saved) {
        const row = byId.get(id);
        if (row) {
          count.points = row.points + count.unsaved;
          count.expiresAt = row.expiresAt.getTime();
        }
      }
    } catch (error) {
      for (const { count, points } of saved) count.unsaved += points;
      log.warn({ err: error }, "limits could not be added to the database; they count in this process");
      saveLater();
    }
  }

  function saveLater(): void {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => void save(), GATHER_MS).unref();
  }

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
      saveLater();
      return { points: count.points, msLeft: count.expiresAt - now };
    },
  };
}
