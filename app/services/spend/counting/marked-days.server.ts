import { Op, type Transaction, type WhereOptions } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { retryRead } from "#app/database/connection.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { type Days, listDays } from "#app/lib/periods.ts";
import { SpendMark, SpendReport } from "#app/models/index.server.ts";
import { listDependentDays } from "./dependent-days.server.ts";
import { workOutPart } from "./work-out-spend.server.ts";

type Place = { workspaceId: string; adPlatform: string };
export type WhichReports = WhereOptions<SpendReport> & { workspaceId: string };

/** How many days of a workspace are looked up at once. */
const DAYS_AT_ONCE = 400;

/** Has a job work out what counts of the days that reports are for, before these change or go. */
export async function markReports(where: WhichReports, transaction: Transaction): Promise<void> {
  const spans = await SpendReport.findAll({
    where,
    attributes: ["adPlatform", "day", "toDay"],
    group: ["adPlatform", "day", "toDay"],
    ...{ raw: true, transaction },
  });
  for (const [adPlatform, own] of groupBy(spans, (span) => span.adPlatform)) {
    const days = own.flatMap(({ day, toDay }) => listDays({ from: day, to: toDay }));
    await markSpend({ workspaceId: where.workspaceId, adPlatform }, days, transaction);
  }
}

export async function markSpend(
  place: Place,
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

type Options = {
  /** Only these. */
  of?: Place;
  /** Is called between the parts. */
  keep?: () => Promise<void>;
};

/**
 * Works out what counts of the days that are marked.
 * @returns whether more are
 */
export async function workOutMarkedDays(
  isStopping: () => boolean = () => false,
  { of, keep }: Options = {},
): Promise<boolean> {
  const places = of ? [of] : await listMarkedPlaces();
  let failure: unknown;
  let hasMore = false;
  for (const { workspaceId, adPlatform } of places) {
    const place = { workspaceId, adPlatform };
    const marks = await SpendMark.findAll({
      ...{ where: place, order: [["day", "DESC"]], limit: DAYS_AT_ONCE, raw: true },
    });
    hasMore ||= marks.length === DAYS_AT_ONCE;
    try {
      const parts = await listDependentDays(
        place,
        marks.map(({ day }) => day),
      );
      for (const part of parts) {
        if (isStopping()) return true;
        await keep?.();
        await workOutPart(place, part, (transaction) =>
          SpendMark.destroy({ where: { ...place, day: [...part] }, transaction }),
        );
      }
    } catch (error) {
      // One that cannot be worked out must not keep the others waiting.
      failure = error;
    }
  }
  if (failure !== undefined) throw failure;
  return hasMore;
}

const listMarkedPlaces = (): Promise<Place[]> =>
  retryRead(() =>
    SpendMark.findAll({
      ...{ attributes: ["workspaceId", "adPlatform"], group: ["workspaceId", "adPlatform"], raw: true },
    }),
  );
