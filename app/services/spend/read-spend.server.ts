import { col, fn, Op, type Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { finish, type Lease, LostLease, renew } from "#app/database/leases.server.ts";
import { markDays } from "#app/database/queries/day-marks.server.ts";
import { SpendAccount, SpendImport, SpendImportPart, SpendRow } from "#app/models/index.server.ts";
import { runInThread } from "#app/services/statements/thread/run-in-thread.server.ts";
import { endAttempt } from "#app/services/uploads/end-attempt.server.ts";
import type { SpendFacts } from "./reading/read-spend-file.ts";
import type { SpendAnswers, SpendColumns } from "./reading/recognize-spend.ts";
import { listRememberedSpend, rememberSpend } from "./remembered-spend-columns.server.ts";
import { saveSpend, toAccountId } from "./save-spend.server.ts";

/** How often it starts again after a restart or a lost lease. */
const STARTS_MAX = 20;

/** What came of a file, as it is stored. */
export type SpendImportResult = SpendFacts & {
  saved: number;
  /** Rows of earlier files that are gone. */
  replaced: number;
  /** Rows that a connected account reads itself, and sums of what is known by campaigns. */
  skipped: number;
  /** Accounts of which there was no spend before, while there was of others of their ad platform. */
  newAccounts: string[];
};

/** Reads a claimed file and saves its spend in place of what it has saved before. Each batch renews the lease. */
export async function readSpendImport(lease: Lease, isStopping: () => boolean): Promise<void> {
  const found = await SpendImport.findOne({ where: { id: lease.id } });
  if (!found) return;
  try {
    if (found.attemptCount > STARTS_MAX) throw new Error("The file was started too often.");
    await read(lease, found, isStopping);
  } catch (error) {
    await endAttempt(SpendImport, { lease, attemptCount: found.attemptCount, error });
  }
}

async function read(lease: Lease, found: SpendImport, isStopping: () => boolean): Promise<void> {
  const { id: importId, workspaceId, name: fileName } = found;
  const answers = JSON.parse(found.answers ?? "{}") as SpendAnswers;
  const file = { fileName, answers, remembered: await listRememberedSpend(workspaceId) };
  const content = await loadFile(importId);
  let [columns, facts]: [SpendColumns | null, SpendFacts | null] = [null, null];
  let { sheet } = found;
  let newAccounts: string[] = [];
  const counts = { saved: 0, replaced: 0, skipped: 0 };
  await runInThread({ kind: "spend", content, sheet, file }, async (output) => {
    if (isStopping()) throw new LostLease();
    if ("sheets" in output) {
      sheet = output.sheet;
      const sheets = JSON.stringify(output.sheets.map((one) => one.name));
      await step((transaction) => renew(SpendImport, lease, { sheet, sheets }, transaction));
    } else if ("spendColumns" in output) columns = output.spendColumns;
    else if ("spendFacts" in output) {
      facts = output.spendFacts;
      newAccounts = await findNewAccounts(found, facts);
      await removeEarlier(lease, found);
    } else if ("spend" in output) {
      const saved = await step(async (transaction) => {
        // The workspace comes before its rows in the order of locks.
        const some = await saveSpend({ workspaceId, origin: "file", importId }, output.spend, transaction);
        return (await renew(SpendImport, lease, {}, transaction)) && some;
      });
      counts.saved += saved.saved;
      counts.replaced += saved.replaced;
      counts.skipped += saved.skipped;
    }
  });
  const end = toEnd({ sheet, columns, facts, result: { ...counts, newAccounts } });
  await step(async (transaction) => {
    const isHeld = await finish(SpendImport, lease, { ...end, dueAt: null, attemptCount: 0 }, transaction);
    if (isHeld && columns && facts) await rememberSpend({ workspaceId, said: answers }, columns, transaction);
    return isHeld;
  });
}

type Read = {
  sheet: number | null;
  columns: SpendColumns | null;
  facts: SpendFacts | null;
  result: Omit<SpendImportResult, keyof SpendFacts>;
};

/** Without facts a question is open. */
function toEnd({ columns, facts, result }: Read): Partial<SpendImport> {
  const known = columns === null ? null : JSON.stringify(columns);
  if (facts === null) return { state: "columns", columns: known, result: null };
  const platforms = new Set(facts.accounts.map(({ adPlatform }) => adPlatform));
  const accounts = new Set(facts.accounts.map(({ accountId }) => toAccountId(accountId)));
  const only = <T>(values: Set<T>): T | undefined => (values.size === 1 ? [...values][0] : undefined);
  const sum = facts.sums.length === 1 ? facts.sums[0] : undefined;
  return {
    ...{ state: "ready", columns: known, isSpread: facts.isSpread, rowCount: facts.rows },
    ...{ adPlatform: only(platforms) ?? "", accountId: only(accounts) ?? "" },
    ...{ amount: sum?.amount ?? null, currency: sum?.currency ?? null },
    ...{ fromDay: facts.days?.from ?? null, toDay: facts.days?.to ?? null },
    result: JSON.stringify({ ...facts, ...result } satisfies SpendImportResult),
  };
}

/** @throws {LostLease} if `work` finds that the lease is another worker's */
async function step<T>(work: (transaction: Transaction) => Promise<T | false>): Promise<T> {
  return inTransaction(async (transaction) => {
    const done = await work(transaction);
    if (done === false) throw new LostLease();
    return done;
  });
}

async function loadFile(importId: string): Promise<Buffer> {
  const parts = await SpendImportPart.findAll({ where: { importId }, order: [["number", "ASC"]], raw: true });
  return Buffer.concat(parts.map(({ content }) => content));
}

/** Its rows of another reading, whose columns or ad platform may have been wrong. */
async function removeEarlier(lease: Lease, { id: importId, workspaceId }: SpendImport): Promise<void> {
  const where = { workspaceId, importId };
  const days = await SpendRow.findAll({ where, attributes: ["day"], group: ["day"], raw: true });
  if (days.length === 0) return;
  await step(async (transaction) => {
    await SpendRow.destroy({ where, transaction });
    await markDays(
      workspaceId,
      days.map(({ day }) => day),
      transaction,
    );
    return renew(SpendImport, lease, {}, transaction);
  });
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
