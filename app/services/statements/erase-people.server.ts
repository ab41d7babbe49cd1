import { col, fn, type Model, type ModelStatic, Op } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction } from "#app/database/connection.server.ts";
import { emptyLogSoon } from "#app/database/erased-rows.server.ts";
import { fromNow, type Lease, renew, reschedule } from "#app/database/leases.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { Unavailable } from "#app/lib/errors.ts";
import { log } from "#app/lib/log.server.ts";
import { decrypt, encrypt } from "#app/lib/secrets.server.ts";
import {
  ClaimReversal,
  Evidence,
  ImportPart,
  KnownAccount,
  PaidCommission,
  Statement,
  StatementErasure,
  StatementEvidence,
  StatementLine,
  StatementMatch,
  StatementReading,
} from "#app/models/index.server.ts";
import { loadFile } from "#app/services/imports/import-kinds.server.ts";
import { runInThread } from "#app/services/tables/run-in-thread.server.ts";
import type { Cell } from "#app/services/tables/table.ts";
import type { FileColumns } from "./columns/file-columns.ts";
import { eraseFromName } from "./erasing/erase-name.ts";
import { createRowEraser, type ErasedPerson, type RowEraser } from "./erasing/erase-rows.ts";
import { findNamedMatches, type NamedMatch, readLines, scanLines } from "./find-lines.server.ts";
import type { Output, Task, TaskInput } from "./thread/tasks.ts";

/** How many are looked for at once. */
const PEOPLE_MAX = 500;
/** How long it waits for a statement that is being read. */
const PAUSE_MS = 2 * SECOND;

/** Removes the erased people of a workspace from its statements. After an error it is tried again soon. */
export async function erasePeople(lease: Lease, isStopping: () => boolean): Promise<void> {
  const own = await StatementErasure.findOne({ where: { id: lease.id } });
  if (!own) return;
  const { workspaceId } = own;
  try {
    await eraseAll(workspaceId, lease, isStopping);
  } catch (error) {
    const level = error instanceof Unavailable ? "warn" : "error";
    log[level]({ err: error, workspaceId }, "people could not be erased from statements");
    await release(lease, PAUSE_MS);
  }
}

/** From rows, matches and, at last, files. */
async function eraseAll(workspaceId: string, lease: Lease, isStopping: () => boolean): Promise<void> {
  const erasures = await StatementErasure.findAll({
    where: { workspaceId },
    order: [["createdAt", "ASC"]],
    limit: PEOPLE_MAX,
  });
  const people = erasures.map(({ id, person }) => JSON.parse(decrypt(person, id)) as ErasedPerson);
  const latest = new Date(Math.max(...erasures.map(({ createdAt }) => +createdAt)));
  const statements = await Statement.findAll({
    where: { workspaceId, createdAt: { [Op.lte]: latest } },
    order: [["id", "ASC"]],
  });
  const named = new Map<string, NamedMatch[]>();
  for (const statement of statements) {
    const matches = await findNamedMatches(statement, people);
    named.set(statement.id, matches);
    await learnAccounts(statement, people, matches);
  }
  await inTransaction(async (transaction) => {
    // An emptied row no longer says the number, if this stops before the last statement.
    for (const [index, erasure] of erasures.entries())
      await erasure.update({ person: encrypt(JSON.stringify(people[index]), erasure.id) }, { transaction });
  });
  let isDone = true;
  for (const statement of statements) {
    if (isStopping()) return release(lease, 0);
    await inTransaction((transaction) => renew(StatementErasure, lease, {}, transaction));
    if (!(await eraseFrom(statement, people, named.get(statement.id) ?? []))) isDone = false;
  }
  // Last, because a matching that was under way writes the name that it began with.
  await eraseFromNames(workspaceId, people);
  emptyLogSoon();
  if (!isDone) return release(lease, PAUSE_MS);
  await inTransaction((transaction) =>
    StatementErasure.destroy({ where: { workspaceId, id: erasures.map(({ id }) => id) }, transaction }),
  );
  // Its own row may be one of those that are left.
  if (erasures.length === PEOPLE_MAX) await release(lease, 0);
}

/** Files are named in more places than their own, which outlive them. */
const NAMED: [model: ModelStatic<Model>, column: "name" | "fileName"][] = [
  [Statement, "name"],
  [Evidence, "fileName"],
  [StatementEvidence, "fileName"],
  [ClaimReversal, "fileName"],
  [KnownAccount, "fileName"],
  [PaidCommission, "fileName"],
];

async function eraseFromNames(workspaceId: string, people: readonly ErasedPerson[]): Promise<void> {
  for (const [model, column] of NAMED) {
    const rows = await model.findAll({
      where: { workspaceId },
      attributes: [[fn("DISTINCT", col(column)), column]],
    });
    for (const row of rows) {
      const before = row.get(column) as string | null;
      if (before === null) continue;
      const name = eraseFromName(before, people);
      if (name !== before)
        await inTransaction((transaction) =>
          model.update({ [column]: name }, { where: { workspaceId, [column]: before }, transaction }),
        );
    }
  }
}

const release = async (lease: Lease, delayMs: number): Promise<void> => {
  await inTransaction((transaction) => reschedule(StatementErasure, lease, { delayMs }, transaction));
};

const readColumns = ({ columns }: Statement) =>
  columns === null ? null : (JSON.parse(columns) as FileColumns);

