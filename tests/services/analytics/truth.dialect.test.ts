import { beforeEach, describe, expect, test } from "vitest";
import { DAY } from "#app/lib/dates.ts";
import type { EvidenceSource } from "#app/lib/evidence.ts";
import { toTruth } from "#app/lib/truth.ts";
import { Evidence, type Submission, VerificationRule } from "#app/models/index.server.ts";
import { presentStatistics } from "#app/presenters/statistics.ts";
import { RuleBody } from "#app/schemas/rules.ts";
import { StatisticsQuery } from "#app/schemas/statistics.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import type { SubmissionStatusInput } from "#app/schemas/submissions.ts";
import { getStatistics } from "#app/services/analytics/get-statistics.server.ts";
import { readPeriod } from "#app/services/analytics/read-period.server.ts";
import { countMarkedDays } from "#app/services/counting/count-marked-days.server.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { saveRule } from "#app/services/rules/manage-rules.server.ts";
import { decideBatch } from "#app/services/submissions/decide-batch.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";
import { withdrawSubmission } from "#app/services/submissions/private-links.server.ts";
import { connectMeta, createForm, type Form, submitForm, toAccess } from "../../factories/index.ts";
import { settle } from "../../support/change-claims.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";

let form: Form;
let workspaceId: string;
beforeEach(async () => {
  form = await createForm();
  workspaceId = form.owner.workspace.id;
});

async function readStatistics() {
  const { workspace } = form.owner;
  const { days } = await readPeriod(workspace, StatisticsQuery.parse({}));
  return presentStatistics(await getStatistics({ workspace, days }), null, []);
}

const submitMany = (count: number, query: string) => {
  const claim = { amount: "50", pageUrl: `https://example.com/optin?${query}` };
  return Promise.all(Array.from({ length: count }, () => submitForm(form, claim)));
};

const decide = (
  { id: submissionId }: Submission,
  input: Pick<SubmissionStatusInput, "status"> & Partial<SubmissionStatusInput>,
) => decideSubmission({ access: toAccess(form.owner), submissionId, input });
const withdraw = ({ id: submissionId }: Submission) => withdrawSubmission({ workspaceId, submissionId });

async function expectTruth(counts: Parameters<typeof toTruth>[0]): Promise<void> {
  const { truth, bySource } = await readStatistics();
  expect([truth, bySource[0]?.truth]).toEqual([toTruth(counts), toTruth(counts)]);
  await expectTotalsToBeTrue();
}

describe("truth rate", () => {
  test("the truth rate of a source with 8 verified claims and 12 that wait is whole", async () => {
    const claims = await submitMany(20, "utm_source=telegram");
    for (const claim of claims.slice(0, 8)) await decide(claim, { status: "handled" });
    const { bySource, byPlatform, byCountry, byCampaign } = await readStatistics();
    const truth = { decided: 8, verified: 8, waiting: 12, share: 1, low: 0.6756, high: 1 };
    for (const part of [bySource[0], byPlatform[0], byCountry[0], byCampaign[0]])
      expect(part?.truth).toEqual(truth);
  });

  test("the truth rate counts what a member has verified or rejected, and forgets it when it is undone", async () => {
    const [one, other] = await submitMany(3, "utm_source=a");
    await expectTruth({ decided: 0, verified: 0, waiting: 3 });
    await decide(one as Submission, { status: "handled" });
    await decide(other as Submission, { status: "rejected" });
    await expectTruth({ decided: 2, verified: 1, waiting: 1 });
    await decide(other as Submission, { status: "pending" });
    await expectTruth({ decided: 1, verified: 1, waiting: 2 });
  });

  test("the truth rate counts a withdrawn claim nowhere, whatever was decided before", async () => {
    const claims = await submitMany(4, "utm_source=a");
    await decide(claims[0] as Submission, { status: "handled" });
    await decide(claims[1] as Submission, { status: "rejected" });
    for (const claim of claims.slice(0, 3)) await withdraw(claim);
    await expectTruth({ decided: 0, verified: 0, waiting: 1 });
  });

  test("the truth rate counts what was charged back as decided, and as true again once it has another amount", async () => {
    const [claim] = await submitMany(2, "utm_source=a");
    await decide(claim as Submission, { status: "handled" });
    await decide(claim as Submission, { status: "handled", chargedBack: true });
    await expectTruth({ decided: 1, verified: 0, waiting: 1 });
    await decide(claim as Submission, { status: "handled", amount: "40", currency: "EUR" });
    await expectTruth({ decided: 1, verified: 1, waiting: 1 });
    await decide(claim as Submission, { status: "handled", chargedBack: true });
    await withdraw(claim as Submission);
    await expectTruth({ decided: 0, verified: 0, waiting: 1 });
  });

  test("the truth rate counts an erased person's claim as it was decided, and not where nobody had decided", async () => {
    const [verified, rejected, open] = await submitMany(4, "utm_source=a");
    await decide(verified as Submission, { status: "handled" });
    await decide(rejected as Submission, { status: "rejected" });
    for (const claim of [verified, rejected, open])
      await eraseClaim({ workspaceId, submissionId: (claim as Submission).id, access: null });
    await expectTruth({ decided: 2, verified: 1, waiting: 1 });
  });
});

