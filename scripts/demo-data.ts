import { inTransaction } from "#app/database/connection.server.ts";
import type { NewSubmission } from "#app/database/queries/submission-inserts.server.ts";
import { insertSubmissions } from "#app/database/queries/submission-inserts.server.ts";
import { addToTotals, addViews } from "#app/database/queries/totals.server.ts";
import { DAY, dayIn, HOUR, hourIn, MINUTE, SECOND } from "#app/lib/dates.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import type { DeliveryState } from "#app/lib/event-state.ts";
import { newId } from "#app/lib/ids.ts";
import { nulls } from "#app/lib/objects.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { columnsFor } from "#app/lib/submission-columns.ts";
import {
  CommissionTier,
  Connection,
  Delivery,
  DeliveryAttempt,
  OptInForm,
  OptInFormPlatform,
  Platform,
  Submission,
  User,
  type Workspace,
} from "#app/models/index.server.ts";
import { createAccount } from "#app/services/accounts/create-account.server.ts";
import { DEMO_ACCOUNTS } from "#app/services/accounts/demo-accounts.server.ts";
import { sendDeadline } from "#app/services/ad-platforms/delivery-window.ts";
import { addVerified } from "#app/services/commissions/verified-amounts.server.ts";
import { saveConnection } from "#app/services/connections/connections.server.ts";
import { type DeliverySummary, summarizeDeliveries } from "#app/services/deliveries/event-status.server.ts";
import { SNAPSHOT } from "#app/services/exchange-rates/snapshot.ts";
import { insertDemoProofs } from "#app/services/proof/append-proof.server.ts";
import { comparableOf } from "#app/services/submissions/comparable-amounts.ts";
import { seedAdministration } from "./demo-admin-data.ts";
import { TIME_ZONE } from "./demo-time-zone.ts";
import { AMOUNTS, CAMPAIGNS, chances, FIRST, LAST, PHONES, SOURCES } from "./sample-values.ts";

const DEMO = {
  ...DEMO_ACCOUNTS,
  password: "verify-what-is-true",
  slug: "demo",
  accessToken: "sandbox-demo-token",
  pixelId: "1029384756102938",
} as const;

const COUNT = 204;
const DAYS = 90;
const META_WINDOW_MS = 7 * DAY;
const CONSENT =
  "I agree that Casa Trading checks this with my broker and tells its ad partners (Meta) that it happened. I can withdraw at any time.";

type Fate = { status: SubmissionStatus; state: DeliveryState | null; isWithdrawn?: boolean };

const sent: Fate = { status: "handled", state: "sent" };
const waiting: Fate = { status: "pending", state: null };
const rejected: Fate = { status: "rejected", state: null };
const withdrawn: Fate = { ...rejected, isWithdrawn: true };
const refused: Fate = { status: "handled", state: "failed" };
const expired: Fate = { status: "handled", state: "expired" };

/** The last days, by hand: how old a claim is (h) and what became of it. Some hurry, some went wrong. */
const RECENT: [ageHours: number, fate: Fate][] = [
  [0.4, waiting],
  [1.2, waiting],
  [2.5, waiting],
  [4, sent],
  [6, waiting],
  [9, sent],
  [13, waiting],
  [19, sent],
  [22, rejected],
  [27, sent],
  [31, waiting],
  [36, sent],
  [41, refused],
  [48, sent],
  [53, sent],
  [60, waiting],
  [66, sent],
  [71, withdrawn],
  [78, sent],
  [85, sent],
  [92, rejected],
  [99, sent],
  [104, waiting],
  [111, sent],
  [118, sent],
  [125, sent],
  [133, sent],
  [140, sent],
  [148, waiting],
  [153, sent],
  [159, waiting],
  [164.3, waiting],
];

/** What becomes of an older claim: all were decided long ago. */
function oldFate(chance: number): Fate {
  if (chance < 0.09) return rejected;
  if (chance < 0.13) return expired;
  if (chance < 0.15) return refused;
  return chance < 0.17 ? withdrawn : sent;
}

