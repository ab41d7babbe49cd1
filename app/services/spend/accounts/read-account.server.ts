import type { Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { finish, keepLease, type Lease, LostLease, renew, reschedule } from "#app/database/leases.server.ts";
import { markSpend } from "#app/database/queries/spend-marks.server.ts";
import { config } from "#app/env.server.ts";
import { dayIn, HOUR, MINUTE } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { plusDays } from "#app/lib/periods.ts";
import { decrypt } from "#app/lib/secrets.server.ts";
import type { Spend } from "#app/lib/spend.ts";
import { SpendAccount } from "#app/models/index.server.ts";
import type { PlatformRefusal } from "#app/services/ad-platforms/ad-platform.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";
import { retryDelay } from "#app/services/retries/plan-retry.server.ts";
import { workOutMarkedDays } from "../counting/marked-days.server.ts";
import { deleteReports } from "../delete-spend.server.ts";
import { lockSpend } from "../lock-spend.server.ts";
import { reportSpend, toAccountId } from "../report-spend.server.ts";
import { msUntilNextReading } from "./next-reading.ts";
import { SpendReadError } from "./spend-reader.ts";
import { findSpendReader } from "./spend-readers.server.ts";

const FIRST_DAYS = 30;
/** Platforms revise what they said of the last days. */
const REVISED_DAYS = 5;
/** After a long pause, no more than this is read. */
const DAYS_MAX = 90;
const RETRIES = {
  stepsMs: [MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR],
  scale: config.deliveryRetryScale,
};
const ERROR_MAX = 500;

/** Reads the days of a claimed ad account that are due, and keeps each complete day. */
export async function readSpendAccount(lease: Lease, isStopping: () => boolean): Promise<void> {
  const account = await SpendAccount.findOne({ where: { id: lease.id } });
  if (!account) return;
  try {
    const isDone = await readDays(lease, account, isStopping);
    await inTransaction((transaction) =>
      isDone
        ? waitForNextReading(lease, account, { lastReadAt: new Date(), lastError: null }, transaction)
        : reschedule(SpendAccount, lease, { delayMs: 0 }, transaction),
    );
  } catch (error) {
    if (error instanceof LostLease) return;
    if (!(error instanceof SpendReadError))
      log.error({ err: error, spendAccountId: account.id }, "the spend of an ad account could not be read");
    await saveFault(lease, account, error instanceof SpendReadError ? error.refusal : UNFORESEEN);
  }
}

/** @returns whether it came to the end, and not to a stop of the process */
async function readDays(lease: Lease, account: SpendAccount, isStopping: () => boolean): Promise<boolean> {
  const { adPlatform, accountId, timeZone, currency } = account;
  const reader = findSpendReader(adPlatform);
  if (!reader) throw new Error(`The spend of ${adPlatform} cannot be read.`);
  const credential = openCredential(account);
  const keep = keepLease(SpendAccount, lease);
  const today = dayIn(timeZone ?? "UTC", new Date());
  const from = firstDay(account, today);
  await keep();
  let found = new Map<string, Spend>();
  for await (const page of reader.listSpend(
    { accountId, currency: currency ?? "USD", credential },
    from,
    today,
  )) {
    await keep();
    // An ad that moved to another page in the meantime comes twice.
    for (const one of page.spend) found.set(toKey(one), one);
    if (!page.isLast) continue;
    await saveDay(lease, account, page.day, [...found.values()]);
    found = new Map();
    if (isStopping() && page.day !== today) return false;
  }
  await workOutMarkedDays(isStopping, { of: { workspaceId: account.workspaceId, adPlatform }, keep });
  return true;
}

function firstDay({ lastReadAt, readDay, timeZone }: SpendAccount, today: string): string {
  const regular = lastReadAt
    ? plusDays(dayIn(timeZone ?? "UTC", lastReadAt), 1 - REVISED_DAYS)
    : plusDays(today, 1 - FIRST_DAYS);
  const [, from = today] = [regular, plusDays(today, 1 - DAYS_MAX)].sort();
  if (readDay === null || readDay < from) return from;
  return readDay < today ? plusDays(readDay, 1) : today;
}

const toKey = ({ campaign, adSet, ad }: Spend): string =>
  JSON.stringify([campaign, adSet, ad].map((one) => one?.objectId ?? one?.name ?? null));

/** What the account has of a day in place of what it had before: an ad that is gone goes. */
async function saveDay(lease: Lease, account: SpendAccount, day: string, spend: Spend[]): Promise<void> {
  const { id, workspaceId, adPlatform, accountId } = account;
  await inTransaction(async (transaction) => {
    await lockSpend(workspaceId, transaction);
    if (!(await renew(SpendAccount, lease, { readDay: day }, transaction))) throw new LostLease();
    const reading = { workspaceId, origin: "account", accountRef: id, reportedAt: new Date() } as const;
    const ofDay = { adPlatform, accountId: toAccountId(accountId), day };
    const before = { workspaceId, origin: "account", ...ofDay } as const;
    await deleteReports(before, before, transaction);
    await reportSpend(reading, spend, transaction);
    await markSpend({ workspaceId, adPlatform }, [day], transaction);
  });
}

/** @throws {SpendReadError} if what is stored cannot be read */
function openCredential({ id, adPlatform, credential }: SpendAccount): { accessToken: string } {
  try {
    const schema = findSpendReader(adPlatform)?.credentialSchema;
    if (schema) return schema.parse(JSON.parse(decrypt(credential, id)));
  } catch (error) {
    log.error({ err: error, spendAccountId: id }, "the stored token of an ad account could not be read");
  }
  throw new SpendReadError(UNREADABLE);
}

const UNREADABLE: PlatformRefusal = {
  ok: false,
  subject: "credential",
  result: {
    outcome: "parked",
    retryAfterMs: null,
    platformCode: null,
    traceId: null,
    message: "The stored token could not be read.",
    remedy: "The fault is ours: the stored access token for spend cannot be read. Enter it again.",
  },
};

const UNFORESEEN: PlatformRefusal = {
  ok: false,
  result: {
    outcome: "transient",
    retryAfterMs: null,
    platformCode: null,
    traceId: null,
    message: "The spend could not be read.",
    remedy:
      "The fault is ours: the spend could not be read, and what was read before is kept. Nothing to do: we try again by ourselves.",
  },
};

type Values = Partial<Pick<SpendAccount, "lastReadAt" | "lastError">>;

function waitForNextReading(lease: Lease, account: SpendAccount, values: Values, transaction: Transaction) {
  const delayMs = msUntilNextReading(account, new Date());
  return reschedule(SpendAccount, lease, { delayMs, attemptCount: 0, readDay: null, ...values }, transaction);
}

async function saveFault(lease: Lease, account: SpendAccount, { result, subject }: PlatformRefusal) {
  const { id, workspaceId, adPlatform, attemptCount } = account;
  const lastError = (result.remedy ?? result.message ?? "").slice(0, ERROR_MAX);
  await inTransaction(async (transaction) => {
    if (result.outcome === "parked" && subject !== "server") {
      const values = { state: "invalid", lastError, dueAt: null, attemptCount: 0, readDay: null } as const;
      if (!(await finish(SpendAccount, lease, values, transaction))) return;
      const event = { type: "spendAccount.refused", workspaceId, subjectId: id } as const;
      await recordEvents([{ ...event, payload: { adPlatform } }], transaction);
    } else if (result.outcome === "transient") {
      const delayMs = retryDelay(RETRIES, { failures: attemptCount, askedMs: result.retryAfterMs });
      await reschedule(SpendAccount, lease, { delayMs, lastError }, transaction);
    } else await waitForNextReading(lease, account, { lastError }, transaction);
  });
}