describe("truth by statement", () => {
  const confirm = (claims: Submission[]) =>
    decideBatch(
      workspaceId,
      claims.map(({ id: submissionId }) => ({
        submissionId,
        decider: { kind: "key", keyId: null } as const,
        access: null,
        isInBackground: true,
        statement: { fileName: "april.csv", lines: [2], rows: null, by: null },
        input: { status: "handled" },
      })),
    );
  async function expectConfirmed(confirmed: number, share: number | null): Promise<void> {
    const { byStatement, bySource, byCampaign, byCountry, byPlatform } = await readStatistics();
    for (const part of [bySource[0], byCampaign[0], byCountry[0], byPlatform[0]])
      expect(part?.byStatement).toEqual(byStatement);
    expect(byStatement).toEqual({ confirmed, share });
    await expectTotalsToBeTrue();
  }

  test("truth by statement counts what statements have verified beside the truth rate, and leads to these claims", async () => {
    const claims = await submitMany(5, "utm_source=a");
    await expectConfirmed(0, null);
    await confirm(claims.slice(0, 2));
    await decide(claims[2] as Submission, { status: "handled" });
    await decide(claims[3] as Submission, { status: "rejected" });
    await expectConfirmed(2, 0.5);
    await expectTruth({ decided: 4, verified: 3, waiting: 1 });
    const { workspace } = form.owner;
    const query = SubmissionsQuery.parse({ truth: "confirmed", source: "a" });
    const { submissions, total } = await listSubmissions({ workspace, query });
    expect(total).toBe(2);
    expect(new Set(submissions.map(({ id }) => id))).toEqual(new Set(claims.slice(0, 2).map(({ id }) => id)));
  });

  test("truth by statement forgets what is undone, charged back or withdrawn, and keeps an erased person's", async () => {
    const claims = (await submitMany(4, "utm_source=a")) as [Submission, Submission, Submission, Submission];
    await confirm(claims);
    await expectConfirmed(4, 1);
    await decide(claims[0], { status: "pending" });
    await decide(claims[0], { status: "handled" });
    await expectConfirmed(3, 0.75);
    await decide(claims[1], { status: "handled", chargedBack: true });
    await expectConfirmed(2, 0.5);
    await withdraw(claims[2]);
    await expectConfirmed(1, 0.3333);
    await eraseClaim({ workspaceId, submissionId: claims[3].id, access: null });
    await expectConfirmed(1, 0.3333);
  });
});

