import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { inTransaction } from "#app/database/connection.server.ts";
import { finish, type Lease, renew, reschedule } from "#app/database/leases.server.ts";
import { regionalCsv } from "#app/lib/csv.ts";
import { SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { ListExport, ListExportPart, Workspace } from "#app/models/index.server.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { type ExportedSubmission, exportList } from "#app/services/submissions/export-submissions.server.ts";
import { toListFile } from "#app/services/submissions/list-files.server.ts";

const PART_BYTES = 1024 * 1024;
const ATTEMPTS_MAX = 5;
/** How often it starts again after a restart or a lost lease. */
const STARTS_MAX = 20;
const PAUSE_MS = 30 * SECOND;

/**
 * Writes the file of a claimed export from its start, part by part. Each part renews the lease; a lost lease
 * ends the work.
 */
export async function writeListExport(lease: Lease, isStopping: () => boolean): Promise<void> {
  const found = await ListExport.findOne({ where: { id: lease.id } });
  const workspace = found && (await Workspace.findByPk(found.workspaceId));
  if (!found || !workspace) return;
  await inTransaction((transaction) =>
    ListExportPart.destroy({ where: { exportId: found.id }, transaction }),
  );
  const written = { rows: 0 };
  try {
    if (found.attemptCount > STARTS_MAX) throw new Error("The export was started too often.");
    let number = 0;
    for await (const content of inParts(await createFile(found, workspace, written))) {
      const isHeld = !isStopping() && (await savePart(lease, { number, content }, written.rows));
      // Another process continues it, or this one after a restart.
      if (!isHeld) return await makeDueAgain(lease, 0);
      number += 1;
    }
    const done = { state: "done" as const, dueAt: null, finishedAt: new Date(), writtenCount: written.rows };
    await inTransaction((transaction) => finish(ListExport, lease, done, transaction));
  } catch (error) {
    log.error({ err: error, exportId: found.id }, "an export could not be written");
    if (found.attemptCount < ATTEMPTS_MAX) return makeDueAgain(lease, PAUSE_MS);
    const failed = { state: "failed" as const, dueAt: null, finishedAt: new Date() };
    await inTransaction((transaction) => finish(ListExport, lease, failed, transaction));
  }
}

async function createFile(
  { query, format }: ListExport,
  { id, timeZone, region }: Workspace,
  written: { rows: number },
): Promise<Readable> {
  const stored = JSON.parse(query) as SubmissionsQuery;
  // Version 0.1.0 stored `accepted`, which the schema reads as `sent`.
  const event = SubmissionsQuery.shape.event.parse(stored.event);
  const pages = await exportList({ workspace: { id, timeZone }, query: { ...stored, event } });
  const style = { format, csv: regionalCsv({ region, timeZone }) };
  const file = Readable.from(toListFile(style, counted(pages, written), timeZone));
  return format === "csv" ? file.compose(createGzip()) : file;
}

async function* counted(pages: AsyncIterable<ExportedSubmission[]>, written: { rows: number }) {
  for await (const rows of pages) {
    yield rows;
    written.rows += rows.length;
  }
}

async function* inParts(file: Readable): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file) {
    pending.push(Buffer.from(chunk));
    bytes += chunk.length;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(pending);
    [pending, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(pending);
}

/** @returns false if the lease was lost: nothing is saved */
function savePart(lease: Lease, part: { number: number; content: Buffer }, writtenCount: number) {
  return inTransaction(async (transaction) => {
    const isHeld = await renew(ListExport, lease, { writtenCount }, transaction);
    if (isHeld) await ListExportPart.create({ exportId: lease.id, ...part }, { transaction });
    return isHeld;
  });
}

async function makeDueAgain(lease: Lease, delayMs: number): Promise<void> {
  await inTransaction((transaction) => reschedule(ListExport, lease, { delayMs }, transaction));
}
