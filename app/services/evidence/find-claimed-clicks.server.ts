import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { firstIdAt } from "#app/lib/ids.ts";
import { BrokerRow, Evidence } from "#app/models/index.server.ts";
import { toRunningRow } from "./broker-rows.server.ts";
import { listClickIds, RUNNING_DAYS } from "./find-component.server.ts";
import { type Broker, findCarriers } from "./match-keys.server.ts";
import { listKeysOfClick } from "./match-keys.ts";

/** How many clicks one query names. */
const CHUNK = 500;

/** What is said of clicks that were called back, until nothing is matched with the rows any more. */
export const calledFrom = (): string => firstIdAt(new Date(Date.now() - RUNNING_DAYS * DAY));

/** Which of these clicks brokers name with a client whose claim is found by another key, such as the account number. */
export async function findClaimedClicks(
  broker: Broker,
  clickIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const claimed = new Set<string>();
  for (let at = 0; at < clickIds.length; at += CHUNK) {
    const keys = clickIds.slice(at, at + CHUNK).flatMap(listKeysOfClick);
    const carriers = await retryRead(() => findCarriers(broker, keys, { isLimited: false }));
    const id = carriers.flatMap(({ subject, subjectId }) => (subject === "row" ? [subjectId] : []));
    for (const click of await findClicksOfClaims(broker, id)) claimed.add(click);
  }
  return claimed;
}

async function findClicksOfClaims(broker: Broker, id: string[]): Promise<string[]> {
  if (id.length === 0) return [];
  const evidence = await retryRead(() =>
    findRows(Evidence, {
      where: {
        ...broker,
        rowId: id,
        submissionId: { [Op.ne]: null },
        evidenceGroup: ["certain", "likely"],
      },
      attributes: ["rowId"],
    }),
  );
  const rows = await retryRead(() =>
    findRows(BrokerRow, {
      where: { ...broker, id: evidence.flatMap(({ rowId }) => rowId ?? []) },
      attributes: ["id", "source", "receivedAt", "kind", "facts"],
    }),
  );
  return rows.map(toRunningRow).flatMap(listClickIds);
}
