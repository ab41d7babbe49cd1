import { subDays } from "date-fns";
import Decimal from "decimal.js-light";
import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { Conflict } from "#app/lib/errors.ts";
import { toTruthState, truthStates } from "#app/lib/truth.ts";
import { SpendRow, Submission } from "#app/models/index.server.ts";
import type { AnalyticsGroup } from "#app/schemas/analytics.ts";
import { countMarkedDays } from "#app/services/counting/count-marked-days.server.ts";
import { getMoney } from "#app/services/money/get-money.server.ts";
import type { MoneyRow } from "#app/services/money/money-groups.ts";
import { setOwnRate } from "#app/services/own-rates/manage-own-rates.server.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { saveSpend } from "#app/services/spend/save-spend.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import {
  createForm,
  createOwner,
  createPlatforms,
  createSpendFile,
  type Form,
  findAccess,
  submitForm,
} from "../../factories/index.ts";
import { stopIdleApp } from "../../servers/app.ts";
import { chances, moveZone } from "../../support/change-claims.ts";
import { createSpendChanges } from "../../support/change-spend.ts";
import { createTier } from "../../support/tiers.ts";

// Its job would add up the days, too.
beforeAll(stopIdleApp);

const DAYS = 40;
/** There is a rate for no other. */
const CURRENCIES = ["EUR", "USD"];
const GROUPS = [
  "source",
  "campaign",
  "adSet",
  "ad",
  "country",
  "form",
  "platform",
  "day",
] as const satisfies AnalyticsGroup[];
/** Nobody knows what ads cost these. */
const WITHOUT_SPEND: readonly AnalyticsGroup[] = ["country", "form", "platform"];

const add = (amounts: (string | null)[]) =>
  amounts.reduce((sum, amount) => sum.plus(amount ?? 0), new Decimal(0)).toFixed();
const addUpRows = (rows: MoneyRow[]) => ({
  claims: rows.reduce((sum, row) => sum + row.claims, 0),
  verified: rows.reduce((sum, row) => sum + row.verified, 0),
  waiting: rows.reduce((sum, row) => sum + row.waiting, 0),
  value: add(rows.map(({ value }) => value)),
  spend: add(rows.map(({ spend }) => spend)),
});

/** What the claims and the rows of spend add up to, one by one; a dollar is half a euro. */
async function countRows({ workspace: { id: workspaceId, currency } }: Form["owner"]) {
  const claims = await Submission.findAll({ where: { workspaceId } });
  const spend = await SpendRow.findAll({ where: { workspaceId } });
  const inEuro = { EUR: 1, USD: 0.5 } as Record<string, number>;
  const convert = (amount: string, from: string) =>
    new Decimal(amount)
      .mul(inEuro[from] ?? 0)
      .div(inEuro[currency] ?? 0)
      .toFixed();
  const isIn = (states: readonly string[]) => (claim: Submission) => states.includes(toTruthState(claim));
  const verified = claims.filter(isIn(truthStates.verified));
  return {
    claims: claims.length,
    verified: verified.length,
    waiting: claims.filter(isIn(truthStates.waiting)).length,
    value: add(
      verified.map((claim) =>
        convert(
          claim.correctedAmount ?? claim.verifiedAmount ?? claim.amount ?? "0",
          claim.correctedCurrency ?? claim.verifiedCurrency ?? claim.currency ?? "",
        ),
      ),
    ),
    spend: add(spend.map((row) => convert(row.amount, row.currency))),
  };
}

