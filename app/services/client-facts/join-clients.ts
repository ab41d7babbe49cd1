import { createJoins } from "./create-joins.ts";

/** Joins the rows in which one claim was found: one client, whatever each source names them by. */
export function joinClients<Row extends { clientHash: string; claimIds: readonly string[] }>(
  rows: readonly Row[],
): (Row & { client: string })[] {
  const { join, rootOf } = createJoins();
  for (const { clientHash, claimIds } of rows) for (const id of claimIds) join(clientHash, `claim ${id}`);
  return rows.map((row) => ({ ...row, client: rootOf(row.clientHash) }));
}
