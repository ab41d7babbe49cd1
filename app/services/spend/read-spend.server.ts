import { col, fn, Op, type Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { finish, type HeldLease, type Lease, LostLease, renew } from "#app/database/leases.server.ts";
import { markReports } from "#app/database/queries/spend-marks.server.ts";
import type { Money } from "#app/lib/commission.ts";
import { dayIn } from "#app/lib/dates.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { newId } from "#app/lib/ids.ts";
import { plusDays } from "#app/lib/periods.ts";
import { SpendAccount, SpendImport, SpendReport, SpendRow } from "#app/models/index.server.ts";
import { type FileKind, loadFile } from "#app/services/imports/import-kinds.server.ts";
import { runInThread } from "#app/services/tables/run-in-thread.server.ts";
import { listDependentDays } from "./counting/dependent-days.server.ts";
import { sumFigures } from "./counting/figures.ts";
import { addWorkedOut, type WorkedOut, workOutPart } from "./counting/work-out-spend.server.ts";
import { deleteReports, deleteSpend, deleteUncountedReports } from "./delete-spend.server.ts";
import { lockSpend } from "./lock-spend.server.ts";
import type { SpendFacts, SpendOutput, SpendTask } from "./reading/read-spend-file.ts";
import type { SpendAnswers, SpendColumns } from "./reading/recognize-spend.ts";
import { listRememberedSpend, rememberSpend } from "./remembered-spend-columns.server.ts";
import { type PlatformNames, reportSpend, tellAccountOfFile, toAccountId } from "./report-spend.server.ts";

/** What came of a file, as it is stored. */
export type SpendImportResult = SpendFacts & {
  saved: number;
  /** Rows of other files that do not count because of it. */
  replaced: number;
  replacedSums: Money[];
  replacedFiles: string[];
  /** Rows that name no account, and count beside those of a connected one. */
  beside: number;
  /** Campaigns without an id of earlier files that count beside it on its days; older readings have none. */
  others?: { campaigns: string[]; sums: Money[] };
  /** Accounts of which there was no spend before, while there was of others of their ad platform. */
  newAccounts: string[];
};

/** What becomes of files of ad platforms. */
export const SPEND_FILES: FileKind = {
  read: readSpendImport,
  takeBack: ({ id: importId, workspaceId }, transaction) =>
    deleteSpend({ workspaceId, importId }, transaction),
  deleteRead: deleteUncountedReports,
};

/**
 * Reads a claimed file in place of what it has said before, and works out what counts of its days. Each part renews
 * the lease. Of a file that failed or has an open question, no row counts.
 */
async function readSpendImport(
  lease: Lease,
  { held, isStopping }: { held: HeldLease; isStopping: () => boolean },
): Promise<void> {
  const found = await SpendImport.findOne({ where: { id: lease.id } });
  if (!found) throw new LostLease();
  const { id: importId, workspaceId, name: fileName } = found;
  const answers = JSON.parse(found.answers ?? "{}") as SpendAnswers;
  // Tomorrow in UTC: nowhere on earth is it a later day.
  const lastDay = plusDays(dayIn("UTC", new Date()), 1);
  const file = { fileName, answers, remembered: await listRememberedSpend(workspaceId), lastDay };
  const content = await loadFile(importId);
  let [columns, facts]: [SpendColumns | null, SpendFacts | null] = [null, null];
  let { sheet } = found;
  let names: PlatformNames = new Map();
  const reportedAt = found.uploadedAt ?? found.createdAt;
  const reading = { workspaceId, origin: "file", importId, reportedAt } as const;
  const firstId = newId();
  /** A reading that lost its lease writes nothing. */
  const keepHeld = async (transaction: Transaction, change: Partial<SpendImport> = {}) => {
    if (!(await renew(SpendImport, lease, change, transaction))) throw new LostLease();
  };
  const step = <T>(work: (transaction: Transaction) => Promise<T>, change?: Partial<SpendImport>) =>
    inTransaction(async (transaction) => {
      await lockSpend(workspaceId, transaction);
      await keepHeld(transaction, change);
      return work(transaction);
    });
  await runInThread<SpendTask, SpendOutput>(
    { kind: "spend", content, sheet, file },
    async (output) => {
      if (isStopping()) throw new LostLease();
      if ("sheets" in output) {
        sheet = output.sheet;
        const sheets = JSON.stringify(output.sheets.map((one) => one.name));
        await step(async () => undefined, { sheet, sheets });
      } else if ("spendColumns" in output) columns = output.spendColumns;
      else if ("spendFacts" in output) facts = output.spendFacts;
      else if ("spend" in output) {
        const isComplete = columns?.campaigns === "all";
        const { spend } = output;
        names = await step((transaction) =>
          reportSpend({ ...reading, isComplete }, spend, transaction, names),
        );
      }
    },
    { lost: held.lost },
  );
  const worked: WorkedOut = { leftOut: [], beside: [], others: [] };
  let newAccounts: string[] = [];
  if (facts) {
    newAccounts = await findNewAccounts(found, nameAccounts(facts, names));
    // The columns or the ad platform of an earlier reading may have been wrong.
    const file = { workspaceId, importId };
    const earlier = { ...file, id: { [Op.lt]: firstId } };
    await step(async (transaction) => {
      await markReports(earlier, transaction);
      await deleteReports(earlier, file, transaction);
    });
    for (const [adPlatform, days] of await listDays({ workspaceId, importId })) {
      const place = { workspaceId, adPlatform };
      await step((transaction) => tellAccountOfFile({ ...place, importId }, transaction));
      for (const part of await listDependentDays(place, days)) {
        if (isStopping()) throw new LostLease();
        addWorkedOut(worked, await workOutPart(place, part, keepHeld));
      }
    }
  }
  const replaced = worked.leftOut.flatMap(({ report, by, amount }) =>
    report.importId !== importId && by.has(importId) ? [{ ...report, amount }] : [],
  );
  const others = worked.others.filter(({ latest }) => latest === importId);
  const result = {
    saved: await SpendRow.count({ where: { workspaceId, importId } }),
    beside: worked.beside.filter((report) => report.importId === importId).length,
    newAccounts: [...new Set(newAccounts)],
    others: describeReports(others),
    replaced: replaced.length,
    replacedSums: sumByCurrency(replaced),
    replacedFiles: await nameFiles(workspaceId, replaced),
  };
  const end = toEnd({ sheet, columns, facts, names, result });
  await inTransaction(async (transaction) => {
    await lockSpend(workspaceId, transaction);
    const isHeld = await finish(
      SpendImport,
      lease,
      { ...end, dueAt: null, attemptCount: 0, lostLeases: 0 },
      transaction,
    );
    if (!isHeld) throw new LostLease();
    if (end.state === "columns") await deleteSpend({ workspaceId, importId }, transaction);
    if (columns && facts) await rememberSpend({ workspaceId, said: answers }, columns, transaction);
  });
}

/** How many of the campaigns that count beside a file are named, and of the files that were replaced. */
const NAMED_MAX = 10;

/** The days of each ad platform that a file says something of, or has said before. */
async function listDays(where: { workspaceId: string; importId: string }): Promise<Map<string, string[]>> {
  const options = { where, attributes: ["adPlatform", "day"], group: ["adPlatform", "day"] };
  const found = [
    ...(await SpendReport.findAll({ ...options, raw: true })),
    ...(await SpendRow.findAll({ ...options, raw: true })),
  ];
  const days = groupBy(found, ({ adPlatform }) => adPlatform);
  return new Map([...days].map(([adPlatform, own]) => [adPlatform, own.map(({ day }) => day)]));
}

/** The campaigns of reports, and what they cost. */
function describeReports(all: readonly { report: WorkedOut["beside"][number] }[]) {
  const names = new Set(all.flatMap(({ report }) => report.campaign?.name ?? []));
  return {
    campaigns: [...names].slice(0, NAMED_MAX),
    sums: sumByCurrency(all.map(({ report }) => report)),
  };
}

const sumByCurrency = (rows: readonly (Parameters<typeof sumFigures>[0][number] & Money)[]): Money[] =>
  [...groupBy(rows, (row) => row.currency)].map(([currency, own]) => ({
    amount: sumFigures(own).amount,
    currency,
  }));

/** The names of the first files that rows are of. */
async function nameFiles(
  workspaceId: string,
  rows: readonly { importId: string | null }[],
): Promise<string[]> {
  const ids = [...new Set(rows.flatMap(({ importId }) => importId ?? []))].slice(0, NAMED_MAX);
  const where = { workspaceId, id: ids };
  const files = await SpendImport.findAll({ where, attributes: ["name"], order: ["createdAt"], raw: true });
  return files.map(({ name }) => name);
}

type Read = {
  sheet: number | null;
  columns: SpendColumns | null;
  facts: SpendFacts | null;
  names: PlatformNames;
  result: Omit<SpendImportResult, keyof SpendFacts>;
};

/** The accounts of a file, with the names that their ad platforms are stored under. */
const nameAccounts = (facts: SpendFacts, names: PlatformNames): SpendFacts => ({
  ...facts,
  accounts: facts.accounts.map(({ adPlatform, ...account }) => ({
    ...account,
    adPlatform: names.get(adPlatform) ?? adPlatform,
  })),
});

/** Without facts a question is open. */
function toEnd({ columns, facts: read, names, result }: Read): Partial<SpendImport> {
  const facts = read && nameAccounts(read, names);
  const nameOf = (adPlatform: string | null) => adPlatform && (names.get(adPlatform) ?? adPlatform);
  const known =
    columns === null ? null : JSON.stringify({ ...columns, adPlatform: nameOf(columns.adPlatform) });
  const unknown = { rowCount: 0, amount: null, currency: null, fromDay: null, toDay: null, isSpread: false };
  if (facts === null) return { ...unknown, state: "columns", columns: known, result: null };
  const platforms = new Set(facts.accounts.map(({ adPlatform }) => adPlatform));
  const accounts = new Set(facts.accounts.map(({ accountId }) => toAccountId(accountId)));
  const only = <T>(values: Set<T>): T | undefined => (values.size === 1 ? [...values][0] : undefined);
  const sum = facts.sums.length === 1 ? facts.sums[0] : undefined;
  return {
    state: "ready",
    columns: known,
    isSpread: facts.isSpread,
    rowCount: facts.rows,
    adPlatform: only(platforms) ?? "",
    accountId: only(accounts) ?? "",
    amount: sum?.amount ?? null,
    currency: sum?.currency ?? null,
    fromDay: facts.days?.from ?? null,
    toDay: facts.days?.to ?? null,
    result: JSON.stringify({ ...facts, ...result } satisfies SpendImportResult),
  };
}

/** Accounts that are none of those whose spend is there already, where there are any. */
async function findNewAccounts(
  { id, workspaceId }: SpendImport,
  { accounts }: SpendFacts,
): Promise<string[]> {
  const said = accounts
    .map((account) => ({ ...account, accountId: toAccountId(account.accountId) }))
    .filter(({ accountId }) => accountId !== "");
  const adPlatform = [...new Set(said.map((account) => account.adPlatform))];
  if (said.length === 0) return [];
  const ofOthers = { workspaceId, adPlatform, importId: { [Op.or]: [{ [Op.ne]: id }, null] } };
  const rows = await SpendRow.findAll({
    where: { ...ofOthers, accountId: { [Op.ne]: "" } },
    attributes: ["adPlatform", [fn("MIN", col("accountId")), "accountId"]],
    group: ["adPlatform", "accountId"],
    raw: true,
  });
  const connected = await SpendAccount.findAll({ where: { workspaceId, adPlatform }, raw: true });
  const known = [...rows, ...connected].map((one) => ({ ...one, accountId: toAccountId(one.accountId) }));
  return said.flatMap((account) => {
    const others = known.filter((one) => one.adPlatform === account.adPlatform);
    const isKnown = others.some((one) => one.accountId === account.accountId);
    return others.length > 0 && !isKnown ? [account.accountId] : [];
  });
}
