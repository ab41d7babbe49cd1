import { Op } from "sequelize";
import { inTransaction, sequelize } from "#app/database/connection.server.ts";
import { escapeValue, onConflictAdd } from "#app/database/dialect.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { POSTBACK_LOG_DAYS, type PostbackRefusal } from "#app/lib/postbacks.ts";
import { RefusedPostback } from "#app/models/index.server.ts";

type Counted = { platformId: string; day: string; reason: PostbackRefusal; count: number };

let counted = new Map<string, Counted>();

/** Counts a refused call in memory: whoever makes many causes one write a second. */
export function countRefused(platformId: string | null, reason: PostbackRefusal, now = new Date()): void {
  const day = now.toISOString().slice(0, 10);
  const key = `${platformId} ${day} ${reason}`;
  const entry = counted.get(key) ?? { platformId: platformId ?? "", day, reason, count: 0 };
  entry.count += 1;
  counted.set(key, entry);
}

/** Writes the refused calls counted since the last flush. */
export async function flushRefused(): Promise<void> {
  const rows = [...counted.values()];
  counted = new Map();
  if (rows.length === 0) return;
  const values = rows.map(
    (row) => `(${[row.platformId, row.day, row.reason, row.count].map(escapeValue).join(",")})`,
  );
  try {
    await inTransaction((transaction) =>
      sequelize.query(
        `INSERT INTO ${RefusedPostback.tableName} (platformId, day, reason, count) VALUES ${values.join(",")}
         ${onConflictAdd(["platformId", "day", "reason"], "count")}`,
        { transaction, raw: true },
      ),
    );
  } catch (error) {
    log.warn({ err: error, lost: rows.length }, "a second of refused postbacks could not be added");
  }
}

const dayBefore = (days: number, now: number) => new Date(now - days * DAY).toISOString().slice(0, 10);

/** Counts are kept as long as the log. */
export const deleteOldRefusals = (now = Date.now()): Promise<number> =>
  inTransaction((transaction) =>
    RefusedPostback.destroy({ where: { day: { [Op.lt]: dayBefore(POSTBACK_LOG_DAYS, now) } }, transaction }),
  );
