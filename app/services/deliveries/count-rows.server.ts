import type { Model, ModelStatic, WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";

/** The log is counted up to this and then shows "more than". */
const COUNT_MAX = 1_000;

export async function countRows(
  model: ModelStatic<Model>,
  where: WhereOptions,
): Promise<{ total: number; hasMore: boolean }> {
  const rows = await retryRead(() =>
    model.findAll({ where, attributes: ["id"], limit: COUNT_MAX + 1, raw: true }),
  );
  return { total: Math.min(rows.length, COUNT_MAX), hasMore: rows.length > COUNT_MAX };
}
