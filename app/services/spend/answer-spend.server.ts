import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { Conflict, Invalid, NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { OTHER_PLATFORM } from "#app/lib/spend-files.ts";
import { SpendImport } from "#app/models/index.server.ts";
import type { SpendFileInput } from "#app/schemas/spend-files.ts";
import { listChanges, mergeColumns } from "#app/services/tables/columns/answer-column.ts";
import { assertSeen } from "#app/services/tables/columns/answers-version.server.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import { readAdPlatform } from "./reading/meanings.ts";
import type { SpendAnswers, SpendColumns } from "./reading/recognize-spend.ts";

const FAILED = "This file could not be read. Correct it and upload it again.";
const FILE_DELETED = "Its file is deleted. Upload it again to read it in another way.";
const CHANGED = "This file is being read. Try again in a moment.";

/**
 * Says how a file is read. A job reads it again and replaces the rows that it has saved. The answers are
 * remembered for files with the same headings.
 * @throws {NotFound} also for another workspace's, and for an amount by hand
 * @param seen the version of the answers that a form was made from
 * @throws {Conflict} `changed_meanwhile`: that is not the last, it is being read, it failed, or its file is deleted
 */
export async function answerSpendFile({
  access,
  importId,
  answers,
  seen,
}: {
  access: Access;
  importId: string;
  answers: SpendFileInput;
  seen?: string | undefined;
}): Promise<void> {
  const { workspaceId } = access;
  const where = { id: importId, workspaceId, kind: "file" as const };
  const found = isId(importId) ? await retryRead(() => SpendImport.findOne({ where })) : null;
  if (!found) throw new NotFound("File");
  if (found.fileDeletedAt) throw new Conflict("changed_meanwhile", FILE_DELETED);
  if (found.state === "failed") throw new Conflict("changed_meanwhile", FAILED);
  assertSeen(found, seen);
  assertValid(answers, found);
  const platform = toPlatform(answers);
  const { adPlatform: _platform, adPlatformName: _name, ...given } = answers;
  const isOtherSheet = answers.sheet !== undefined && answers.sheet !== found.sheet;
  const change = {
    ...(isOtherSheet ? { sheet: answers.sheet as number, columns: null } : {}),
    answers: JSON.stringify(mergeAnswers(found, { ...given, ...platform }, isOtherSheet)),
  };
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
      where: {
        ...where,
        state: ["columns", "ready"],
        fileDeletedAt: null,
        answers: found.answers,
        sheet: found.sheet,
      },
      transaction,
    });
    if (count === 0) throw new Conflict("changed_meanwhile", CHANGED);
    announceDue(SpendImport, transaction);
  });
}

type Platform = { adPlatform?: string };

function toPlatform({ adPlatform, adPlatformName }: SpendFileInput): Platform {
  if (adPlatform !== undefined && adPlatform !== OTHER_PLATFORM) return { adPlatform };
  return adPlatformName === undefined ? {} : { adPlatform: readAdPlatform(adPlatformName) ?? adPlatformName };
}

function assertValid({ sheet, columns, period }: SpendFileInput, found: SpendImport): void {
  if (sheet !== undefined && (JSON.parse(found.sheets ?? "[]") as string[])[sheet] === undefined)
    throw new Invalid([{ field: "sheet", message: "Please choose one of the sheets" }]);
  const isSameSheet = sheet === undefined || sheet === found.sheet;
  const known =
    found.columns === null || !isSameSheet ? null : (JSON.parse(found.columns) as SpendColumns).columns;
  if (known && columns?.some(({ index }) => index >= known.length))
    throw new Invalid([{ field: "columns", message: "Please choose one of the columns" }]);
  if (period && period.from > period.to)
    throw new Invalid([{ field: "period", message: "The first day has to come before the last" }]);
}

/** What was said of the columns is true of their sheet only; the rest holds for the file. */
function mergeAnswers(
  found: Pick<SpendImport, "answers" | "columns">,
  {
    columns = [],
    sheet: _sheet,
    ...answers
  }: Omit<SpendFileInput, "adPlatformName" | "adPlatform"> & Platform,
  isOtherSheet: boolean,
): SpendAnswers {
  const { columns: said, ...before } = JSON.parse(found.answers ?? "{}") as SpendAnswers;
  const read =
    found.columns === null || isOtherSheet ? [] : (JSON.parse(found.columns) as SpendColumns).columns;
  const merged = mergeColumns(isOtherSheet ? undefined : said, listChanges(columns, read));
  return { ...before, ...answers, ...(Object.keys(merged).length > 0 ? { columns: merged } : {}) };
}
