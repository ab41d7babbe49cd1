import { QueryTypes, type Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue, onConflictIgnore } from "#app/database/dialect.server.ts";
import { type Days, listPeriods } from "#app/lib/periods.ts";
import { ORIGIN_KEYS, type Origin } from "./counted-claims.server.ts";

/** How many rows one statement has. */
const CHUNK = 400;
const READ_AT_ONCE = 5_000;

/** Adds where claims come from, unless it is there. */
export async function addOrigins(
  workspaceId: string,
  origins: (Origin & { id: string })[],
  transaction: Transaction,
): Promise<void> {
  for (let at = 0; at < origins.length; at += CHUNK) {
    const rows = origins
      .slice(at, at + CHUNK)
      .map(
        (row) =>
          `(${[workspaceId, row.id, ...ORIGIN_KEYS.map((key) => row[key])].map(escapeValue).join(", ")})`,
      );
    await sequelize.query(
      `INSERT INTO claimOrigins (workspaceId, id, ${ORIGIN_KEYS.join(", ")}) VALUES ${rows.join(", ")} ${onConflictIgnore}`,
      { transaction, raw: true },
    );
  }
}

/** Origins by their ids. */
export async function readOriginsOf(
  workspaceId: string,
  ids: string[],
): Promise<(Origin & { id: string })[]> {
  const found: (Origin & { id: string })[] = [];
  for (let at = 0; at < ids.length; at += READ_AT_ONCE)
    found.push(
      ...(await sequelize.query<Origin & { id: string }>(
        `SELECT id, ${ORIGIN_KEYS.join(", ")} FROM claimOrigins WHERE workspaceId = :workspaceId
         AND id IN (${ids
           .slice(at, at + READ_AT_ONCE)
           .map(escapeValue)
           .join(", ")})`,
        { type: QueryTypes.SELECT, replacements: { workspaceId } },
      )),
    );
  return found;
}

/** Where the claims of a workspace come from, or those of some days that are counted. */
export function readOrigins(workspaceId: string, days: Days | null): Promise<(Origin & { id: string })[]> {
  const ofDays = days
    ? ` AND id IN (SELECT value FROM counts WHERE workspaceId = :workspaceId AND basis = 'claim' AND kind = 'origin'
         AND period IN (${listPeriods(days).map(escapeValue).join(", ")}))`
    : "";
  return sequelize.query(
    `SELECT id, ${ORIGIN_KEYS.join(", ")} FROM claimOrigins WHERE workspaceId = :workspaceId${ofDays}`,
    { type: QueryTypes.SELECT, replacements: { workspaceId } },
  );
}
