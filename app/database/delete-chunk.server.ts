import { type FindOptions, type Model, type ModelStatic, Op } from "sequelize";
import { inTransaction } from "./connection.server.ts";
import { emptyLogSoon } from "./erased-rows.server.ts";

/**
 * Deletes up to `limit` rows. It reads their ids first: on SQLite even a write that changes nothing blocks others.
 * @param key tells the rows of `where` apart
 * @returns whether there may be more
 */
export async function deleteChunk(
  model: ModelStatic<Model>,
  {
    where = {},
    limit = 500,
    key = "id",
    ...find
  }: Pick<FindOptions, "where" | "order" | "include" | "limit"> & { key?: string },
): Promise<boolean> {
  const rows = await model.findAll({ ...find, where, attributes: [key], limit });
  if (rows.length === 0) return false;
  const own = { [key]: rows.map((row) => row.get(key) as string) };
  await inTransaction((transaction) => model.destroy({ where: { [Op.and]: [own, where] }, transaction }));
  emptyLogSoon();
  return rows.length === limit;
}
