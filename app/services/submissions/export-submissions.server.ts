import { Op, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { readDateRange } from "#app/lib/date-range.ts";
import { Submission, type Workspace } from "#app/models/index.server.ts";
import type { SubmissionsQuery } from "#app/schemas/submissions.ts";
import { filterOf } from "./submission-filter.server.ts";
import { orderOf } from "./submission-order.server.ts";

const PAGE = 1_000;
/** Above this, what is not sorted by date is exported by date: its order would have to be held in memory. */
const SORTED_MAX = 100_000;

const attributes = [
  ...["id", "createdAt", "status", "eventStatus", "email", "phone", "platformName", "action", "reference"],
  ...["amount", "currency", "verifiedAmount", "verifiedCurrency", "correctedAmount", "correctedCurrency"],
  ...["source", "utmCampaign", "handledAt", "withdrawnAt", "sendBefore", "decisionReason"],
  ...["decisionReasonText", "decisionNote"],
] as const;
export type ExportedSubmission = Pick<Submission, (typeof attributes)[number]>;

type Arguments = {
  workspace: Pick<Workspace, "id" | "timeZone" | "currency">;
  query: SubmissionsQuery;
};

/** All submissions of a list in its order, a page at a time. */
export function exportList({ workspace, query }: Arguments): AsyncGenerator<ExportedSubmission[]> {
  // Before the response begins: a stream that ends early says nothing.
  const range = readDateRange(workspace.timeZone, query);
  return exportRows({ workspace, query }, filterOf(workspace.id, query, range));
}

async function* exportRows(
  { workspace, query }: Arguments,
  where: WhereOptions,
): AsyncGenerator<ExportedSubmission[]> {
  const isByDate = query.sort === "createdAt" || query.sort === "-createdAt";
  const ids = isByDate ? null : await sortedIds(where, query, workspace.currency);
  if (ids === null) yield* byDate(where, query.sort === "createdAt" ? "ASC" : "DESC");
  else yield* byIds(workspace.id, ids);
}

/** Null for too many. */
async function sortedIds(
  where: WhereOptions,
  query: SubmissionsQuery,
  currency: string,
): Promise<string[] | null> {
  const ids: string[] = [];
  for (const part of await orderOf(query, currency)) {
    const rows = await retryRead(() =>
      Submission.findAll({
        where: { [Op.and]: [where, part.where] },
        attributes: ["id"],
        order: part.order,
        limit: SORTED_MAX + 1 - ids.length,
        raw: true,
      }),
    );
    for (const { id } of rows) ids.push(id);
    if (ids.length > SORTED_MAX) return null;
  }
  return ids;
}

async function* byIds(workspaceId: string, ids: string[]): AsyncGenerator<ExportedSubmission[]> {
  for (let start = 0; start < ids.length; start += PAGE) {
    const page = ids.slice(start, start + PAGE);
    const rows = await retryRead(() =>
      Submission.findAll({ where: { workspaceId, id: page }, attributes: [...attributes], raw: true }),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield page.flatMap((id) => byId.get(id) ?? []);
  }
}

async function* byDate(where: WhereOptions, direction: "ASC" | "DESC"): AsyncGenerator<ExportedSubmission[]> {
  const [orSame, beyond] = direction === "ASC" ? [Op.gte, Op.gt] : [Op.lte, Op.lt];
  let last: ExportedSubmission | undefined;
  do {
    const { createdAt, id } = last ?? {};
    // The first condition alone is one that MySQL begins its range with.
    const after = last && {
      createdAt: { [orSame]: createdAt },
      [Op.or]: [{ createdAt: { [beyond]: createdAt } }, { id: { [beyond]: id } }],
    };
    const rows = await retryRead(() =>
      Submission.findAll({
        where: after ? { [Op.and]: [where, after] } : where,
        attributes: [...attributes],
        order: [
          ["createdAt", direction],
          ["id", direction],
        ],
        limit: PAGE,
        raw: true,
      }),
    );
    yield rows;
    last = rows.length === PAGE ? rows.at(-1) : undefined;
  } while (last);
}
