import { retryRead } from "#app/database/connection.server.ts";
import { isSpendOf, type SpendFilters } from "#app/database/queries/spend.server.ts";
import type { Days } from "#app/lib/periods.ts";
import { AdObject, SpendImport, SpendRow } from "#app/models/index.server.ts";

type Arguments = { workspaceId: string; days: Days; filters: SpendFilters; page: number; limit: number };

type NamedSpendRow = {
  row: SpendRow;
  campaign: string | null;
  adSet: string | null;
  ad: string | null;
  /** The file or the amount by hand; null for a connected account. */
  importName: string | null;
};

/** The rows that a number of spend is the sum of, the latest day first. */
export async function listSpendRows({ workspaceId, days, filters, page, limit }: Arguments) {
  const { rows, count } = await retryRead(() =>
    SpendRow.findAndCountAll({
      where: isSpendOf({ workspaceId, days, filters }),
      order: [
        ["day", "DESC"],
        ["id", "ASC"],
      ],
      offset: (page - 1) * limit,
      limit,
    }),
  );
  const refs = rows.flatMap(({ campaignRef, adSetRef, adRef }) => [campaignRef, adSetRef, adRef]);
  const given = (ids: (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  const [objects, imports] = await retryRead(() =>
    Promise.all([
      AdObject.findAll({ where: { workspaceId, id: given(refs) }, attributes: ["id", "name"], raw: true }),
      SpendImport.findAll({
        where: { workspaceId, id: given(rows.map(({ importId }) => importId)) },
        attributes: ["id", "name"],
        raw: true,
      }),
    ]),
  );
  const names = new Map([...objects, ...imports].map(({ id, name }) => [id, name]));
  const nameOf = (id: string | null) => names.get(id ?? "") ?? null;
  const found: NamedSpendRow[] = rows.map((row) => ({
    row,
    campaign: nameOf(row.campaignRef),
    adSet: nameOf(row.adSetRef),
    ad: nameOf(row.adRef),
    importName: nameOf(row.importId),
  }));
  return { found, pagination: { total: count, page, limit, pages: Math.max(1, Math.ceil(count / limit)) } };
}
