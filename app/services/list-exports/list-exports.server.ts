import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { Op, type Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { readValues, rowsOf } from "#app/database/values.server.ts";
import { regionalCsv } from "#app/lib/csv.ts";
import { readDateRange } from "#app/lib/date-range.ts";
import { DAY, dayIn } from "#app/lib/dates.ts";
import { Conflict, NotFound } from "#app/lib/errors.ts";
import { type ExportFormat, exportTypes } from "#app/lib/export-types.ts";
import { isId } from "#app/lib/ids.ts";
import type { FileStyle } from "#app/lib/list-file.server.ts";
import { ListExport, ListExportPart, type Workspace } from "#app/models/index.server.ts";
import type { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { countSubmissions } from "#app/services/submissions/count-submissions.server.ts";
import { exportList } from "#app/services/submissions/export-submissions.server.ts";
import { toListFile } from "#app/services/submissions/list-files.server.ts";
import { toSubmissionWhere } from "#app/services/submissions/submission-filter.server.ts";
import { assertAccess, type MemberAccess } from "#app/services/workspaces/access.server.ts";
import { oneExportAtATime } from "./running-exports.server.ts";

type Member = { workspaceId: string; userId: string };

export type ListExportLink = {
  id: string;
  format: ExportFormat;
  total: number;
  writtenCount: number;
  state: ListExport["state"];
  /** When its file is deleted. */
  expiresAt: string;
};

/** A longer list is written in the background. */
const EXPORT_AT_ONCE = 100_000;
export const LIST_EXPORT_KEPT_MS = DAY;
/** How many a member can have in progress. */
const RUNNING_MAX = 3;

type ListQuery = {
  workspace: Pick<Workspace, "id" | "timeZone" | "region">;
  query: SubmissionsQuery;
  format: ExportFormat;
};

const nameFile = ({ timeZone }: Pick<Workspace, "timeZone">, at: Date, format: ExportFormat) => ({
  name: `claims-${dayIn(timeZone, at)}.${format}`,
  type: exportTypes[format],
});

/**
 * The file of a list, written while it is read, one at a time for a workspace.
 * @param csv as the spreadsheets of the workspace's region expect it, if it is not given
 * @throws {RateLimited} at the first part
 */
export async function openList({
  workspace,
  query,
  format,
  csv = regionalCsv(workspace),
}: ListQuery & Partial<FileStyle>) {
  const parts = toListFile({ format, csv }, await exportList({ workspace, query }), workspace.timeZone);
  return {
    ...nameFile(workspace, new Date(), format),
    parts: oneExportAtATime(`list ${workspace.id}`, parts),
  };
}

/**
 * Starts an export in the background, if the list is longer than `atOnce`. The job writes it also if the right
 * that is checked here ends meanwhile; only a member can download it.
 * @returns null for one that is short enough to be downloaded at once
 * @throws {Conflict} `too_many_exports`
 */
export async function startListExport(
  { access, workspace, query, format }: ListQuery & { access: MemberAccess },
  atOnce = EXPORT_AT_ONCE,
): Promise<{ total: number } | null> {
  const { workspaceId, userId } = access;
  const range = readDateRange(workspace.timeZone, query);
  const where = await toSubmissionWhere(workspaceId, query, range);
  const { total } = await countSubmissions({ workspaceId, query, range, where, isExact: true });
  if (total <= atOnce) return null;
  await inTransaction(async (transaction) => {
    await assertAccess(access, "submissions:export", transaction);
    const running = await ListExport.count({ where: { workspaceId, userId, state: "queued" }, transaction });
    if (running >= RUNNING_MAX)
      throw new Conflict("too_many_exports", "Three of your exports are being written. Please wait for one.");
    const now = new Date();
    await ListExport.create(
      {
        workspaceId,
        userId,
        format,
        query: JSON.stringify(query),
        total,
        writtenCount: 0,
        state: "queued",
        attemptCount: 0,
        dueAt: now,
        createdAt: now,
      },
      { transaction },
    );
    announceDue(ListExport, transaction);
  });
  return { total };
}

/** A member's exports, the newest first, until their files are deleted. */
export async function listOwnExports({ workspaceId, userId }: Member): Promise<ListExportLink[]> {
  const { rows } = await retryRead(() =>
    readValues({
      rows: rowsOf(ListExport, {
        where: { workspaceId, userId, createdAt: { [Op.gt]: new Date(Date.now() - LIST_EXPORT_KEPT_MS) } },
        attributes: ["id", "format", "total", "writtenCount", "state", "createdAt"],
        order: [["createdAt", "DESC"]],
      }),
    }),
  );
  return rows.map(({ id, format, total, writtenCount, state, createdAt }) => ({
    id,
    format,
    total,
    writtenCount,
    state,
    expiresAt: new Date(createdAt.getTime() + LIST_EXPORT_KEPT_MS).toISOString(),
  }));
}

/**
 * The file of a member's own export.
 * @throws {NotFound} also for another's, and once it is deleted
 */
export async function openListExport({
  workspace,
  userId,
  exportId,
}: {
  workspace: Pick<Workspace, "id" | "timeZone">;
  userId: string;
  exportId: string;
}): Promise<{ name: string; type: string; parts: Readable }> {
  const createdAt = { [Op.gt]: new Date(Date.now() - LIST_EXPORT_KEPT_MS) };
  const where = { id: exportId, workspaceId: workspace.id, userId, state: "done", createdAt };
  const found = isId(exportId) ? await retryRead(() => ListExport.findOne({ where })) : null;
  if (!found) throw new NotFound("Export");
  const stored = Readable.from(readParts(exportId));
  const { format } = found;
  return {
    ...nameFile(workspace, found.createdAt, format),
    // An XLSX file is already compressed.
    parts: format === "csv" ? stored.compose(createGunzip()) : stored,
  };
}

async function* readParts(exportId: string): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const part = await retryRead(() => ListExportPart.findOne({ where: { exportId, number } }));
    if (!part) return;
    yield part.content;
  }
}

export async function deleteListExport({
  access,
  exportId,
}: {
  access: MemberAccess;
  exportId: string;
}): Promise<void> {
  const { workspaceId, userId } = access;
  await inTransaction(async (transaction) => {
    await assertAccess(access, "submissions:read", transaction);
    await ListExport.destroy({ where: { id: exportId, workspaceId, userId }, transaction });
  });
}

/**
 * Deletes the files after a person is erased, because they contain the person. Running exports start again.
 */
export async function discardListExports(workspaceId: string, transaction: Transaction): Promise<void> {
  await ListExport.destroy({ where: { workspaceId, state: { [Op.ne]: "queued" } }, transaction });
  await ListExport.update({ leaseToken: null }, { where: { workspaceId, state: "queued" }, transaction });
}