/** Adds the account numbers of the rows that are the people's by a match: other rows may have them too. */
async function learnAccounts(
  statement: Statement,
  people: ErasedPerson[],
  matches: NamedMatch[],
): Promise<void> {
  const columns = readColumns(statement)?.columns ?? [];
  const index = columns.find(({ meaning }) => meaning === "account")?.index;
  if (index === undefined) return;
  for (const { submissionIds, lines, isTheirs } of matches) {
    const person = people.find(({ submissionId }) => submissionIds.includes(submissionId));
    if (!person || !isTheirs) continue;
    for (const { cells } of await readLines(statement.id, lines)) {
      const account = String(cells[index] ?? "").trim();
      if (account !== "" && !person.accounts.includes(account)) person.accounts.push(account);
    }
  }
}

/** @returns false if the statement is being read, or has changed meanwhile */
async function eraseFrom(
  statement: Statement,
  people: readonly ErasedPerson[],
  matches: readonly NamedMatch[],
): Promise<boolean> {
  const { id: statementId, workspaceId, platformId, state, version, leaseToken } = statement;
  if (state === "reading") return false;
  if (state === "failed") return deleteContent(statement);
  const columns = readColumns(statement);
  const eraser = createRowEraser(people, platformId, columns?.columns ?? []);
  const theirs = new Set(matches.flatMap(({ isTheirs, lines }) => (isTheirs ? lines : [])));
  const erased: { line: number; before: Cell[]; cells: Cell[] }[] = [];
  await scanLines(statementId, (line, before) => {
    if (line <= (columns?.headerLine ?? 0)) return;
    const cells = eraser.empty(before);
    const isChanged = cells.some((cell, index) => cell !== before[index]);
    if (isChanged && (theirs.has(line) || eraser.isAbout(before))) erased.push({ line, before, cells });
  });
  const isInFile = erased.length > 0 || (await isInOtherSheet(statement, eraser));
  if (isInFile && statement.sheet === null) return deleteContent(statement);
  // A matching that runs may hold what it read of them: without its lease it saves nothing.
  const isStopped = leaseToken !== null && people.some((person) => person.platformId === platformId);
  const isMatchedAgain = erased.length > 0 && state !== "columns";
  return inTransaction(async (transaction) => {
    const [count] = await Statement.update(
      {
        version: version + (isInFile ? 1 : 0),
        ...(erased.length > 0 ? { columns: withoutExamples(columns, erased) } : {}),
        ...(isMatchedAgain ? { state: "matching" as const, attemptCount: 0 } : {}),
        ...(isMatchedAgain || isStopped ? { dueAt: fromNow(0), leaseToken: null } : {}),
      },
      { where: { id: statementId, workspaceId, state, version, leaseToken }, transaction },
    );
    if (count === 0) return false;
    for (const { line, cells } of erased) {
      const where = { statementId, line };
      await StatementLine.update({ cells: JSON.stringify(cells) }, { where, transaction });
      await StatementReading.destroy({ where: { ...where, workspaceId }, transaction });
    }
    for (const { match } of matches)
      if (match)
        await StatementMatch.update(
          { details: JSON.stringify({ ...JSON.parse(match.details), reasons: [] }) },
          { where: { id: match.id, statementId, workspaceId }, transaction },
        );
    if (isInFile) await ImportPart.destroy({ where: { importId: statementId }, transaction });
    if (isMatchedAgain || isStopped) announceDue(Statement, transaction);
    return true;
  });
}

/** What can't be read, or waits for its sheet, is deleted as it is: only its owner knows what is in it. */
async function deleteContent({ id: statementId, workspaceId, state, version }: Statement): Promise<boolean> {
  return inTransaction(async (transaction) => {
    const change =
      state === "failed"
        ? {}
        : { state: "failed" as const, activeHash: null, dueAt: null, error: ERASED_FILE };
    const where = { id: statementId, workspaceId, state, version };
    const [count] = await Statement.update({ ...change, version: version + 1 }, { where, transaction });
    if (count === 0) return false;
    await ImportPart.destroy({ where: { importId: statementId }, transaction });
    await StatementLine.destroy({ where: { statementId }, transaction });
    await StatementReading.destroy({ where: { statementId, workspaceId }, transaction });
    return true;
  });
}

const ERASED_FILE =
  "A person in this file was erased, so the file is deleted. Download it from your broker again.";

/** The sheets that are not read have no rows: they are looked through in the file itself. */
async function isInOtherSheet({ id, sheet, sheets }: Statement, { isAbout }: RowEraser): Promise<boolean> {
  const others = [...(JSON.parse(sheets) as string[]).keys()].filter((index) => index !== sheet);
  const content = others.length > 0 ? await loadFile(id) : Buffer.alloc(0);
  if (content.length === 0) return false;
  let isFound = false;
  // A thread keeps what it is given.
  for (const index of others)
    await runInThread<Task, Output, TaskInput>(
      { kind: "read", content: Uint8Array.from(content), sheet: index, file: null },
      async (output) => {
        if ("rows" in output && output.rows.some(({ cells }) => isAbout(JSON.parse(cells)))) isFound = true;
      },
    );
  return isFound;
}

/** The examples of columns may be the people's. */
function withoutExamples(columns: FileColumns | null, erased: readonly { before: Cell[]; cells: Cell[] }[]) {
  const gone = new Set(
    erased.flatMap(({ before, cells }) => before.filter((cell, index) => cell !== cells[index]).map(String)),
  );
  return (
    columns &&
    JSON.stringify({
      ...columns,
      columns: columns.columns.map((column) => ({
        ...column,
        examples: column.examples.filter((example) => !gone.has(example)),
      })),
    })
  );
}
