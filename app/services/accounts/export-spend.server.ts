import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { AD_LEVELS, type AdLevel } from "#app/lib/spend.ts";
import { AdObject, SpendImport, SpendRow } from "#app/models/index.server.ts";
import { loadFile } from "#app/services/imports/import-kinds.server.ts";
import type { Membership } from "#app/services/workspaces/memberships.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

const PAGE = 500;
const IMPORT = [
  "id",
  "kind",
  "name",
  "adPlatform",
  "accountId",
  "source",
  "amount",
  "currency",
  "fromDay",
  "toDay",
  "isSpread",
  "rowCount",
  "error",
  "state",
  "createdAt",
] as const;
const ROW = [
  "id",
  "origin",
  "importId",
  "day",
  "adPlatform",
  "accountId",
  "campaignRef",
  "adSetRef",
  "adRef",
  "source",
  "currency",
  "amount",
  "impressions",
  "clicks",
  "conversions",
  "isSpread",
] as const;

export type ExportedSpendImport = Pick<SpendImport, (typeof IMPORT)[number]> & {
  /** Base64; null for an amount by hand. */
  file: string | null;
};
export type ExportedSpend = Omit<Pick<SpendRow, (typeof ROW)[number]>, `${AdLevel}Ref`> &
  Record<AdLevel, { id: string | null; name: string } | null>;

/** The files of spend of a workspace and its amounts by hand, one at a time. */
export async function* exportSpendImports({
  workspace,
  role,
}: Membership): AsyncGenerator<ExportedSpendImport[]> {
  if (!isAllowed(role, "workspace:export")) return;
  for await (const rows of pagesOf((last) =>
    findRows(SpendImport, {
      where: { workspaceId: workspace.id, id: { [Op.gt]: last } },
      attributes: IMPORT,
      order: [["id", "ASC"]],
      limit: PAGE,
    }),
  ))
    for (const row of rows) {
      const file = await retryRead(() => loadFile(row.id));
      yield [{ ...row, file: file.length > 0 ? file.toString("base64") : null }];
    }
}

/** What ads of a workspace cost, with their names. */
export async function* exportSpend({ workspace, role }: Membership): AsyncGenerator<ExportedSpend[]> {
  if (!isAllowed(role, "workspace:export")) return;
  const workspaceId = workspace.id;
  for await (const rows of pagesOf((last) =>
    findRows(SpendRow, {
      where: { workspaceId, id: { [Op.gt]: last } },
      attributes: ROW,
      order: [["id", "ASC"]],
      limit: PAGE,
    }),
  )) {
    const refs = rows.flatMap((row) => AD_LEVELS.flatMap((level) => row[`${level}Ref`] ?? []));
    const ads = await retryRead(() =>
      AdObject.findAll({ where: { workspaceId, id: [...new Set(refs)] }, raw: true }),
    );
    const named = new Map(ads.map(({ id, objectId, name }) => [id, { id: objectId, name }]));
    const nameOf = (ref: string | null) => (ref === null ? null : (named.get(ref) ?? null));
    yield rows.map(({ campaignRef, adSetRef, adRef, ...row }) => ({
      ...row,
      campaign: nameOf(campaignRef),
      adSet: nameOf(adSetRef),
      ad: nameOf(adRef),
    }));
  }
}

async function* pagesOf<Row extends { id: string }>(
  find: (last: string) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last = ""; ; ) {
    const rows = await retryRead(() => find(last));
    yield rows;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < PAGE) return;
  }
}
