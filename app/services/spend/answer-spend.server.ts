import { Invalid } from "#app/lib/errors.ts";
import { OTHER_PLATFORM } from "#app/lib/spend-files.ts";
import type { SpendImport } from "#app/models/index.server.ts";
import type { SpendFileInput } from "#app/schemas/spend-files.ts";
import { answerImport } from "#app/services/imports/answer-import.server.ts";
import { SPEND_IMPORTS } from "#app/services/imports/import-kinds.server.ts";
import { listChanges, mergeColumns } from "#app/services/tables/columns/answer-column.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";
import { readAdPlatform } from "./reading/meanings.ts";
import type { SpendAnswers, SpendColumns } from "./reading/recognize-spend.ts";

/**
 * Says how a file is read. A job reads it again and replaces the rows that it has saved. The answers are
 * remembered for files with the same headings.
 * @throws {NotFound | Conflict} as `answerImport`
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
  await answerImport(SPEND_IMPORTS, {
    access,
    id: importId,
    given: answers,
    seen,
    answerable: { state: ["columns", "ready"] },
    async change(found, isOtherSheet) {
      assertPeriod(answers);
      const platform = toPlatform(answers);
      const { adPlatform: _platform, adPlatformName: _name, ...given } = answers;
      return {
        ...(isOtherSheet ? { sheet: answers.sheet, columns: null } : {}),
        answers: JSON.stringify(mergeAnswers(found, { ...given, ...platform }, isOtherSheet)),
      };
    },
  });
}

type Platform = { adPlatform?: string };

function toPlatform({ adPlatform, adPlatformName }: SpendFileInput): Platform {
  if (adPlatform !== undefined && adPlatform !== OTHER_PLATFORM) return { adPlatform };
  return adPlatformName === undefined ? {} : { adPlatform: readAdPlatform(adPlatformName) ?? adPlatformName };
}

function assertPeriod({ period }: SpendFileInput): void {
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
