import type { Transaction } from "sequelize";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { newId } from "#app/lib/ids.ts";
import { SpendImport, SpendReport, SpendRow } from "#app/models/index.server.ts";
import { toReportKey } from "./report-key.ts";

/** Takes rows for reports that were written before there were reports. */
export async function reportEarlierRows(
  { workspaceId, adPlatform }: { workspaceId: string; adPlatform: string },
  days: readonly string[],
  transaction: Transaction,
): Promise<void> {
  const options = { raw: true, transaction } as const;
  const where = { workspaceId, adPlatform, day: [...days] };
  const rows = await SpendRow.findAll({ where: { ...where, isWorkedOut: false }, ...options });
  const toReading = ({ day, importId, accountRef }: Pick<SpendRow, "day" | "importId" | "accountRef">) =>
    [day, importId, accountRef].join(" ");
  const there = await SpendReport.findAll({ where, ...options });
  const known = new Set(there.map(toReading));
  const importIds = [...new Set(rows.flatMap(({ importId }) => importId ?? []))];
  const imports = await SpendImport.findAll({ where: { workspaceId, id: importIds }, ...options });
  const uploadedAt = new Map(imports.map(({ id, createdAt }) => [id, createdAt]));
  const reports = rows
    .filter((row) => !known.has(toReading(row)))
    .map(({ source: _source, rowKey: _key, isSpread: _spread, isWorkedOut: _worked, ...row }) => {
      const report = {
        ...row,
        id: newId(),
        origin: row.importId === null ? ("account" as const) : ("file" as const),
        toDay: row.day,
        hasUnknownAd: false,
        isComplete: false,
        leftReason: null,
        leftAmount: null,
        reportedAt: uploadedAt.get(row.importId ?? "") ?? new Date(0),
      };
      return { ...report, reportKey: toReportKey(report) };
    });
  await insertRows(SpendReport, reports, transaction);
}
