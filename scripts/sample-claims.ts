import pLimit from "p-limit";
import type { Transaction } from "sequelize";
import { v7 } from "uuid";
import { inTransaction, isSqlite, sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { addViews, changeTotals, type TotalPlace, type Views } from "#app/database/queries/totals.server.ts";
import { calculateCommission } from "#app/lib/commission.ts";
import { DAY, dayIn, HOUR, hourIn, MINUTE, SECOND } from "#app/lib/dates.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import type { DeliveryState } from "#app/lib/event-state.ts";
import { rateBetween, withOwnRates } from "#app/lib/exchange.ts";
import { readFormJson } from "#app/lib/form-json.ts";
import { nulls } from "#app/lib/objects.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { linkUrl } from "#app/lib/share-links.ts";
import { columnsFor } from "#app/lib/submission-columns.ts";
import { Connection, MonthTotal, type OptInForm, ProofEntry } from "#app/models/index.server.ts";
import { sendDeadline } from "#app/services/ad-platforms/delivery-window.ts";
import { summarizeDeliveries } from "#app/services/deliveries/event-status.server.ts";
import { SNAPSHOT } from "#app/services/exchange-rates/snapshot.ts";
import { createEntry, type NewProofEntry } from "#app/services/proof/create-entry.server.ts";
import { attempted, decided, type ProofFact, submitted, withdrawn } from "#app/services/proof/facts.ts";
import { toComparableAmount } from "#app/services/submissions/comparable-amounts.ts";
import { restartSearchWords } from "#app/services/submissions/search-words.server.ts";
import { COPIES, insertCopies } from "./claim-copies.ts";
import { type SampleOwner, TIERS } from "./sample-owner.ts";
import {
  adParameters,
  attemptResult,
  CAMPAIGNS,
  CURRENCIES,
  chances,
  claimEvent,
  FIRST,
  LAST,
  PHONES,
  SOURCES,
  USER_AGENT,
} from "./sample-values.ts";

/** What became of a claim. */
export type Fate = { status: SubmissionStatus; state: DeliveryState | null; isWithdrawn?: boolean };
export type Story = {
  createdAt: Date;
  fate: Fate;
  /** The owner's default form without it. */
  form?: OptInForm | undefined;
  /** The source and campaign that it came by; those of chance without them. */
  cameBy?: { source: keyof typeof CAMPAIGNS; campaign: string } | undefined;
  /** Its amount is above the broker's limit. */
  isUnlikely?: boolean;
  /** The database makes `COPIES` claims of it. It has no proof. */
  isCopied?: boolean;
};

/** How long Meta takes an event. */
export const WINDOW_MS = 7 * DAY;
/** Campaigns of before have the month in their names. */
const SEASON_MS = 90 * DAY;
/** Claims of a transaction, which is repeated only if it takes less than five seconds. */
const CHUNK = 2_000;
const rates = withOwnRates(SNAPSHOT.rates, []);
/** The database works on these while the next is made. */
const PARALLEL = 4;

type Seed = {
  owner: SampleOwner;
  /** In the order of their times: tiers depend on it. */
  stories: Iterable<Story>;
  random: () => number;
  now: Date;
  /** With whole proofs, with what was sent, and with people who come again; otherwise claims are made faster. */
  isDetailed: boolean;
};

/** Makes claims and all that belongs to them, and inserts them in chunks. */
export async function seedClaims({ stories, ...seed }: Seed): Promise<void> {
  const maker = createMaker(seed);
  const limit = pLimit(PARALLEL);
  const writing = new Set<Promise<void>>();
  const write = async (chunk: Chunk) => {
    const written = limit(() => chunk.write()).finally(() => writing.delete(written));
    writing.add(written);
    if (writing.size > PARALLEL) await Promise.race(writing);
  };
  let chunk = new Chunk();
  for (const story of stories) {
    maker.make(story, chunk);
    if (chunk.claims < CHUNK) continue;
    await write(chunk);
    chunk = new Chunk();
  }
  await write(chunk);
  await Promise.all(writing);
  await MonthTotal.bulkCreate(maker.monthTotals());
  await inTransaction(async (transaction) => {
    await addViews(maker.views(), transaction);
    for (const [id, lastAcceptedAt] of maker.lastAccepted())
      await Connection.update({ lastAcceptedAt }, { where: { id }, transaction });
  });
  // Their ids are as old as they are.
  await restartSearchWords();
}

type Row = Record<string, string | number | boolean | Date | null>;

/** Rows as SQL text from the start: as objects, garbage collection would take as long as all else. */
class Rows {
  private readonly values: string[] = [];

  get size(): number {
    return this.values.length;
  }

  private names: string[] = [];

  push(row: Row): void {
    if (this.values.length === 0) this.names = Object.keys(row);
    this.values.push(`(${this.names.map((name) => escapeValue(row[name])).join(",")})`);
  }

  /** @returns the names of its columns */
  async insert(table: string, transaction: Transaction): Promise<string[]> {
    if (this.values.length === 0) return [];
    const names = this.names.map((name) => `\`${name}\``).join(",");
    await sequelize.query(`INSERT INTO ${table} (${names}) VALUES ${this.values.join(",")}`, {
      transaction,
      raw: true,
    });
    return this.names;
  }
}

const TABLES = ["submissions", "deliveries", "deliveryAttempts", "commissions"] as const;
type ClaimRows = Record<(typeof TABLES)[number], Rows>;
const createClaimRows = (): ClaimRows => ({
  submissions: new Rows(),
  deliveries: new Rows(),
  deliveryAttempts: new Rows(),
  commissions: new Rows(),
});

/** What one transaction writes. */
class Chunk {
  readonly single = createClaimRows();
  readonly copied = createClaimRows();
  readonly proofs: NewProofEntry[] = [];
  readonly places: { place: TotalPlace; by: number }[] = [];
  claims = 0;

  write(): Promise<void> {
    return inTransaction(async (transaction) => {
      const check = (value: 0 | 1) =>
        isSqlite
          ? undefined
          : sequelize.query(`SET SESSION unique_checks = ${value}, foreign_key_checks = ${value}`, {
              transaction,
            });
      await check(0);
      for (const table of TABLES) await this.single[table].insert(table, transaction);
      if (this.copied.submissions.size > 0)
        await insertCopies((table, to) => this.copied[table].insert(to, transaction), transaction);
      await insertRows(ProofEntry, this.proofs, transaction);
      await changeTotals(this.places, transaction);
      await check(1);
    });
  }
}

function createMaker({ owner, random, now, isDetailed }: Omit<Seed, "stories">) {
  const { workspace, links, platforms, connections } = owner;
  const { id: workspaceId, timeZone } = workspace;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const months = createMonths();
  const views = new Map<string, Views>();
  let index = isDetailed ? -1 : -COPIES;
  const lastAccepted = new Map<string, Date>();
  // Each has its own chances, so that one more changes no claim.
  const sides = connections.map((connection, at) => ({
    connection,
    random: at === 0 ? random : chances(at),
  }));

  function makeSubmission({
    createdAt,
    fate,
    form = owner.form,
    cameBy,
    isUnlikely: unlikelyAmount = false,
  }: Story) {
    const { status, state, isWithdrawn } = fate;
    // The last digit is the copy's.
    index += isDetailed ? 1 : COPIES;
    const ageMs = now.getTime() - createdAt.getTime();
    const id = createIdAt(createdAt, random);
    const key = id.replaceAll("-", "").padEnd(64, "0");
    const isRepeatable = isDetailed && index % 7 > 0;
    const email = `${pick(FIRST)}.${pick(LAST)}${isRepeatable ? "" : `.${index}`}@example.com`;
    const platform = pick(platforms);
    const byChance = pick(SOURCES);
    const campaignByChance = byChance && pick(CAMPAIGNS[byChance]);
    const source = cameBy ? cameBy.source : byChance;
    const ofSeason = cameBy ? cameBy.campaign : campaignByChance;
    const campaign =
      ofSeason && (ageMs < SEASON_MS ? ofSeason : `${ofSeason}-${createdAt.getUTCMonth() + 1}`);
    const ofSource = links.filter(
      (link) => link.formId === form.id && link.source === source && link.createdAt <= createdAt,
    );
    // The claims of a source come by its links in turn, and some by none.
    const link = ofSource[index % (ofSource.length + 1)] ?? null;
    const address = `https://claims.example/optin/${form.slug}`;
    const fbclid = source === "instagram" ? `IwAR${key.slice(0, 32)}` : null;
    const [country, prefix] = pick(PHONES);
    const stated =
      random() < 0.05
        ? { amount: null, currency: null }
        : { amount: String(10 * (2 + Math.floor(random() ** 4 * 250))), currency: pick(CURRENCIES) };
    const money = unlikelyAmount ? { amount: "999999", currency: "EUR" } : stated;
    const handledAt =
      status === "pending"
        ? null
        : new Date(
            Math.min(
              now.getTime() - SECOND,
              createdAt.getTime() +
                (state === "expired" ? WINDOW_MS + DAY : Math.min(0.6 * ageMs, 60 * HOUR * random() ** 2)),
            ),
          );
    const verified = status === "handled" ? money : { amount: null, currency: null };
    return {
      id,
      workspaceId,
      formId: form.id,
      platformId: platform.id,
      platformName: platform.name,
      action: form.action,
      language: readFormJson(form).languages.default,
      email,
      emailKey: email,
      uniqueEmail: isDetailed || isWithdrawn ? null : email,
      phone: `${prefix}${String(index).padStart(3, "0")}`,
      country,
      ...money,
      unlikelyAmount,
      reference: random() < 0.85 ? `NG-${4000 + index}` : null,
      status,
      version: 1,
      submissionKey: key,
      bodyHash: key,
      createdAt,
      updatedAt: handledAt ?? createdAt,
      day: dayIn(timeZone, createdAt),
      hour: hourIn(timeZone, createdAt),
      handledAt,
      sendBefore: sendDeadline(createdAt, WINDOW_MS),
      withdrawnAt: isWithdrawn ? handledAt : null,
      verifiedAmount: verified.amount,
      verifiedCurrency: verified.currency,
      consentText: form.consentText,
      consentAt: createdAt,
      source,
      campaign,
      link: link?.name ?? null,
      linkId: link?.id ?? null,
      utmSource: source,
      utmMedium: source && (link ? "social" : "paid"),
      utmCampaign: campaign,
      ...adParameters(link ? null : ofSeason, index),
      ip: `203.0.113.${1 + (index % 250)}`,
      pageUrl: link ? linkUrl(address, link) : `${address}${source ? `?utm_source=${source}` : ""}`,
      userAgent: USER_AGENT,
      fbclid,
      clickSeenAt: fbclid ? createdAt : null,
      fbc: fbclid && `fb.1.${createdAt.getTime()}.${fbclid}`,
      fbp: `fb.1.${createdAt.getTime() - MINUTE}.${1_000_000_000 + index}`,
      ...toComparableAmount({ ...money, unlikelyAmount }, workspace.currency, rates),
      ...summarizeDeliveries(
        status,
        state === null ? [] : connections.map(({ adPlatform }) => ({ adPlatform, state, receipt: null })),
      ),
    };
  }
  type MadeSubmission = ReturnType<typeof makeSubmission>;

  function make(story: Story, chunk: Chunk): void {
    const { status, state, isWithdrawn } = story.fate;
    const by = story.isCopied ? COPIES : 1;
    const rows = story.isCopied ? chunk.copied : chunk.single;
    const submission = makeSubmission(story);
    const { id, formId, platformId, day, hour, source, campaign, country, linkId, handledAt } = submission;
    const { eventStatus, eventState, deliveryStates } = submission;
    const { verifiedAmount: amount, verifiedCurrency: currency } = submission;
    rows.submissions.push(submission);
    const place = { workspaceId, formId, day, platformId, source, campaign, country, hour, linkId };
    const { withdrawnAt } = submission;
    const states = { status, eventStatus, eventState, deliveryStates, handledAt, withdrawnAt };
    chunk.claims += by;
    chunk.places.push({ place: { ...place, ...states }, by });
    const key = `${formId} ${day} ${linkId ?? ""}`;
    const seen = views.get(key) ?? { workspaceId, formId, linkId, day, count: 0 };
    seen.count += by * (1 + Math.floor(random() * 14));
    views.set(key, seen);
    const proof =
      isDetailed || status === "pending"
        ? [submitted({ ...nulls(columnsFor("optional")), ...submission }, submission.clickSeenAt)]
        : null;
    if (handledAt) {
      proof?.push(decided({ from: "pending", to: status, amount, currency, at: handledAt }));
      if (amount !== null && currency !== null) {
        const of = { submissionId: id, workspaceId, platformId, month: day.slice(0, 7) };
        const commission = months.add(of, { amount, currency, by });
        rows.commissions.push({ ...of, ...commission, createdAt: handledAt });
      }
      if (state) {
        const attempts = sides.flatMap((side) => deliver(side, submission, state, handledAt, rows));
        attempts.sort((one, other) => Number(one.attempt.at) - Number(other.attempt.at));
        proof?.push(...attempts.map(({ delivery, attempt }) => attempted(delivery, attempt)));
      }
      if (isWithdrawn) proof?.push(withdrawn(handledAt));
    }
    if (proof) chunk.proofs.push(...sign(id, proof));
  }

  function sign(submissionId: string, facts: ProofFact[]): NewProofEntry[] {
    const entries: NewProofEntry[] = [];
    for (const fact of facts)
      entries.push(createEntry({ submissionId, workspaceId }, entries.at(-1) ?? null, fact, fact.at));
    return entries;
  }

  /** Adds the delivery of a verified claim to one ad platform, and its attempts. */
  function deliver(
    { connection, random }: (typeof sides)[number],
    submission: MadeSubmission,
    state: DeliveryState,
    at: Date,
    rows: ClaimRows,
  ) {
    const { id: connectionId, adPlatform } = connection;
    const { id: submissionId, emailKey, amount, currency, createdAt, sendBefore } = submission;
    const outcomes: ("transient" | "accepted" | "permanent")[] = [];
    if (state === "sent" && random() < 0.08) outcomes.push("transient");
    if (state === "sent") outcomes.push("accepted");
    if (state === "failed") outcomes.push("permanent");
    const delivery = {
      id: createIdAt(at, random),
      submissionId,
      workspaceId,
      connectionId,
      adPlatform,
      eventId: createIdAt(at, random),
      state,
      attemptCount: outcomes.length,
      transientCount: outcomes.length > 1 ? 1 : 0,
      sendBefore,
      createdAt: at,
      updatedAt: at,
    };
    rows.deliveries.push(delivery);
    const request = isDetailed
      ? JSON.stringify({
          event: claimEvent(adPlatform, {
            seconds: Math.floor(createdAt.getTime() / 1000),
            email: sha256(emailKey),
            money: amount === null ? {} : { value: Number(amount), currency },
          }),
        })
      : null;
    return outcomes.map((outcome, before) => {
      const attempt = {
        id: createIdAt(at, random),
        deliveryId: delivery.id,
        workspaceId,
        adPlatform,
        number: before + 1,
        at: new Date(at.getTime() + before * 6 * SECOND),
        durationMs: 120 + Math.floor(random() * 300),
        outcome,
        ...attemptResult(adPlatform, outcome),
        traceId: delivery.eventId.slice(-11),
        request,
      };
      rows.deliveryAttempts.push(attempt);
      if (outcome === "accepted" && attempt.at > (lastAccepted.get(connectionId) ?? new Date(0)))
        lastAccepted.set(connectionId, attempt.at);
      return { delivery, attempt };
    });
  }

  return {
    make,
    lastAccepted: () => lastAccepted,
    monthTotals: () => months.rows(workspaceId),
    views: () => [...views.values()],
  };
}

/** An id as one of that time would be. */
function createIdAt(time: Date, random: () => number): string {
  const bytes = new Uint8Array(16);
  for (let index = 6; index < 16; index++) bytes[index] = Math.floor(random() * 256);
  return v7({ msecs: time.getTime(), seq: Math.floor(random() * 0x7fffffff), random: bytes });
}

/** Each amount's commission by the tier that its month has reached, and what the months add up to. */
function createMonths() {
  const known = new Map<string, string>();
  const euros = new Map<string, number>();
  const cents = new Map<string, number>();
  const add = (to: Map<string, number>, key: string, value: number) => {
    const sum = (to.get(key) ?? 0) + value;
    to.set(key, sum);
    return sum;
  };
  return {
    add(
      place: { platformId: string; month: string },
      { amount, currency, by }: { amount: string; currency: string; by: number },
    ) {
      const rate = rateBetween(currency, "EUR", rates) ?? "1";
      const key = `${place.platformId} ${place.month}`;
      const monthTotal = add(euros, key, by * Number(amount) * Number(rate));
      const { name, value } = TIERS.findLast(({ minAmount }) => monthTotal >= Number(minAmount)) ?? TIERS[0];
      const tier = { type: "percentage" as const, value, currency: "EUR" };
      const named = `${name} ${amount} ${currency}`;
      const earned = known.get(named) ?? calculateCommission(tier, amount, rate);
      known.set(named, earned);
      add(cents, `${key} verified ${currency}`, by * 100 * Number(amount));
      add(cents, `${key} earned EUR`, by * Math.round(100 * Number(earned)));
      return {
        amount,
        currency,
        tierName: name,
        tierType: tier.type,
        tierValue: value,
        tierCurrency: tier.currency,
        monthTotal: monthTotal.toFixed(2),
        rate,
        rateDay: currency === "EUR" ? null : SNAPSHOT.day,
        earned,
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
