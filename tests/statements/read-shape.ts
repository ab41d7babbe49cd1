import { withOwnRates } from "#app/lib/exchange.ts";
import type { StatementResult } from "#app/lib/statements.ts";
import { SNAPSHOT } from "#app/services/exchange-rates/snapshot.ts";
import type { Answers, FileColumns } from "#app/services/statements/columns/file-columns.ts";
import type { ClaimFacts, MatchGroup } from "#app/services/statements/matching/types.ts";
import { runTask, type StoredRow, type Task, type TaskInput } from "#app/services/statements/thread/tasks.ts";

type ReadFile = {
  columns: FileColumns;
  result: StatementResult;
  matches: { group: MatchGroup; submissionIds: string[]; lines: number[]; reasons: { text: string }[] }[];
};

const NOW = new Date("2026-11-29T09:00:00Z");

/** Reads a file and matches it with claims, as the thread does. */
export async function readShape(
  content: Uint8Array,
  claims: readonly ClaimFacts[],
  {
    answers = {},
    fileName = "statement.csv",
    now = NOW,
  }: { answers?: Answers; fileName?: string; now?: Date } = {},
): Promise<ReadFile> {
  const run = async (task: Task, ...inputs: TaskInput[]) => {
    const found = [];
    for await (const output of runTask(task, toStream(inputs))) found.push(output);
    return found;
  };
  const file = {
    fileName,
    platformId: "1",
    platformName: "Northgate Markets",
    timeZone: "Europe/Madrid",
    answers,
    remembered: [],
    byClaims: null,
  };
  const outputs = await run({ kind: "read", content, sheet: 0, file }, { voting: [...claims] });
  const rows: StoredRow[] = outputs.flatMap((output) => ("rows" in output ? output.rows : []));
  const columns = outputs.flatMap((output) => ("columns" in output ? [output.columns] : []))[0];
  if (!columns) throw new Error("The file is not read.");
  const rates = withOwnRates(SNAPSHOT.rates, []);
  const task: Task = { kind: "match", columns, rates, uploadedAt: now, hasKeys: false, hasReadings: false };
  const parts = await run(task, { rows }, { claims: [...claims] });
  const result = parts.flatMap((part) => ("result" in part ? [part.result.result] : []))[0];
  if (!result) throw new Error("The file is not matched.");
  const matches = parts.flatMap((part) =>
    "matches" in part
      ? part.matches.flatMap(({ matchGroup: group, ...match }) =>
          group === "certain" || group === "likely" || group === "contradicted"
            ? [
                {
                  group,
                  submissionIds: JSON.parse(match.submissionIds) as string[],
                  lines: JSON.parse(match.lines) as number[],
                  reasons: (JSON.parse(match.details) as { reasons: { text: string }[] }).reasons,
                },
              ]
            : [],
        )
      : [],
  );
  return { columns, result, matches };
}

async function* toStream(inputs: TaskInput[]): AsyncGenerator<TaskInput> {
  yield* inputs;
}

/** The meanings of columns by their headings. */
export const meaningsOf = ({ columns }: ReadFile): Record<string, string> =>
  Object.fromEntries(
    columns.columns.flatMap(({ heading, meaning }) => (meaning ? [[meaning, heading] as const] : [])),
  );