describe("truth by evidence", () => {
  const NOTHING_OF = { statement: 0, postback: 0, api: 0 };

  /** Verified by a rule, on what these sources say. */
  async function verifyByRule(claims: Submission[], ...sources: EvidenceSource[]): Promise<void> {
    const broker = { workspaceId, platformId: form.platforms[0]?.id ?? "" };
    const [rule] = await VerificationRule.findAll({ where: broker });
    const { id: ruleId } =
      rule ??
      (await saveRule({
        access: toAccess(form.owner),
        platformId: broker.platformId,
        input: RuleBody.parse({ isOn: true, sources: ["postback"] }),
      }));
    const evidence = { ...broker, lines: "[]", reasons: "[]", receivedAt: new Date() } as const;
    for (const { id: submissionId } of claims)
      for (const source of sources)
        await Evidence.create({
          ...evidence,
          submissionId,
          source,
          kind: "deposit",
          evidenceGroup: "certain",
        });
    const decisions = claims.map(({ id: submissionId }) => ({
      submissionId,
      decider: { kind: "rule", ruleId } as const,
      access: null,
      isInBackground: true,
      input: { status: "handled" as const },
    }));
    await decideBatch(workspaceId, decisions);
  }

  const readByEvidence = async () => {
    const { byEvidence, bySource, byPlatform, byHour } = await readStatistics();
    expect(bySource[0]?.byEvidence).toEqual(byEvidence);
    expect(byPlatform[0]?.byEvidence).toEqual(byEvidence);
    expect(byHour.filter((hour) => hour.submissions > 0).map((hour) => hour.byEvidence)).toEqual([
      byEvidence,
    ]);
    return byEvidence;
  };

  test("truth by evidence counts each source of what verified a claim and what rules decided, also once days are counted", async () => {
    const claims = await submitMany(6, "utm_source=a");
    const [first, second, third, fourth] = claims as [Submission, Submission, Submission, Submission];
    expect(await readByEvidence()).toEqual({ confirmed: 0, share: null, byRule: 0, sources: NOTHING_OF });
    await verifyByRule([first], "postback", "api");
    await verifyByRule([second], "api");
    await decide(third, { status: "handled" });
    await decide(fourth, { status: "rejected" });
    const counted = { confirmed: 2, share: 0.5, byRule: 2, sources: { statement: 0, postback: 1, api: 2 } };
    expect(await readByEvidence()).toEqual(counted);
    while (await countMarkedDays());
    expect(await readByEvidence()).toEqual(counted);
    await decide(second, { status: "handled", chargedBack: true });
    const chargedBack = {
      confirmed: 1,
      share: 0.25,
      byRule: 2,
      sources: { ...NOTHING_OF, postback: 1, api: 1 },
    };
    expect(await readByEvidence()).toEqual(chargedBack);
    const { days } = await readPeriod(form.owner.workspace, StatisticsQuery.parse({}));
    const filters = SubmissionsQuery.parse({ source: "a" });
    const filtered = await getStatistics({ workspace: form.owner.workspace, days, filters });
    expect(presentStatistics(filtered, null, []).byEvidence).toEqual(chargedBack);
  });

  test("the check of totals finds nothing wrong where an event is sent for what a rule decided", async () => {
    await connectMeta(form.owner);
    const claims = await submitMany(2, "utm_source=a");
    await verifyByRule(claims, "postback");
    for (const claim of claims) await settle(claim, "sent");
    while (await countMarkedDays());
    await expectTotalsToBeTrue();
  });

  test("with a rule, the share of claims older than 14 days comes first, waiting ones included", async () => {
    expect((await readStatistics()).truth).not.toHaveProperty("withWaiting");
    const now = new Date(Date.now() - 16 * DAY);
    const old = await Promise.all([1, 2, 3, 4].map(() => submitForm(form, { now })));
    const recent = await submitMany(3, "utm_source=a");
    await verifyByRule([...old.slice(0, 1), ...recent.slice(0, 2)], "postback");
    await decide(old[1] as Submission, { status: "rejected" });
    const withWaiting = { claims: 4, verified: 1, share: 0.25 };
    for (const _ of ["marked", "counted"]) {
      const { truth, byPlatform, bySource } = await readStatistics();
      expect([truth.decided, truth.withWaiting, byPlatform[0]?.truth.withWaiting]).toEqual([
        4,
        withWaiting,
        withWaiting,
      ]);
      expect(bySource[0]?.truth).not.toHaveProperty("withWaiting");
      while (await countMarkedDays());
    }
  });
});
