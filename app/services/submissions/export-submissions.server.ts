import { Op, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { readDateRange } from "#app/lib/date-range.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { type ColumnFor, columnsFor } from "#app/lib/submission-columns.ts";
import { Commission, Correction, Delivery, Submission, type Workspace } from "#app/models/index.server.ts";
import type { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { listFormNames } from "#app/services/opt-in-forms/form-names.server.ts";
import { type DecidedBy, findDeciders } from "./find-deciders.server.ts";
import { findPlaces, getLastPlace, type Place } from "./find-places.server.ts";
import { type ClaimStatements, findStatementFacts } from "./statement-evidence.server.ts";
import { toSubmissionWhere } from "./submission-filter.server.ts";
import { toOrder } from "./submission-order.server.ts";

const PAGE = 1_000;
/** Above this, what is not sorted by date is exported by date: its order would have to be held in memory. */
const SORTED_MAX = 100_000;

const attributes = columnsFor("exported");
type Row = Pick<Submission, ColumnFor<"exported">>;
const CORRECTION = ["submissionId", "isChargeback", "reason", "createdAt"] as const;
const COMMISSION = ["submissionId", "earned", "tierCurrency", "tierName"] as const;
const DELIVERY = ["submissionId", "adPlatform", "eventId"] as const;

/** A submission with its latest correction and what else happened to it. */
export type ExportedSubmission = Row &
  ClaimStatements & {
    correction: Pick<Correction, (typeof CORRECTION)[number]> | null;
    commission: Pick<Commission, (typeof COMMISSION)[number]> | null;
    /** The name of whoever decided it. */
    decidedBy: DecidedBy | null;
    formName: string | null;
    deliveries: Pick<Delivery, (typeof DELIVERY)[number]>[];
  };

type Arguments = {
  workspace: Pick<Workspace, "id" | "timeZone">;
  query: SubmissionsQuery;
};

/** All submissions of a list in its order, a page at a time. */
export async function exportList({
  workspace,
  query,
}: Arguments): Promise<AsyncGenerator<ExportedSubmission[]>> {
  // Before the response starts, because a stream cannot report an error.
  const range = readDateRange(workspace.timeZone, query);
  return exportRows({ workspace, query }, await toSubmissionWhere(workspace.id, query, range));
}

async function* exportRows(
  { workspace, query }: Arguments,
  where: WhereOptions,
): AsyncGenerator<ExportedSubmission[]> {
  const isByDate = query.sort === "createdAt" || query.sort === "-createdAt";
  const ids = isByDate ? null : await sortedIds(where, query);
  const direction = query.sort === "createdAt" ? "ASC" : "DESC";
  if (ids === null) yield* byDate({ workspaceId: workspace.id, where, direction });
  else yield* byIds(workspace.id, ids);
}

/** Null for too many. */
async function sortedIds(where: WhereOptions, query: SubmissionsQuery): Promise<string[] | null> {
  const ids: string[] = [];
  for (const part of toOrder(query)) {
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
  for (let start = 0; start < ids.length; start += PAGE)
    yield await readRows(workspaceId, ids.slice(start, start + PAGE));
}

async function readRows(workspaceId: string, ids: string[]): Promise<ExportedSubmission[]> {
  const rows: Row[] = await retryRead(() =>
    Submission.findAll({ where: { workspaceId, id: ids }, attributes, raw: true }),
  );
  const [facts, toDecidedBy, statementFacts, forms] = await Promise.all([
    findFacts(workspaceId, rows),
    findDeciders(rows),
    findStatementFacts(rows),
    listFormNames(workspaceId),
  ]);
  const byId = new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        correction: facts.corrections.get(row.id) ?? null,
        commission: facts.commissions.get(row.id) ?? null,
        deliveries: facts.deliveries.get(row.id) ?? [],
        decidedBy: toDecidedBy(row),
        formName: forms.find(({ id }) => id === row.formId)?.name ?? null,
        ...statementFacts(row.id),
      },
    ]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What was written about a page's submissions, each kind with one query. */
async function findFacts(workspaceId: string, rows: Row[]) {
  const submissionId = rows.flatMap(({ id, handledAt }) => (handledAt ? [id] : []));
  if (submissionId.length === 0)
    return { corrections: new Map(), commissions: new Map(), deliveries: new Map() };
  const where = { workspaceId, submissionId };
  const [corrections, commissions, deliveries] = await Promise.all([
    retryRead(() => findRows(Correction, { attributes: CORRECTION, where, order: [["createdAt", "ASC"]] })),
    retryRead(() => findRows(Commission, { attributes: COMMISSION, where })),
    // By the submissions alone: with the workspace too, SQLite may read all of its deliveries.
    retryRead(() => findRows(Delivery, { attributes: DELIVERY, where: { submissionId } })),
  ]);
  return {
    // The latest of each.
    corrections: new Map(corrections.map((row) => [row.submissionId, row])),
    commissions: new Map(commissions.map((row) => [row.submissionId, row])),
    deliveries: groupBy(deliveries, (row) => row.submissionId),
  };
}

type ByDate = { workspaceId: string; where: WhereOptions; direction: "ASC" | "DESC" };
type Page = { rows: ExportedSubmission[]; last: Place | undefined };

/** The next page is read while the one before is written. */
async function* byDate(list: ByDate): AsyncGenerator<ExportedSubmission[]> {
  let reading = readPage(list);
  for (;;) {
    const { rows, last } = await reading;
    if (!last) {
      yield rows;
      return;
    }
    reading = readPage(list, last);
    // If the caller stops early, nobody awaits this page.
    reading.catch(() => undefined);
    yield rows;
  }
}

async function readPage({ workspaceId, where, direction }: ByDate, after?: Place): Promise<Page> {
  const places = await retryRead(() => findPlaces({ where, direction, limit: PAGE, after }));
  const rows = await readRows(
    workspaceId,
    places.map(({ id }) => id),
  );
  return { rows, last: getLastPlace(places, PAGE) };
}
