import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { finish, type Lease, renew, reschedule } from "#app/database/leases.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { sumByCurrency } from "#app/lib/commission.ts";
import { newId } from "#app/lib/ids.ts";
import { isCurrency } from "#app/lib/money.ts";
import {
  type ListedGroup,
  type RowTally,
  STATEMENT_GROUPS,
  type StatementGroup,
  type StatementResult,
} from "#app/lib/statements.ts";
import { Statement, StatementLine, StatementMatch, Submission, Workspace } from "#app/models/index.server.ts";
import { getWorkspaceRates } from "#app/services/exchange-rates/own-rates.server.ts";
import type { Row } from "#app/services/tables/table.ts";
import type { FileColumns } from "./columns/file-columns.ts";
import { CLAIM_COLUMNS, toClaimFacts } from "./keys/claim-facts.server.ts";
import { pauseOf, saveLaterClaims } from "./later-claims.server.ts";
import {
  assertNotDeciding,
  compareWithEarlier,
  deleteKeys,
  endMatchingAgain,
  isAgain,
  keptResult,
  readFoundPeriod,
  readKeptInputs,
  saveKeys,
} from "./match-again.server.ts";
import type { Reason, StatementMatching } from "./matching/types.ts";
import type { PaidRow } from "./paid/list-paid-rows.ts";
import { savePaidRows } from "./paid/save-paid-rows.server.ts";
import { endAttempt } from "./read-statement.server.ts";
import { saveReversals } from "./reversals.server.ts";
import { runInThread } from "./thread/run-in-thread.server.ts";
import type { TaskInput, Unreadable } from "./thread/tasks.ts";

const BATCH = 2_000;
const INSERTED = 500;

/**
 * Matches a read statement with the claims at its broker, and replaces what an earlier matching found. One that
 * is ready is matched again for claims that came later.
 */
export async function matchStatement(lease: Lease): Promise<void> {
  const statement = await Statement.findOne({ where: { id: lease.id } });
  if (!statement?.columns) return;
  const columns = JSON.parse(statement.columns) as FileColumns;
  const startedAt = new Date();
  try {
    let found: Found | null = null;
    const workspace = await Workspace.findOne({ where: { id: statement.workspaceId } });
    if (!workspace) return;
    const { rates } = await getWorkspaceRates(workspace);
    if (!isAgain(statement)) await deleteKeys(statement);
    await runInThread(
      { kind: "match", columns, rates, period: statement.fileDeletedAt && readFoundPeriod(statement) },
      async (output) => {
        if ("matching" in output) found = output;
        // The rows of one that is matched again are the same.
        else if ("keys" in output && !isAgain(statement)) await saveKeys(lease, statement, output.keys);
      },
      statement.fileDeletedAt ? readKeptInputs(lease, statement) : readInputs(lease, statement),
    );
    if (found) await save(lease, statement, found, { startedAt, columns });
  } catch (error) {
    if (isAgain(statement)) await endMatchingAgain(lease, statement, error);
    else await endAttempt(lease, statement, error);
  }
}

/** All rows, then all claims at the broker. Each batch renews the lease. */
async function* readInputs(
  lease: Lease,
  { id, workspaceId, platformId }: Statement,
): AsyncGenerator<TaskInput> {
  for (let line = 0; ; ) {
    const stored = await StatementLine.findAll({
      where: { statementId: id, line: { [Op.gt]: line } },
      order: [["line", "ASC"]],
      limit: BATCH,
      raw: true,
    });
    yield { rows: stored.map((row): Row => ({ line: row.line, cells: JSON.parse(row.cells) })) };
    await inTransaction((transaction) => renew(Statement, lease, {}, transaction));
    line = stored.at(-1)?.line ?? line;
    if (stored.length < BATCH) break;
  }
  for (let last = ""; ; ) {
    const claims = await findRows(Submission, {
      where: { workspaceId, platformId, id: { [Op.gt]: last }, withdrawnAt: null, erasedAt: null },
      attributes: CLAIM_COLUMNS,
      order: [["id", "ASC"]],
      limit: BATCH,
    });
    yield { claims: await toClaimFacts({ workspaceId, platformId }, claims) };
    await inTransaction((transaction) => renew(Statement, lease, {}, transaction));
    last = claims.at(-1)?.id ?? last;
    if (claims.length < BATCH) return;
  }
}

const listCertain = ({ matches }: StatementMatching): string[] =>
  matches.flatMap(({ group, submissionIds }) => (group === "certain" ? submissionIds : []));

type Found = { unreadable: Unreadable[]; tally: RowTally; matching: StatementMatching; paid: PaidRow[] };

/** Amounts without a currency are in no sum. */
const withCurrency = ({ amount, currency }: { amount: string; currency: string | null }) =>
  currency !== null && isCurrency(currency) ? [{ amount, currency }] : [];