/** Claims, decisions, spend, rules, currencies and zones of a small workspace, changed at random. */
async function createWorld(seed: number) {
  const random = chances(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const owner = await createOwner();
  const form = await createForm({ owner, platforms: await createPlatforms(2, { owner }) });
  const { id: workspaceId } = form.owner.workspace;
  const access = await findAccess(workspaceId);
  await createTier(form.platforms[0]?.id ?? "");
  await setOwnRate({ access, input: { from: "USD", to: "EUR", rate: "0.5" } });
  const claims: Submission[] = [];
  const spend = createSpendChanges(form, random, { days: DAYS / 2, currencies: CURRENCIES });
  const someDay = () => dayIn("UTC", subDays(new Date(), Math.floor(random() * 20)));
  const money = () => ({ amount: pick(["10", "25.5", "99.99", "-4"]), currency: pick(CURRENCIES) });
  const object = (prefix: string) => {
    const number = pick(["1", "2", "3"]);
    return { objectId: `${prefix}${number}`, name: `${pick(["Summer", "summer", "Winter"])} ${number}` };
  };
  const claim = async () => {
    const link = [
      `utm_source=${pick(["ig", "tiktok", ""])}&utm_campaign=${pick(["summer_1", "winter-2", "other", ""])}`,
      pick(["", "campaign_id=11", "campaign_id=12", "campaign_id=99", "adset_id=21", "ad_id=39"]),
      pick(["", "fbclid=IwAR2AbCdEf", "ttclid=E.C.P.Cr0AbCdEf"]),
    ].join("&");
    const made = await submitForm(form, {
      now: subDays(new Date(), Math.floor(random() * 20)),
      pageUrl: `https://example.com/optin?${link}`,
      platform: pick(form.platforms).id,
      amount: pick(["100", "20.5"]),
      currency: pick(CURRENCIES),
    });
    claims.push(made);
  };
  const decide = async (status: "handled" | "rejected" | "pending") => {
    const input = status === "handled" ? { status, amount: "80", currency: pick(CURRENCIES) } : { status };
    await decideSubmission({ access, submissionId: pick(claims).id, input });
  };
  const readFile = async () => {
    const { id: importId } = await createSpendFile(owner);
    const rows = Array.from({ length: 4 }, () => ({
      day: someDay(),
      adPlatform: pick(["meta", "tiktok"]),
      accountId: "",
      source: null,
      campaign: object("1"),
      adSet: pick([null, object("2")]),
      ad: null,
      ...money(),
      impressions: 100,
      clicks: 10,
      conversions: pick([null, "2"]),
    }));
    const reading = { workspaceId, origin: "file", importId, reportedAt: new Date() } as const;
    await inTransaction((transaction) => saveSpend(reading, rows, transaction));
  };
  const changes: (() => Promise<unknown>)[] = [
    claim,
    claim,
    claim,
    readFile,
    () => decide("handled"),
    () => decide("handled"),
    () => decide("rejected"),
    () => decide("pending"),
    () => eraseClaim({ workspaceId, submissionId: pick(claims).id, access: null }),
    spend["spend by hand"],
    spend["deleted spend"],
    spend["rules of campaigns"],
    spend.currencies,
    () => moveZone(form.owner, pick(["UTC", "Pacific/Auckland", "America/St_Johns"])),
  ];
  await claim();
  return {
    form,
    change: () =>
      pick(changes)().catch((error: unknown) => {
        // Some are refused, such as a decision about an erased claim.
        if (!(error instanceof Conflict)) throw error;
      }),
  };
}

test.for([1, 2])(
  "each breakdown adds up to the claims and the spend of world %i after random changes",
  async (seed) => {
    const { form, change } = await createWorld(seed);
    const { workspace } = form.owner;
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 40; index += 1) await change();
      while (await countMarkedDays());
      await workspace.reload();
      const expected = await countRows(form.owner);
      const days = {
        from: dayIn("UTC", subDays(new Date(), DAYS)),
        to: dayIn("UTC", subDays(new Date(), -1)),
      };
      for (const basis of ["claim", "click"] as const)
        for (const groupBy of GROUPS) {
          const { rows, totals, unmatched } = await getMoney({ workspace, days, groupBy, basis });
          const all = unmatched.withoutSource ? [...rows, unmatched.withoutSource] : rows;
          const sums = addUpRows(all);
          const ofRows = WITHOUT_SPEND.includes(groupBy) ? { ...sums, spend: expected.spend } : sums;
          expect({ groupBy, basis, ...ofRows }).toEqual({ groupBy, basis, ...expected });
          expect({ groupBy, basis, ...addUpRows([totals]) }).toEqual({ groupBy, basis, ...expected });
        }
    }
  },
);
