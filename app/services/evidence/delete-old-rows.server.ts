import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { deleteChunk } from "#app/database/delete-chunk.server.ts";
import { emptyLogSoon } from "#app/database/erased-rows.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { firstIdAt } from "#app/lib/ids.ts";
import { BrokerRow, MatchingKey } from "#app/models/index.server.ts";
import { RUNNING_DAYS } from "./find-component.server.ts";
import { CLAIMS_KEYED_DAYS } from "./key-claims.server.ts";

/** A total tells the next one what it grew by, also a year later. */
const TOTALS_DAYS = 400;
const CHUNK = 500;

/**
 * Deletes rows of brokers that nothing is matched with any more, and the keys of claims that no row can find.
 * @returns whether there may be more
 */
export async function deleteOldBrokerRows(now = Date.now()): Promise<boolean> {
  const before = (days: number) => new Date(now - days * DAY);
  const rows = await findRows(BrokerRow, {
    where: {
      [Op.or]: [
        { receivedAt: { [Op.lte]: before(RUNNING_DAYS) }, kind: { [Op.ne]: "sum" } },
        { receivedAt: { [Op.lte]: before(TOTALS_DAYS) } },
      ],
    },
    attributes: ["id"],
    limit: CHUNK,
  });
  const id = rows.map((row) => row.id);
  if (id.length > 0) {
    await inTransaction(async (transaction) => {
      await MatchingKey.destroy({ where: { subjectId: id }, transaction });
      await BrokerRow.destroy({ where: { id }, transaction });
    });
    emptyLogSoon();
  }
  const hasMoreKeys = await deleteChunk(MatchingKey, {
    where: { subject: "claim", subjectId: { [Op.lte]: firstIdAt(before(CLAIMS_KEYED_DAYS)) } },
    key: "subjectId",
    limit: CHUNK,
  });
  return rows.length === CHUNK || hasMoreKeys;
}
