import { type FindOptions, type Model, type ModelStatic, Op } from "sequelize";
import { inTransaction } from "./connection.server.ts";
import { emptyLogSoon } from "./erased-rows.server.ts";

/**
 * Deletes up to `limit` rows. It reads their ids first: on SQLite even a write that changes nothing blocks others.
 * @returns whether there may be more
 */
export async function deleteChunk(
  model: ModelStatic<Model>,
  { where = {}, limit = 500, ...find }: Pick<FindOptions, "where" | "order" | "include" | "limit">,
): Promise<boolean> {
  const rows = await model.findAll({ ...find, where, attributes: ["id"], limit });
  if (rows.length === 0) return false;
  const id = rows.map((row) => row.get("id") as string);
  await inTransaction((transaction) => model.destroy({ where: { [Op.and]: [{ id }, where] }, transaction }));
  emptyLogSoon();
  return rows.length === limit;
}
