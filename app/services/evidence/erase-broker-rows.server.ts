import { Op, type Transaction } from "sequelize";
import { ACCOUNT_KEY_MIN, toAccountKey } from "#app/lib/account-keys.ts";
import { BrokerRow, Evidence, type Submission } from "#app/models/index.server.ts";
import { toClaimFacts } from "#app/services/statements/keys/claim-facts.server.ts";
import { isSamePhone, readPhoneDigits } from "#app/services/statements/matching/identifiers.ts";
import { markForMatching, toRunningRow } from "./broker-rows.server.ts";
import { type Broker, deleteMatchKeys, findCarriers } from "./match-keys.server.ts";
import { listKeysOfAccount, listKeysOfClaim, listKeysOfRow } from "./match-keys.ts";
import type { BrokerFacts, RunningRow } from "./match-rows.ts";

/**
 * Deletes what brokers called back or answered of a claim's person, and has what is left matched again.
 * @returns the ids of the deleted rows, and the account numbers that they name
 */
export async function eraseBrokerRows(
  claim: Submission,
  transaction: Transaction,
): Promise<{ rowIds: string[]; accounts: string[] }> {
  const { id: submissionId, workspaceId, platformId } = claim;
  const broker = { workspaceId, platformId };
  const [facts] = await toClaimFacts(broker, [claim]);
  if (!facts) return { rowIds: [], accounts: [] };
  const keys = new Set(listKeysOfClaim(facts));
  const isTheirs = (said: BrokerFacts) =>
    listKeysOfRow({ ...said, phone: null }).some((key) => keys.has(key)) ||
    (said.phone !== null && claim.phone !== "" && isSamePhone(claim.phone, readPhoneDigits(said.phone)));
  const named = (await findRowsOf(broker, [...keys], transaction)).filter(({ facts: said }) =>
    isTheirs(said),
  );
  const accounts = [...new Set(named.flatMap(({ facts: { account } }) => account ?? []))].filter(
    (account) => toAccountKey(account).length >= ACCOUNT_KEY_MIN,
  );
  const numbered = await findRowsOf(broker, accounts.flatMap(listKeysOfAccount), transaction);
  await deleteMatchKeys({ workspaceId, subjectId: [submissionId] }, transaction);
  const rowIds = [...new Set([...named, ...numbered.filter(isNumberOnly)].map(({ id }) => id))];
  if (rowIds.length > 0) await deleteRows(broker, submissionId, rowIds, transaction);
  return { rowIds, accounts };
}

/** A number that a row beside it gives to the person is theirs; with another address it is somebody else's. */
const isNumberOnly = ({ facts: { email, emailSha256, emailMd5, phone } }: RunningRow): boolean =>
  [email, emailSha256, emailMd5, phone].every((name) => name === null);

async function findRowsOf(broker: Broker, keys: string[], transaction: Transaction): Promise<RunningRow[]> {
  const carriers = await findCarriers(broker, keys, { isLimited: false });
  const id = carriers.flatMap(({ subject, subjectId }) => (subject === "row" ? [subjectId] : []));
  if (id.length === 0) return [];
  const rows = await BrokerRow.findAll({
    where: { ...broker, id },
    attributes: ["id", "source", "receivedAt", "kind", "facts"],
    transaction,
  });
  return rows.map(toRunningRow);
}

async function deleteRows(
  broker: Broker,
  submissionId: string,
  rowId: string[],
  transaction: Transaction,
): Promise<void> {
  const { workspaceId } = broker;
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
}