/**
 * Fills an empty database with an owner, an administrator, platforms, tiers, a form and some 200 claims.
 * @returns false if the database has the demo's data already
 */
export async function seedDemo(now = new Date()): Promise<boolean> {
  if (await User.findOne({ where: { emailKey: DEMO.owner } })) return false;
  const account = { password: DEMO.password, timeZone: TIME_ZONE, currency: "EUR" };
  await createAccount({
    ...account,
    email: DEMO.admin,
    username: "admin",
    name: "Site administrator",
    role: "superadmin",
  });
  const { workspace } = await createAccount({
    ...account,
    email: DEMO.owner,
    username: "demo",
    name: "Iria Vázquez-Montenegro",
    role: "user",
  });
  const platforms = await seedPlatforms(workspace.id, now);
  const form = await seedForm({ workspaceId: workspace.id, slug: DEMO.slug, platforms, now });
  const connection = await saveConnection({
    workspaceId: workspace.id,
    adPlatform: "meta",
    credential: { accessToken: DEMO.accessToken },
    assetId: DEMO.pixelId,
    assetName: "Casa Trading",
  });
  await seedSubmissions({ workspace, form, platforms, connectionId: connection.id, now });
  await seedAdministration(now);
  return true;
}

export async function seedPlatforms(workspaceId: string, now: Date): Promise<Platform[]> {
  const names = [
    ["Northgate Markets", "ChartLineUp"],
    ["Halden FX", "CurrencyCircleDollar"],
    ["Meridian Copy Trading", "UsersThree"],
    ["Pacifica Prime", "Coins"],
  ] as const;
  const platforms = await Platform.bulkCreate(
    names.map(([name, icon], position) => ({
      workspaceId,
      name,
      nameKey: name.toLowerCase(),
      icon,
      isActive: true,
      isDefault: position === 0 ? true : null,
      position,
      createdAt: now,
      updatedAt: now,
    })),
  );
  const tiers = [
    { name: "Bronze", minAmount: "0", maxAmount: "1999.99", value: "20" },
    { name: "Silver", minAmount: "2000", maxAmount: "19999.99", value: "25" },
    { name: "Gold", minAmount: "20000", maxAmount: null, value: "30" },
  ];
  await CommissionTier.bulkCreate(
    platforms.flatMap(({ id: platformId }) =>
      tiers.map((tier, position) => ({
        ...tier,
        workspaceId,
        platformId,
        position,
        type: "percentage" as const,
        currency: "EUR",
      })),
    ),
  );
  return platforms;
}

type FormSeed = { workspaceId: string; slug: string; platforms: Platform[]; now: Date };

export async function seedForm({ workspaceId, slug, platforms, now }: FormSeed): Promise<OptInForm> {
  const form = await OptInForm.create({
    workspaceId,
    slug,
    isActive: true,
    ownerName: "Casa Trading",
    title: "Confirm your deposit",
    introduction:
      "Iria sends your welcome kit as soon as the deposit is found at your broker. It takes half a minute.",
    action: "deposit",
    phoneCountry: "ES",
    consentText: CONSENT,
    allowRepeat: false,
    successMessage:
      "Iria checks it with your broker, usually within a day. Your welcome kit follows by email.",
    createdAt: now,
    updatedAt: now,
  });
  await OptInFormPlatform.bulkCreate(
    platforms.map(({ id: platformId }, position) => ({ formId: form.id, platformId, position })),
  );
  return form;
}

type Seed = { workspace: Workspace; form: OptInForm; platforms: Platform[]; connectionId: string; now: Date };
type Claim = { row: NewSubmission; fate: Fate; summary: DeliverySummary; handledAt: Date | null };

