import { PassThrough } from "node:stream";
import { Op, type Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import {
  finish,
  type HeldLease,
  holdLease,
  type Lease,
  LostLease,
  renew,
  reschedule,
} from "#app/database/leases.server.ts";
import { markWorths } from "#app/database/queries/worth-marks.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import type { ExchangeRates } from "#app/lib/exchange.ts";
import { newId } from "#app/lib/ids.ts";
import {
  ClientFact,
  PaidCommission,
  Statement,
  StatementLine,
  StatementMatch,
  StatementReading,
  Submission,
  Workspace,
} from "#app/models/index.server.ts";
import { getWorkspaceRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { assertStartable, endAttempt } from "#app/services/imports/end-attempt.server.ts";
import { runInThread } from "#app/services/tables/run-in-thread.server.ts";
import type { FileColumns } from "./columns/file-columns.ts";
import { CLAIM_COLUMNS, toClaimFacts } from "./keys/claim-facts.server.ts";
import { deleteKeys, findRowsOfKeys, saveStatementKeys } from "./keys/statement-keys.server.ts";
import { saveLaterClaims } from "./later-claims.server.ts";
import {
  assertNotDeciding,
  endRematch,
  getPauseLeftMs,
  isRematch,
  isStored,
  readFoundPeriod,
  readKeptInputs,
  resultOfDeletedFile,
} from "./match-again.server.ts";
import type { Neighbour } from "./matching/types.ts";
import { deleteHidden } from "./matchings.server.ts";
import { saveFactsOfFile, savePaidRows } from "./paid/save-paid-rows.server.ts";
import { saveReversals } from "./reversals.server.ts";
import { hasEvidence, saveEvidence } from "./save-evidence.server.ts";
import type { MatchRow } from "./thread/describe-result.ts";
import type { MatchingResult, Output, RowReading, Task, TaskInput } from "./thread/tasks.ts";

/** How many rows or claims are handed over at once: more would keep requests waiting. */
const BATCH = 500;

/**
 * Matches a read statement with the claims at its broker, and replaces what an earlier matching found. One that
 * is ready is matched again for claims that came later. What it finds is stored in parts, which are shown once the
 * statement names the matching.
 */
export async function matchStatement(lease: Lease): Promise<void> {
  const statement = await Statement.findOne({ where: { id: lease.id } });
  if (!statement?.columns) return;
  const pauseLeftMs = getPauseLeftMs(statement);
  if (pauseLeftMs > 0) return wait(lease, pauseLeftMs);
  const workspace = await Workspace.findOne({ where: { id: statement.workspaceId } });
  if (!workspace) return;
  const { rates } = await getWorkspaceRates(workspace);
  const columns = JSON.parse(statement.columns) as FileColumns;
  await holdLease(Statement, lease, (held) => match(lease, statement, columns, { rates, held }));
}

async function match(
  lease: Lease,
  statement: Statement,
  columns: FileColumns,
  { rates, held }: Options,
): Promise<void> {
  const { keep } = held;
  try {
    assertStartable(statement);
    // A process that was killed may have left parts.
    await deleteHidden(statement, lease, keep);
    if (!isRematch(statement)) await deleteKeys(statement, keep);
    const matching = { id: newId(), lease, statement };
    const found = await findMatches(matching, columns, { rates, held });
    if (found) await show(matching, found);
    else if (readsRows(statement)) await showReadings(matching);
    await deleteHidden(statement, lease, keep);
    await end(lease);
  } catch (error) {
    if (error instanceof LostLease) return;
    await deleteHidden(statement, lease, keep);
    if (isRematch(statement)) await endRematch(lease, statement, error);
    else await endAttempt({ lease, attemptCount: statement.attemptCount, error });
  }
}

const wait = async (lease: Lease, delayMs: number): Promise<void> => {
  await inTransaction((transaction) =>
    reschedule(Statement, lease, { attemptCount: 0, delayMs }, transaction),
  );
};

/** Rows say the same until their columns are answered again. Those of an older file are read once more. */
const readsRows = (statement: Statement): boolean =>
  statement.fileDeletedAt === null && (!isRematch(statement) || statement.readingId === null);

type Matching = { id: string; lease: Lease; statement: Statement };
type Options = { rates: ExchangeRates; held: HeldLease };

/** @returns null if it found what is stored already */
async function findMatches(
  matching: Matching,
  columns: FileColumns,
  { rates, held: { lost, keep } }: Options,
): Promise<MatchingResult | null> {
  const { lease, statement } = matching;
  const hasKeys = !isRematch(statement);
  const hasReadings = readsRows(statement);
  const period = statement.fileDeletedAt && readFoundPeriod(statement);
  const neighbours = await listNeighbours(statement);
  const asked = new PassThrough({ objectMode: true });
  // One that was matched before evidence was stored finds the same, and stores it.
  const isKnown = await hasEvidence(statement);
  let found: MatchingResult | null = null;
  await runInThread<Task, Output, TaskInput>(
    {
      kind: "match",
      columns,
      rates,
      period,
      uploadedAt: statement.createdAt,
      hasKeys,
      hasReadings,
      neighbours,
    },
    async (output) => {
      if ("readings" in output) await savePart(lease, saveReadings(matching, output.readings));
      else if ("keys" in output)
        await savePart(lease, (transaction) => saveStatementKeys(statement, output.keys, transaction));
      else if ("neighbourKeys" in output) {
        if (output.neighbourKeys.length > 0) asked.write(output.neighbourKeys);
        else asked.end();
      } else if ("result" in output)
        found = isKnown && isStored(statement, output.result) ? null : output.result;
      else if (!found) return;
      else if ("matches" in output) await savePart(lease, saveMatches(matching, output.matches));
      // The keys of rows do not say what they pay and what was traded.
      else if (statement.fileDeletedAt) return;
      else if ("paid" in output) await savePart(lease, savePaidRows(matching, output.paid));
      else if ("facts" in output) await savePart(lease, saveFactsOfFile(matching, output.facts));
    },
    {
      lost,
      inputs: readAllInputs(statement, { neighbours, asked, keep }),
    },
  );
  return found;
}

/** More files than a broker gives in a year, twice a week. */
const NEIGHBOURS_MAX = 100;

/** The broker's other files that list deposits. */
async function listNeighbours({ id, workspaceId, platformId }: Statement): Promise<Neighbour[]> {
  const others = await Statement.findAll({
    where: { workspaceId, platformId, state: "ready", undoneAt: null, id: { [Op.ne]: id } },
    attributes: ["id", "columns", "result"],
    order: [["createdAt", "DESC"]],
    limit: NEIGHBOURS_MAX,
    raw: true,
  });
  return others.flatMap((other) => {
    const columns = other.columns === null ? null : (JSON.parse(other.columns) as FileColumns);
    const period = readFoundPeriod(other);
    return columns && columns.kind !== "registrations" && period
      ? [{ id: other.id, kind: columns.kind, period }]
      : [];
  });
}

/** Rows, claims, and what other files say of the clients whom the claims name. */
async function* readAllInputs(
  statement: Statement,
  {
    neighbours,
    asked,
    keep,
  }: { neighbours: readonly Neighbour[]; asked: AsyncIterable<string[]>; keep: () => Promise<void> },
): AsyncGenerator<TaskInput> {
  yield* statement.fileDeletedAt ? readKeptInputs(statement, keep) : readInputs(statement, keep);
  if (neighbours.length === 0) return;
  const ids = new Set(neighbours.map(({ id }) => id));
  yield { isComplete: true };
  for await (const keys of asked) {
    const found = await findRowsOfKeys(statement.workspaceId, keys);
    yield { neighbourRows: found.filter(({ file }) => ids.has(file)) };
    await keep();
  }
}

/** All rows, then all claims at the broker. */
async function* readInputs(
  { id, workspaceId, platformId }: Statement,
  keep: () => Promise<void>,
): AsyncGenerator<TaskInput> {
  for (let line = 0; ; ) {
    const rows = await findRows(StatementLine, {
      where: { statementId: id, line: { [Op.gt]: line } },
      attributes: ["line", "cells"],
      order: [["line", "ASC"]],
      limit: BATCH,
    });
    yield { rows };
    await keep();
    line = rows.at(-1)?.line ?? line;
    if (rows.length < BATCH) break;
  }
  for (let last = ""; ; ) {
    const claims = await findRows(Submission, {
      where: { workspaceId, platformId, id: { [Op.gt]: last }, withdrawnAt: null, erasedAt: null },
      attributes: CLAIM_COLUMNS,
      order: [["id", "ASC"]],
      limit: BATCH,
    });
    yield { claims: await toClaimFacts({ workspaceId, platformId }, claims) };
    await keep();
    last = claims.at(-1)?.id ?? last;
    if (claims.length < BATCH) return;
  }
}

/** Saves a part while the lease is held: of a matching that lost it nothing is left to be added. */
const savePart = (lease: Lease, save: (transaction: Transaction) => Promise<void>): Promise<void> =>
  inTransaction(async (transaction) => {
    if (!(await renew(Statement, lease, {}, transaction))) throw new LostLease();
    await save(transaction);
  });

const saveMatches =
  ({ id: matchingId, statement }: Matching, matches: readonly MatchRow[]) =>
  async (transaction: Transaction): Promise<void> => {
    const { id: statementId, workspaceId } = statement;
    await insertRows(
      StatementMatch,
      matches.map(({ facts: _, ...match }) => ({
        ...match,
        id: newId(),
        statementId,
        workspaceId,
        matchingId,
      })),
      transaction,
    );
    await saveEvidence({ statement, matchingId, matches }, transaction);
  };

const saveReadings =
  (
    { id: matchingId, statement: { id: statementId, workspaceId } }: Matching,
    readings: readonly RowReading[],
  ) =>
  (transaction: Transaction): Promise<void> =>
    insertRows(
      StatementReading,
      readings.map(([line, facts]) => ({ statementId, workspaceId, matchingId, line, facts })),
      transaction,
    );

/** What was found before stays, and its rows are those that were read now. */
const showReadings = ({ id: readingId, lease }: Matching): Promise<void> =>
  inTransaction(async (transaction) => {
    if (!(await renew(Statement, lease, { readingId }, transaction))) throw new LostLease();
  });

/** Shows what a matching found in place of what was found before, in one transaction with the new version. */
async function show(
  { id: matchingId, lease, statement }: Matching,
  { result, reversals, laterClaims }: MatchingResult,
): Promise<void> {
  const { id: statementId, workspaceId, version, fileDeletedAt } = statement;
  const change = {
    state: "ready" as const,
    attemptCount: 0,
    version: version + 1,
    matchingId,
    result: JSON.stringify({ ...result, ...resultOfDeletedFile(statement) }),
    ...(readsRows(statement) ? { readingId: matchingId } : {}),
  };
  await inTransaction(async (transaction) => {
    if (!(await renew(Statement, lease, change, transaction))) throw new LostLease();
    await assertNotDeciding(statement, transaction);
    await saveReversals(statement, reversals, transaction);
    await saveLaterClaims(statement, laterClaims, transaction);
    if (fileDeletedAt) {
      const kept = { where: { statementId, workspaceId, matchingId: statement.matchingId }, transaction };
      await PaidCommission.update({ matchingId }, kept);
      await ClientFact.update({ matchingId }, kept);
    }
    await markWorths([statement], transaction);
  });
}

/** Claims that came meanwhile have marks that make it due again. */
const end = (lease: Lease): Promise<boolean> =>
  inTransaction((transaction) =>
    finish(Statement, lease, { attemptCount: 0, lostLeases: 0, dueAt: null }, transaction),
  );
