import pLimit from "p-limit";
import type { Transaction } from "sequelize";
import { v7 } from "uuid";
import { inTransaction, isSqlite, sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { updatePlannerStatistics } from "#app/database/planner-statistics.server.ts";
import {
  addToCommissionTotals,
  addToTotals,
  addViews,
  type TotalPlace,
} from "#app/database/queries/totals.server.ts";
import { commissionOf } from "#app/lib/commission.ts";
import { DAY, dayIn, HOUR, hourIn, SECOND } from "#app/lib/dates.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import type { DeliveryState } from "#app/lib/event-state.ts";
import { rateBetween } from "#app/lib/exchange.ts";
import { nulls } from "#app/lib/objects.ts";
import { columnsFor } from "#app/lib/submission-columns.ts";
import {
  MonthTotal,
  type OptInForm,
  type Platform,
  ProofEntry,
  User,
  type Workspace,
} from "#app/models/index.server.ts";
import { createAccount } from "#app/services/accounts/create-account.server.ts";
import { sendDeadline } from "#app/services/ad-platforms/delivery-window.ts";
import { saveConnection } from "#app/services/connections/connections.server.ts";
import { summarizeDeliveries } from "#app/services/deliveries/event-status.server.ts";
import { SNAPSHOT } from "#app/services/exchange-rates/snapshot.ts";
import { createEntry, type NewProofEntry } from "#app/services/proof/create-entry.server.ts";
import { submitted } from "#app/services/proof/facts.ts";
import { comparableOf } from "#app/services/submissions/comparable-amounts.ts";
import { seedForm, seedPlatforms } from "./demo-data.ts";
import { TIME_ZONE } from "./demo-time-zone.ts";
import { CAMPAIGNS, chances, FIRST, LAST, PHONES, SOURCES } from "./sample-values.ts";
import { withoutIndexes } from "./without-indexes.ts";

/** Who gets which share of the claims. The first signs in with the demo's password. */
const OWNERS = [
  { name: "big", share: 0.4 },
  { name: "second", share: 0.3 },
  { name: "third", share: 0.2 },
  { name: "fourth", share: 0.1 },
];
const SPAN_MS = 395 * DAY;
const WINDOW_MS = 7 * DAY;
const CHUNK = 1_000;
/** The database works on these while the next is made. */
const PARALLEL = 4;
const CONSENT =
  "I agree that this is checked with my broker and that its ad partners are told that it happened. I can withdraw at any time.";
const USER_AGENT =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";

type Row = Record<string, string | number | boolean | Date | null>;

/** Rows as SQL text from the start: as objects, garbage collection would take as long as all else. */
class Rows {
  private readonly values: string[] = [];
  private names: string[] = [];
  constructor(private readonly table: string) {}

  push(row: Row): void {
    if (this.values.length === 0) this.names = Object.keys(row);
    this.values.push(`(${this.names.map((name) => escapeValue(row[name])).join(",")})`);
  }

  async insert(transaction: Transaction): Promise<void> {
    if (this.values.length === 0) return;
    const names = this.names.map((name) => `\`${name}\``).join(",");
    await sequelize.query(`INSERT INTO ${this.table} (${names}) VALUES ${this.values.join(",")}`, {
      transaction,
      raw: true,
    });
  }
}

/** What a chunk writes. */
class Chunk {
  readonly submissions = new Rows("submissions");
  readonly deliveries = new Rows("deliveries");
  readonly attempts = new Rows("deliveryAttempts");
  readonly commissions = new Rows("commissions");
  readonly proofs: NewProofEntry[] = [];
  readonly places: TotalPlace[] = [];
  readonly earned: Parameters<typeof addToCommissionTotals>[0] = [];

  write(): Promise<void> {
    return inTransaction(async (transaction) => {
      const check = (value: 0 | 1) =>
        isSqlite
          ? undefined
          : sequelize.query(`SET SESSION unique_checks = ${value}, foreign_key_checks = ${value}`, {
              transaction,
            });
      await check(0);
      for (const rows of [this.submissions, this.deliveries, this.attempts, this.commissions])
        await rows.insert(transaction);
      await insertRows(ProofEntry, this.proofs, transaction);
      await addToCommissionTotals(this.earned, transaction);
      await addToTotals(this.places, 1, transaction);
      await check(1);
    });
  }
}

/** The email of the owner with two fifths of the claims. */
export const BIG_OWNER = "big@attesto.example";

/**
 * Fills an empty database with claims of thirteen months, more of them lately. Only those that wait have a
 * proof: the others are as if they were older than proofs.
 * @returns false if it was filled before
 */
export async function seedManyClaims(count: number, now = new Date()): Promise<boolean> {
  if (await User.findOne({ where: { emailKey: BIG_OWNER } })) return false;
  await withoutIndexes(["submissions", "deliveries", "deliveryAttempts", "commissions"], async () => {
    for (const { name, share } of OWNERS) await seedOwner(name, Math.round(count * share), now);
  });
  if (isSqlite) await updatePlannerStatistics();
  else await sequelize.query("ANALYZE TABLE submissions, deliveries, commissions, breakdownTotals");
  return true;
}

async function seedOwner(name: string, count: number, now: Date): Promise<void> {
  const { workspace } = await createAccount({
    email: `${name}@attesto.example`,
    username: `owner-${name}`,
    name: `Owner ${name}`,
    password: "verify-what-is-true",
    role: "user",
    timeZone: TIME_ZONE,
    currency: "EUR",
  });
  const platforms = await seedPlatforms(workspace.id, now);
  const form = await seedForm({ workspaceId: workspace.id, slug: `claims-${name}`, platforms, now });
  const connection = await saveConnection({
    workspaceId: workspace.id,
    adPlatform: "meta",
    credential: { accessToken: "sandbox-token" },
    assetId: "1029384756102938",
    assetName: null,
  });
  const make = claimsOf({ workspace, form, platforms, connectionId: connection.id, count, now });
  const limit = pLimit(PARALLEL);
  const writing = new Set<Promise<void>>();
  for (let from = 0; from < count; from += CHUNK) {
    const chunk = new Chunk();
    for (let index = from; index < Math.min(from + CHUNK, count); index++) make.claim(index, chunk);
    const written = limit(() => chunk.write()).finally(() => writing.delete(written));
    writing.add(written);
    if (writing.size > PARALLEL) await Promise.race(writing);
  }
  await Promise.all(writing);
  await MonthTotal.bulkCreate(make.monthTotals());
  await inTransaction((transaction) => addViews(make.views(), transaction));
}

type Making = {
  workspace: Workspace;
  form: OptInForm;
  platforms: Platform[];
  connectionId: string;
  count: number;
  now: Date;
};

/** Makes an owner's claims in the order of their times, with what their months add up to. */
function claimsOf({ workspace, form, platforms, connectionId, count, now }: Making) {
  const { id: workspaceId, timeZone } = workspace;
  const random = chances(20_261_123 + count);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const months = createMonths();
  const views = new Map<string, number>();

  /** Denser from month to month, and in the evenings. */
  const timeOf = (index: number) => {
    const days = (SPAN_MS / DAY) * ((index + random()) / count) ** 0.7;
    const evening = days - 0.12 * Math.sin(2 * Math.PI * days);
    return new Date(Math.min(now.getTime() - SECOND, now.getTime() - SPAN_MS + evening * DAY));
  };

  const claim = (index: number, chunk: Chunk) => {
    const createdAt = timeOf(index);
    const id = idAt(createdAt, random);
    const { status, state, isWithdrawn } = fateOf(random, now.getTime() - createdAt.getTime());
    const day = dayIn(timeZone, createdAt);
    const email = `${pick(FIRST)}.${pick(LAST)}.${index}@example.com`;
    const platform = pick(platforms);
    const source = pick(SOURCES);
    const campaign = source && `${pick(CAMPAIGNS)}-${createdAt.getUTCMonth() + 1}`;
    const [country, prefix] = pick(PHONES);
    const currency = pick(["EUR", "EUR", "EUR", "EUR", "EUR", "EUR", "USD", "USD", "PLN"]);
    const amount = random() < 0.05 ? null : String(20 + Math.floor(random() ** 4 * 4_000));
    const isHandled = status === "handled";
    const handledAt =
      status === "pending"
        ? null
        : new Date(
            Math.min(
              now.getTime(),
              createdAt.getTime() + (state === "expired" ? 8 * DAY : 60 * HOUR * random() ** 2),
            ),
          );
    const key = id.replaceAll("-", "").padEnd(64, "0");
    const submission = {
      id,
      workspaceId,
      formId: form.id,
      platformId: platform.id,
      platformName: platform.name,
      action: form.action,
      email,
      emailKey: email,
      uniqueEmail: isWithdrawn ? null : email,
      phone: `${prefix}${String(index).padStart(7, "0")}`,
      country,
      amount,
      currency: amount && currency,
      reference: `NG-${index}`,
      status,
      version: 1,
      submissionKey: key,
      bodyHash: key,
      createdAt,
      day,
      hour: hourIn(timeZone, createdAt),
      handledAt,
      sendBefore: sendDeadline(createdAt, WINDOW_MS),
      withdrawnAt: isWithdrawn ? handledAt : null,
      verifiedAmount: isHandled ? amount : null,
      verifiedCurrency: isHandled ? amount && currency : null,
      consentText: CONSENT,
      consentAt: createdAt,
      source,
      campaign,
      utmSource: source,
      utmCampaign: campaign,
      ip: `203.0.113.${1 + (index % 250)}`,
      pageUrl: `https://claims.example/optin/${form.slug}?utm_source=${source ?? ""}`,
      userAgent: USER_AGENT,
      fbp: `fb.1.${createdAt.getTime()}.${1_000_000_000 + index}`,
      ...comparableOf({ amount, currency }, workspace.currency, SNAPSHOT.rates),
      ...summarizeDeliveries(status, state === null ? [] : [{ adPlatform: "meta", state, receipt: null }]),
    };
    chunk.submissions.push(submission);
    const { eventStatus, eventState, deliveryStates } = submission;
    const counted = { platformId: platform.id, source, campaign, country, hour: submission.hour };
    chunk.places.push({ workspaceId, day, status, eventStatus, eventState, deliveryStates, ...counted });
    views.set(day, (views.get(day) ?? 0) + 1 + Math.floor(random() * 6));
    if (status === "pending")
      chunk.proofs.push(
        createEntry(
          { submissionId: id, workspaceId },
          null,
          submitted({ ...nulls(columnsFor("optional")), ...submission }, null),
          createdAt,
        ),
      );
    if (isHandled && amount !== null) {
      const place = { submissionId: id, workspaceId, platformId: platform.id, month: day.slice(0, 7) };
      const commission = months.add(place, { amount, currency });
      chunk.commissions.push({ ...place, ...commission, createdAt: handledAt });
      chunk.earned.push({ workspaceId, day, currency: "EUR", amount: commission.earned, by: 1 });
    }
    if (state !== null && handledAt !== null)
      deliver({ id, workspaceId, connectionId, state, at: handledAt, random }, chunk);
  };

  return {
    claim,
    monthTotals: () => months.rows(workspaceId),
    views: () => [...views].map(([day, views]) => ({ workspaceId, day, count: views })),
  };
}

type Fate = { status: SubmissionStatus; state: DeliveryState | null; isWithdrawn?: boolean };

/** What became of a claim: many of the last days still wait, and some were never decided. */
function fateOf(random: () => number, ageMs: number): Fate {
  const chance = random();
  if (chance < (ageMs < WINDOW_MS ? 0.4 : 0.05)) return { status: "pending", state: null };
  if (chance > 0.93) return { status: "rejected", state: null, isWithdrawn: chance > 0.99 };
  const sending = random();
  if (sending < 0.01) return { status: "handled", state: "skipped" };
  if (sending < 0.03) return { status: "handled", state: "failed" };
  if (sending < 0.07 && ageMs > 8 * DAY) return { status: "handled", state: "expired" };
  return { status: "handled", state: "sent" };
}

/** An id as one of that time would be. */
function idAt(time: Date, random: () => number): string {
  const bytes = new Uint8Array(16);
  for (let index = 6; index < 16; index++) bytes[index] = Math.floor(random() * 256);
  return v7({ msecs: time.getTime(), seq: Math.floor(random() * 0x7fffffff), random: bytes });
}

type Sending = {
  id: string;
  workspaceId: string;
  connectionId: string;
  state: DeliveryState;
  at: Date;
  random: () => number;
};

function deliver({ id, workspaceId, connectionId, state, at, random }: Sending, chunk: Chunk): void {
  const deliveryId = idAt(at, random);
  const isTried = state === "sent" || state === "failed";
  chunk.deliveries.push({
    id: deliveryId,
    submissionId: id,
    workspaceId,
    connectionId,
    adPlatform: "meta",
    eventId: idAt(at, random),
    state,
    attemptCount: isTried ? 1 : 0,
    transientCount: 0,
    sendBefore: new Date(at.getTime() + DAY),
    createdAt: at,
    updatedAt: at,
  });
  if (!isTried) return;
  const attempt = { id: idAt(at, random), deliveryId, workspaceId, adPlatform: "meta", number: 1, at };
  const isSent = state === "sent";
  chunk.attempts.push({
    ...attempt,
    durationMs: 120 + Math.floor(random() * 300),
    outcome: isSent ? "accepted" : "permanent",
    httpStatus: isSent ? 200 : 400,
    platformCode: isSent ? null : "100",
    message: isSent ? null : "Invalid parameter",
    traceId: attempt.id.slice(-12),
  });
}

/** Each amount's commission by the tier that its month has reached, and what the months add up to. */
function createMonths() {
  const tiers = [
    { name: "Bronze", value: "20", from: 0 },
    { name: "Silver", value: "25", from: 2_000 },
    { name: "Gold", value: "30", from: 20_000 },
  ] as const;
  const known = new Map<string, string>();
  const euros = new Map<string, number>();
  const cents = new Map<string, number>();
  const add = (to: Map<string, number>, key: string, value: number) => {
    const sum = (to.get(key) ?? 0) + value;
    to.set(key, sum);
    return sum;
  };
  return {
    add(place: { platformId: string; month: string }, money: { amount: string; currency: string }) {
      const { amount, currency } = money;
      const rate = rateBetween(currency, "EUR", SNAPSHOT.rates) ?? "1";
      const key = `${place.platformId} ${place.month}`;
      const monthTotal = add(euros, key, Number(amount) * Number(rate));
      const tier = tiers.findLast(({ from }) => monthTotal >= from) ?? tiers[0];
      const type = "percentage" as const;
      const named = `${tier.name} ${amount} ${currency}`;
      const earned = known.get(named) ?? commissionOf({ ...tier, type, currency: "EUR" }, amount, rate);
      known.set(named, earned);
      add(cents, `${key} verified ${currency}`, 100 * Number(amount));
      add(cents, `${key} earned EUR`, Math.round(100 * Number(earned)));
      return {
        ...money,
        ...{ tierName: tier.name, tierType: type, tierValue: tier.value, tierCurrency: "EUR" },
        ...{
          monthTotal: monthTotal.toFixed(2),
          rate,
          rateDay: currency === "EUR" ? null : SNAPSHOT.day,
          earned,
        },
      };
    },
    rows: (workspaceId: string) =>
      [...cents].map(([key, sum]) => {
        const [platformId = "", month = "", kind = "", currency = ""] = key.split(" ");
        const amount = (sum / 100).toFixed(2);
        return { workspaceId, platformId, month, kind: kind as MonthTotal["kind"], currency, amount };
      }),
  };
}
