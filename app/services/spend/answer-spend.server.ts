import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { Conflict, Invalid, NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { SpendImport } from "#app/models/index.server.ts";
import type { SpendFileInput } from "#app/schemas/spend-files.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import type { SpendAnswers, SpendColumns } from "./reading/recognize-spend.ts";

const FAILED = "This file could not be read. Correct it and upload it again.";
const CHANGED = "This file is being read. Try again in a moment.";

/**
 * Says how a file is read. A job reads it again and replaces the rows that it has saved. The answers are
 * remembered for files with the same headings.
 * @throws {NotFound} also for another workspace's, and for an amount by hand
 * @throws {Conflict} `changed_meanwhile`: it is being read, or it failed
 */
export async function answerSpendFile({
  access,
  importId,
  answers,
}: {
  access: Access;
  importId: string;
  answers: SpendFileInput;
}): Promise<void> {
  const { workspaceId } = access;
  const where = { id: importId, workspaceId, kind: "file" as const };
  const found = isId(importId) ? await retryRead(() => SpendImport.findOne({ where })) : null;
  if (!found) throw new NotFound("File");
  if (found.state === "failed") throw new Conflict("changed_meanwhile", FAILED);
  assertValid(answers, found);
  const isOtherSheet = answers.sheet !== undefined && answers.sheet !== found.sheet;
  const change = isOtherSheet
    ? { sheet: answers.sheet as number, columns: null, answers: "{}" }
    : { answers: JSON.stringify(mergeAnswers(found, answers)) };
  await inTransaction(async (transaction) => {
    await assertAccess(access, "spend:write", transaction);
    const next = {
      ...change,
      state: "reading" as const,
      dueAt: fromNow(0),
      leaseToken: null,
      attemptCount: 0,
    };
    const [count] = await SpendImport.update(next, {
      where: { ...where, state: ["columns", "ready"], answers: found.answers },
      transaction,
    });
    if (count === 0) throw new Conflict("changed_meanwhile", CHANGED);
    announceDue(SpendImport, transaction);
  });
}

function assertValid({ sheet, columns, period }: SpendFileInput, found: SpendImport): void {
  if (sheet !== undefined && (JSON.parse(found.sheets ?? "[]") as string[])[sheet] === undefined)
    throw new Invalid([{ field: "sheet", message: "Please choose one of the sheets" }]);
  const known = found.columns === null ? null : (JSON.parse(found.columns) as SpendColumns).columns;
  if (known && columns?.some(({ index }) => index >= known.length))
    throw new Invalid([{ field: "columns", message: "Please choose one of the columns" }]);
  if (period && period.from > period.to)
    throw new Invalid([{ field: "period", message: "The first day has to come before the last" }]);
}

/** A column that is left as it was recognized is no answer. */
function mergeAnswers(
  found: Pick<SpendImport, "answers" | "columns">,
  { columns, sheet: _sheet, ...answers }: SpendFileInput,
): SpendAnswers {
  const before = JSON.parse(found.answers ?? "{}") as SpendAnswers;
  const recognized = found.columns === null ? [] : (JSON.parse(found.columns) as SpendColumns).columns;
  const meanings = columns
    ?.map(({ index, meaning }) => [index, meaning === "ignore" ? null : meaning] as const)
    .filter(([index, meaning]) => meaning !== recognized.find((column) => column.index === index)?.meaning);
  const merged = { ...before.columns, ...Object.fromEntries(meanings ?? []) };
  return { ...before, ...answers, ...(Object.keys(merged).length > 0 ? { columns: merged } : {}) };
}
