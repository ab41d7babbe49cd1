import { Op } from "sequelize";
import { inTransaction, sequelize } from "#app/database/connection.server.ts";
import { onConflictRestart } from "#app/database/dialect.server.ts";
import type { LimitStore } from "#app/lib/limit-store.server.ts";
import { keyedHash } from "#app/lib/secrets.server.ts";
import { LimitCount } from "#app/models/index.server.ts";

/** Counters in the database: they survive a restart, and all processes share them. */
export const databaseLimitStore: LimitStore = {
  async add({ name, key, seconds }, by) {
    // A key can be an email or IP address, which the table must not contain.
    const id = keyedHash("limit", `${name}:${key}`);
    const now = new Date();
    const row = await inTransaction(async (transaction) => {
      if (by === 1)
        await sequelize.query(
          `INSERT INTO limitCounts (id, points, expiresAt) VALUES (:id, 1, :expiresAt) ${onConflictRestart}`,
          { replacements: { id, now, expiresAt: new Date(now.getTime() + seconds * 1000) }, transaction },
        );
      else
        await LimitCount.decrement("points", {
          where: { id, points: { [Op.gt]: 0 }, expiresAt: { [Op.gt]: now } },
          transaction,
        });
      return LimitCount.findByPk(id, { transaction });
    });
    return { points: row?.points ?? 0, msLeft: Math.max(0, (row?.expiresAt.getTime() ?? 0) - now.getTime()) };
  },
};