async function seedSubmissions({ workspace, form, platforms, connectionId, now }: Seed): Promise<void> {
  const random = chances(20_261_121);
  const claims = Array.from({ length: COUNT }, (_, index) =>
    makeClaim({ workspace, form, platforms, index, random, now }),
  );
  await inTransaction(async (transaction) => {
    await insertSubmissions(
      claims.map(({ row }) => row),
      transaction,
    );
    await addToTotals(
      claims.map(({ row, fate, summary }) => ({ ...row, status: fate.status, ...summary })),
      1,
      transaction,
    );
    const days = [...new Set(claims.map(({ row }) => row.day))];
    await addViews(
      days.map((day) => ({ workspaceId: workspace.id, day, count: 4 + Math.floor(random() * 30) })),
      transaction,
    );
    for (const { row, fate, summary, handledAt } of claims) {
      await Submission.update(
        {
          status: fate.status,
          ...summary,
          handledAt,
          withdrawnAt: fate.isWithdrawn ? new Date(row.createdAt.getTime() + 3 * HOUR) : null,
          ...(fate.status === "handled"
            ? { verifiedAmount: row.amount, verifiedCurrency: row.currency }
            : {}),
        },
        { where: { id: row.id }, transaction },
      );
    }
    const verified = claims.filter(({ fate }) => fate.status === "handled");
    const amounts = verified
      .sort((a, b) => Number(a.row.createdAt) - Number(b.row.createdAt))
      .flatMap(({ row }) => {
        const { amount, currency, day } = row;
        return amount && currency
          ? [{ submission: row, month: day.slice(0, 7), money: { amount, currency } }]
          : [];
      });
    await addVerified(amounts, SNAPSHOT, transaction);
    const delivered = claims
      .filter(({ fate }) => fate.state !== null)
      .map((claim) => makeDelivery(claim, connectionId, random));
    await Delivery.bulkCreate(
      delivered.map(({ delivery }) => delivery),
      { transaction },
    );
    await DeliveryAttempt.bulkCreate(
      delivered.flatMap(({ attempts }) => attempts),
      { transaction },
    );
    const ids = claims.map(({ row }) => row.id);
    await insertDemoProofs(await Submission.findAll({ where: { id: ids }, transaction }), transaction);
    const accepted = delivered.flatMap(({ attempts }) =>
      attempts.filter(({ outcome }) => outcome === "accepted").map(({ at }) => at.getTime()),
    );
    const lastAcceptedAt = new Date(Math.max(...accepted));
    await Connection.update({ lastAcceptedAt }, { where: { id: connectionId }, transaction });
  });
}

type Making = Omit<Seed, "connectionId"> & { index: number; random: () => number };

function makeClaim({ workspace, form, platforms, index, random, now }: Making): Claim {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const [recentHours, recentFate] = RECENT[index] ?? [null, null];
  const ageMs =
    recentHours === null
      ? META_WINDOW_MS + random() ** 1.2 * (DAYS * DAY - META_WINDOW_MS)
      : recentHours * HOUR;
  const createdAt = new Date(now.getTime() - ageMs);
  const email = `${pick(FIRST)}.${pick(LAST)}${index % 7 === 0 ? index : ""}@example.com`;
  const platform = pick(platforms);
  const source = pick(SOURCES);
  const campaign = source ? pick(CAMPAIGNS) : null;
  const fbclid = source === "instagram" ? `IwAR${sha256(`click ${index}`).slice(0, 40)}` : null;
  const fate = recentFate ?? oldFate(random());
  const handledAt =
    fate.status === "pending"
      ? null
      : new Date(
          Math.min(
            now.getTime() - MINUTE,
            createdAt.getTime() +
              (fate.state === "expired" ? 8 * DAY : Math.min(0.6 * ageMs, (1 + random() * 30) * HOUR)),
          ),
        );
  const query = source
    ? `?utm_source=${source}&utm_campaign=${campaign}${fbclid ? `&fbclid=${fbclid}` : ""}`
    : "";
  const [country, prefix] = pick(PHONES);
  const money = { amount: pick(AMOUNTS), currency: random() < 0.85 ? "EUR" : "USD" };
  const row: NewSubmission = {
    ...nulls(columnsFor("optional")),
    id: newId(),
    workspaceId: workspace.id,
    formId: form.id,
    platformId: platform.id,
    platformName: platform.name,
    action: form.action,
    email,
    emailKey: email,
    // The made-up addresses may meet: the claims of a demo need not be unique.
    uniqueEmail: null,
    phone: `${prefix}${100 + index}`,
    country,
    ...money,
    ...comparableOf(money, workspace.currency, SNAPSHOT.rates),
    reference:
      random() < 0.6 ? `NG-${4000 + index}-${String(Math.floor(random() * 10_000)).padStart(4, "0")}` : null,
    status: "pending",
    eventStatus: null,
    version: 1,
    submissionKey: sha256(`demo ${index}`),
    bodyHash: sha256(email),
    createdAt,
    day: dayIn(workspace.timeZone, createdAt),
    hour: hourIn(workspace.timeZone, createdAt),
    sendBefore: sendDeadline(createdAt, META_WINDOW_MS),
    consentText: CONSENT,
    consentAt: createdAt,
    source,
    campaign,
    pageUrl: `http://localhost/optin/${form.slug}${query}`,
    fbclid,
    clickSeenAt: fbclid ? createdAt : null,
    fbc: fbclid ? `fb.1.${createdAt.getTime()}.${fbclid}` : null,
    fbp: `fb.1.${createdAt.getTime() - MINUTE}.${1_000_000_000 + index}`,
    utmSource: source,
    utmMedium: source ? "social" : null,
    utmCampaign: campaign,
    ip: `203.0.113.${1 + (index % 250)}`,
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
    facebookPixelId: null,
  };
  return {
    row,
    fate,
    summary: summarizeDeliveries(
      fate.status,
      fate.state === null ? [] : [{ adPlatform: "meta", state: fate.state, receipt: null }],
    ),
    handledAt,
  };
}

