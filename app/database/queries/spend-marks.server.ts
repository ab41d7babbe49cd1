import { Op, type Transaction } from "sequelize";
import { groupBy } from "#app/lib/group-by.ts";
import { type Days, listDays } from "#app/lib/periods.ts";
import { SpendMark, SpendReport } from "#app/models/index.server.ts";
import { announceDue } from "../announcements.server.ts";
import { retryRead } from "../connection.server.ts";

export type WhichReports = { workspaceId: string } & Partial<
  Pick<SpendReport, "importId" | "origin" | "adPlatform" | "accountId" | "day">
> & { accountRef?: string | string[]; id?: { [Op.lt]: string } };

/** Has a job work out what counts of the days that reports are for, before these change or go. */
export async function markReports(where: WhichReports, transaction: Transaction): Promise<void> {
  const spans = await SpendReport.findAll({
    where,
    attributes: ["adPlatform", "day", "toDay"],
    group: ["adPlatform", "day", "toDay"],
    raw: true,
    transaction,
  });
  for (const [adPlatform, own] of groupBy(spans, (span) => span.adPlatform)) {
    const days = own.flatMap(({ day, toDay }) => listDays({ from: day, to: toDay }));
    await markSpend({ workspaceId: where.workspaceId, adPlatform }, days, transaction);
  }
}

export async function markSpend(
  place: { workspaceId: string; adPlatform: string },
  days: readonly string[],
  transaction: Transaction,
): Promise<void> {
  const marks = [...new Set(days)].map((day) => ({ ...place, day }));
  await SpendMark.bulkCreate(marks, { ignoreDuplicates: true, transaction });
  if (marks.length > 0) announceDue(SpendMark, transaction);
}

/** Whether what counts of some of these days is still to be worked out. */
export async function areDaysMarked(workspaceId: string, { from, to }: Days): Promise<boolean> {
  const where = { workspaceId, day: { [Op.between]: [from, to] } };
  return (await retryRead(() => SpendMark.findOne({ where, raw: true }))) !== null;
}