/** Replaces what the version before found, in one transaction with the new version. */
async function save(
  lease: Lease,
  statement: Statement,
  { unreadable, tally, matching, paid }: Found,
  { startedAt, columns: { columns } }: { startedAt: Date; columns: FileColumns },
): Promise<void> {
  const { id: statementId, workspaceId } = statement;
  const entries = listEntries(matching, unreadable);
  const sums = new Map<StatementGroup, StatementResult["groups"][StatementGroup]>();
  for (const group of STATEMENT_GROUPS) {
    const own = entries.filter((entry) => entry.group === group);
    sums.set(group, {
      count: own.length,
      sums: sumByCurrency(own.flatMap(({ sums: each }) => each.flatMap(withCurrency))),
    });
  }
  const result: StatementResult = {
    groups: Object.fromEntries(sums) as StatementResult["groups"],
    ...tally,
    coverage: matching.coverage,
    advice: matching.advice?.text ?? null,
    adviceColumn: findAdvised(matching, columns),
    canRejectMissing: matching.canRejectMissing,
    period: matching.period && {
      from: matching.period.from.toISOString(),
      to: matching.period.to.toISOString(),
    },
    ...keptResult(statement),
  };
  const again = await compareWithEarlier(statement, entries, startedAt);
  await inTransaction(async (transaction) => {
    const version = statement.version + 1;
    const change = {
      ...{ state: "ready" as const, attemptCount: 0 },
      ...(again.isSame ? {} : { version, result: JSON.stringify({ ...result, digest: again.digest }) }),
    };
    const isHeld = again.isBehind
      ? await reschedule(Statement, lease, { ...change, delayMs: pauseOf(statement) }, transaction)
      : await finish(Statement, lease, { ...change, dueAt: null }, transaction);
    if (!isHeld || again.isSame) return;
    await assertNotDeciding(statement, transaction);
    await saveReversals(statement, matching.reversals, transaction);
    await saveLaterClaims(statement, listCertain(matching), transaction);
    await StatementMatch.destroy({ where: { statementId, workspaceId }, transaction });
    const stored = entries.map(({ sums: _sums, group, ...entry }, number) => ({
      ...entry,
      id: newId(),
      statementId,
      workspaceId,
      number,
      matchGroup: group,
    }));
    for (let at = 0; at < stored.length; at += INSERTED)
      await insertRows(StatementMatch, stored.slice(at, at + INSERTED) as StatementMatch[], transaction);
    // The keys of rows do not say what they pay.
    if (!statement.fileDeletedAt) await savePaidRows(statement, paid, transaction);
  });
}

/** Columns that matching names by their meaning. Sub-IDs stand where click IDs do. */
function findAdvised({ advice }: StatementMatching, columns: FileColumns["columns"]) {
  if (!advice?.column) return null;
  const { name, index, found } = advice.column;
  const meaning = name === "subId" ? "clickId" : name;
  const at = index ?? columns.find((column) => column.meaning === meaning)?.index;
  return at === undefined ? null : { index: at, found };
}

type Entry = Pick<
  StatementMatch,
  "submissionIds" | "lines" | "verifiedAmount" | "currency" | "score" | "details"
> & {
  group: ListedGroup;
  sums: { amount: string; currency: string | null }[];
};

type EntryInput = {
  group: ListedGroup;
  submissionIds?: string[];
  lines?: number[];
  verifiedAmount?: string | null;
  currency?: string | null;
  score?: number;
  reasons?: Reason[];
  sums?: { amount: string; currency: string | null }[];
  amountDiffers?: boolean;
  isMissing?: boolean;
};

const toEntry = ({ group, submissionIds = [], lines = [], score = 0, sums, ...rest }: EntryInput): Entry => ({
  group,
  submissionIds: JSON.stringify(submissionIds),
  lines: JSON.stringify(lines),
  verifiedAmount: rest.verifiedAmount ?? null,
  currency: rest.currency ?? null,
  score,
  details: JSON.stringify({
    reasons: rest.reasons ?? [],
    amountDiffers: rest.amountDiffers ?? false,
    isMissing: rest.isMissing ?? null,
  }),
  sums:
    sums ?? (rest.verifiedAmount ? [{ amount: rest.verifiedAmount, currency: rest.currency ?? null }] : []),
});

/** In the order in which each group is shown. */
function listEntries(matching: StatementMatching, unreadable: Unreadable[]): Entry[] {
  return [
    ...matching.matches.map((match) => toEntry(match)),
    ...[...matching.unmatchedClaims]
      .sort((a, b) => Number(b.isMissing) - Number(a.isMissing))
      .map(({ submissionId, isMissing, reasons }) =>
        toEntry({ group: "unmatchedClaims", submissionIds: [submissionId], isMissing, reasons }),
      ),
    ...matching.unmatchedRows.map(({ lines, sums }) => toEntry({ group: "unmatchedRows", lines, sums })),
    ...unreadable.map(({ line, problem }) =>
      toEntry({ group: "unreadable", lines: [line], reasons: [{ text: problem, weight: 0, for: false }] }),
    ),
    ...matching.rejectedButConfirmed.map((match) => toEntry({ ...match, group: "rejected" })),
    ...matching.pairs.map(({ submissionId, lines, reasons }) =>
      toEntry({ group: "pairs", submissionIds: [submissionId], lines, reasons }),
    ),
  ];
}