function makeDelivery({ row, fate, handledAt }: Claim, connectionId: string, random: () => number) {
  const at = handledAt as Date;
  const id = newId();
  const state = fate.state as DeliveryState;
  const needsSecondTry = state === "sent" && random() < 0.08;
  const attempt = (number: number, after: number, rest: Partial<DeliveryAttempt>) => ({
    deliveryId: id,
    workspaceId: row.workspaceId,
    adPlatform: "meta",
    number,
    at: new Date(at.getTime() + after),
    durationMs: 120 + Math.floor(random() * 300),
    httpStatus: 200,
    platformCode: null,
    message: null,
    remedy: null,
    traceId: sha256(`${id} ${number}`).slice(0, 11),
    request: JSON.stringify({
      event: {
        event_name: "Purchase",
        event_time: Math.floor(row.createdAt.getTime() / 1000),
        action_source: "website",
        user_data: { em: [sha256(row.emailKey)], ph: [sha256(row.phone.slice(1))] },
        custom_data: { value: Number(row.amount), currency: row.currency },
      },
      leftOut: [],
    }),
    response: JSON.stringify({ events_received: 1, messages: [] }),
    outcome: "accepted" as const,
    ...rest,
  });
  const attempts = [];
  if (needsSecondTry) {
    attempts.push(
      attempt(1, 0, {
        outcome: "transient",
        httpStatus: 500,
        platformCode: "2",
        message: "An unexpected error has occurred. Please retry your request later.",
        remedy: "Meta has a fault at the moment. Nothing to do: we'll send the event again.",
        response: null,
      }),
    );
  }
  if (state === "sent") attempts.push(attempt(attempts.length + 1, needsSecondTry ? 6 * SECOND : 0, {}));
  if (state === "failed") {
    attempts.push(
      attempt(1, 0, {
        outcome: "permanent",
        httpStatus: 400,
        platformCode: "100/2804010",
        message: "Invalid parameter",
        remedy: "The value had no currency. Correct the amount and its currency, then send it again.",
        response: null,
      }),
    );
  }
  return {
    attempts,
    delivery: {
      id,
      submissionId: row.id,
      workspaceId: row.workspaceId,
      connectionId,
      adPlatform: "meta",
      eventId: newId(),
      state,
      dueAt: null,
      leaseToken: null,
      attemptCount: attempts.length,
      transientCount: needsSecondTry ? 1 : 0,
      sendBefore: row.sendBefore as Date,
      createdAt: at,
      updatedAt: at,
    },
  };
}
