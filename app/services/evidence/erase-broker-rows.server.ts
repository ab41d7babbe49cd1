import { Op, type Transaction } from "sequelize";
import { BrokerRow, Evidence, type Submission } from "#app/models/index.server.ts";
import { toClaimFacts } from "#app/services/statements/keys/claim-facts.server.ts";
import { isSamePhone, readPhoneDigits } from "#app/services/statements/matching/identifiers.ts";
import { markForMatching, toRunningRow } from "./broker-rows.server.ts";
import { deleteMatchKeys, findCarriers } from "./match-keys.server.ts";
import { listKeysOfClaim, listKeysOfRow } from "./match-keys.ts";
import type { BrokerFacts } from "./match-rows.ts";

/**
 * Deletes what brokers called back or answered of a claim's person, and has what is left matched again.
 * @returns the ids of the deleted rows
 */
export async function eraseBrokerRows(claim: Submission, transaction: Transaction): Promise<string[]> {
  const { id: submissionId, workspaceId, platformId } = claim;
  const broker = { workspaceId, platformId };
  const [facts] = await toClaimFacts(broker, [claim]);
  if (!facts) return [];
  const keys = new Set(listKeysOfClaim(facts));
  const carriers = await findCarriers(broker, [...keys], { isLimited: false });
  await deleteMatchKeys({ workspaceId, subjectId: [submissionId] }, transaction);
  const rows = await BrokerRow.findAll({
    where: {
      ...broker,
      id: carriers.flatMap(({ subject, subjectId }) => (subject === "row" ? [subjectId] : [])),
    },
    attributes: ["id", "source", "receivedAt", "kind", "facts"],
    transaction,
  });
  const isTheirs = (said: BrokerFacts) =>
    listKeysOfRow({ ...said, phone: null }).some((key) => keys.has(key)) ||
    (said.phone !== null && claim.phone !== "" && isSamePhone(claim.phone, readPhoneDigits(said.phone)));
  const rowId = rows.filter((row) => isTheirs(toRunningRow(row).facts)).map(({ id }) => id);
  if (rowId.length === 0) return [];
  const isAbout = { workspaceId, rowId, decides: null };
  const others = await Evidence.findAll({
    where: { ...isAbout, submissionId: { [Op.notIn]: [submissionId] } },
    attributes: ["submissionId"],
    transaction,
  });
  await Evidence.destroy({ where: isAbout, transaction });
  await deleteMatchKeys({ workspaceId, subjectId: rowId }, transaction);
  await BrokerRow.destroy({ where: { ...broker, id: rowId }, transaction });
  const again = [...new Set(others.flatMap((one) => one.submissionId ?? []))];
  await markForMatching(broker, again, transaction);
  return rowId;
}
