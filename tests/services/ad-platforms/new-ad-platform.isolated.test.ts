import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LoadContext } from "#app/http/load-context.ts";
import { runWithContext } from "#app/http/request-context.server.ts";
import { deliveryJob } from "#app/jobs/deliveries.server.ts";
import { pollJob } from "#app/jobs/index.server.ts";
import { type RunningJob, startJob } from "#app/jobs/job.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { Connection, Delivery, type Submission } from "#app/models/index.server.ts";
import { presentConnections } from "#app/presenters/overview.ts";
import { handleSubmissionForm } from "#app/routes/dashboard/submissions/submission-forms.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { listConnectedPlatforms, saveConnection } from "#app/services/connections/connections.server.ts";
import { completeAuthorization, startAuthorization } from "#app/services/connections/oauth.server.ts";
import { RESULT_CHECKS_MAX } from "#app/services/deliveries/next-state.server.ts";
import { getMoney } from "#app/services/money/get-money.server.ts";
import { getOverview } from "#app/services/overview/get-overview.server.ts";
import {
  connectMeta,
  createAdObject,
  findMember,
  signInAs,
  submitForm,
  toAccess,
} from "../../factories/index.ts";
import { createFake } from "../../fixtures/fake-platform/index.ts";
import { createFakeSandbox } from "../../fixtures/fake-platform/sandbox.ts";
import { type SandboxServer, startSandboxServer } from "../../servers/sandbox.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { eventually } from "../../support/eventually.ts";
import {
  authorize,
  connectedForm,
  decide,
  onlyDelivery,
  present,
  REDIRECT_URI,
} from "../../support/fake-platform-owner.ts";
import { readFlash } from "../../support/flash.ts";
import { addUpMoney, createSpend } from "../../support/money.ts";

const DAY = 24 * 60 * 60 * 1000;
const PER_MINUTE = 120;

const service = createFakeSandbox();
let sandbox: SandboxServer;
beforeAll(async () => {
  sandbox = await startSandboxServer({ platforms: [service.platform] });
  adPlatforms.register(createFake({ apiUrl: sandbox.url, perMinute: PER_MINUTE }));
});
beforeEach(() => {
  service.reset();
  sandbox.reset();
});
afterAll(() => sandbox.close());

let ownJobs: RunningJob[] = [];
afterEach(async () => {
  await Promise.all(ownJobs.map((job) => job.stop()));
  ownJobs = [];
});
/** Works on deliveries as a worker does, in this process. */
function runOwnJob(): void {
  ownJobs = [startJob(deliveryJob), startJob(pollJob)];
}

const untilSent = (submission: Submission) =>
  eventually(async () => {
    expect((await present(submission)).eventStatus).toBe("sent");
    return onlyDelivery(submission);
  });

describe("connecting by OAuth", () => {
  test("connecting by OAuth sends state and a PKCE challenge, and exchanges the code for an encrypted credential", async () => {
    const { url, request } = await startAuthorization({ adPlatform: "fake", redirectUri: REDIRECT_URI });
    expect(url.searchParams.get("state")).toBe(request.state);
    expect(url.searchParams.get("codeChallenge")).toHaveLength(43);
    const { connection } = await connectedForm();
    expect(connection).toMatchObject({ adPlatform: "fake", assetId: "action-1", assetName: "Deposits" });
    expect(connection.credential).not.toContain("token-");
  });

  test("connecting by OAuth refuses a response with another state, and a code without its verifier", async () => {
    const { url, request } = await startAuthorization({ adPlatform: "fake", redirectUri: REDIRECT_URI });
    const { headers } = await fetch(url, { redirect: "manual" });
    const response = new URL(headers.get("location") ?? "").searchParams;
    const refused = { status: 400, code: "authorization_refused" };
    await expect(completeAuthorization({ ...request, state: "another" }, response)).rejects.toMatchObject(
      refused,
    );
    await expect(
      completeAuthorization({ ...request, codeVerifier: "another" }, response),
    ).rejects.toMatchObject(refused);
  });

  test("connecting by OAuth is not started while the server has no OAuth client at the platform", async () => {
    const begun = startAuthorization({ adPlatform: "google", redirectUri: REDIRECT_URI });
    await expect(begun).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("not set up for it yet"),
    });
  });

  test("connecting by OAuth refreshes an expired credential before it sends, and keeps the new one", async () => {
    const { form, connection } = await connectedForm();
    const expired = await saveConnection({
      access: toAccess(form.owner),
      adPlatform: "fake",
      credential: {
        accessToken: "token-old",
        refreshToken: "refresh-1",
        expiresAt: new Date(0).toISOString(),
      },
      assetId: connection.assetId,
      assetName: null,
    });
    const submission = await submitForm(form);
    await decide(submission);
    expect(await onlyDelivery(submission)).toMatchObject({ state: "confirming" });
    expect((await Connection.findByPk(connection.id))?.credential).not.toBe(expired.credential);
  });
});

describe("what pages say of an event", () => {
  test("what pages say of a platform comes from the platform itself", async () => {
    const { form } = await connectedForm();
    const submission = await submitForm(form);
    expect(await listConnectedPlatforms(form.owner.workspace.id)).toMatchObject([
      { name: "Example Ads", windowMs: 3 * DAY, windowText: "Example Ads accepts events up to 3 days old" },
    ]);
    const overview = await getOverview({ workspace: form.owner.workspace, user: form.owner });
    expect(presentConnections(overview, new Date())[0]).toMatchObject({
      name: "Example Ads",
      state: "handled",
      word: "Ready",
      detail: "connected",
    });
    const { sendBefore } = await present(submission);
    expect(Date.parse(sendBefore ?? "") - submission.createdAt.getTime()).toBe(3 * DAY - 60 * 60 * 1000);
    await decide(submission);
    expect((await onlyDelivery(submission))?.platformName).toBe("Example Ads");
  });

  test("the message after a decision does not name Meta if it has no delivery", async () => {
    const { form } = await connectedForm();
    const { id } = await submitForm(form);
    const member = await findMember(await signInAs(form.owner));
    const body = new URLSearchParams({ intent: "decide", submissionId: id, status: "handled" });
    const request = new Request("http://localhost/dashboard/submissions", { method: "POST", body });
    const response = await runWithContext({ requestId: "request-1" } as LoadContext, () =>
      handleSubmissionForm(request, member, "request-1"),
    );
    expect(readFlash(response as Response)).toBe(
      `${messages.submissions.updated}. Example Ads: received, result later.`,
    );
  });
});

describe("event whose result comes later", () => {
  test("an event that the platform lost is sent again under the same id", async () => {
    const { form } = await connectedForm();
    const submission = await submitForm(form);
    service.tell("LOST");
    await decide(submission);
    runOwnJob();
    const delivery = await untilSent(submission);
    expect(delivery?.attempts.map(({ outcome }) => outcome)).toEqual([
      "submitted",
      "transient",
      "submitted",
      "accepted",
    ]);
    expect(sandbox.acceptedIds()).toEqual([delivery?.eventId, delivery?.eventId]);
  });

  test("an event that the platform refused later has failed", async () => {
    const { form } = await connectedForm();
    const submission = await submitForm(form);
    service.tell("FAILED");
    await decide(submission);
    runOwnJob();
    await eventually(async () => expect((await onlyDelivery(submission))?.state).toBe("failed"));
    expect((await present(submission)).eventStatus).toBe("failed");
  });

  test("an event that is never reported has failed after the last check, and may be there", async () => {
    const { form } = await connectedForm();
    const submission = await submitForm(form);
    await decide(submission);
    service.tell("PROCESSING");
    await Delivery.update(
      { transientCount: RESULT_CHECKS_MAX - 1 },
      { where: { submissionId: submission.id } },
    );
    runOwnJob();
    await eventually(async () => expect((await onlyDelivery(submission))?.state).toBe("failed"));
    expect((await onlyDelivery(submission))?.attempts).toMatchObject([
      { outcome: "submitted" },
      { outcome: "ambiguous", remedy: expect.stringContaining("It may have the event.") },
    ]);
    expect(sandbox.acceptedIds()).toHaveLength(1);
  });

  test("an event without its result is parked with a refused credential, and not sent twice after reconnecting", async () => {
    const { form } = await connectedForm();
    const submission = await submitForm(form);
    await decide(submission);
    service.revokeTokens();
    runOwnJob();
    await eventually(async () => expect((await onlyDelivery(submission))?.state).toBe("parked"));
    await authorize(form.owner);
    const delivery = await untilSent(submission);
    expect(delivery?.attempts.map(({ outcome }) => outcome)).toEqual(["submitted", "parked", "accepted"]);
    expect(sandbox.acceptedIds()).toHaveLength(1);
  });

  test("an event whose result comes later does not decide the event status where Meta has a delivery", async () => {
    const { form } = await connectedForm();
    await connectMeta(form.owner);
    const submission = await submitForm(form);
    await Connection.update(
      { status: "invalid" },
      { where: { workspaceId: form.owner.workspace.id, adPlatform: "meta" } },
    );
    await decide(submission);
    runOwnJob();
    await eventually(async () => {
      const { deliveries } = await present(submission);
      expect(deliveries.map(({ platform, state }) => `${platform} ${state}`).sort()).toEqual([
        "fake sent",
        "meta parked",
      ]);
    });
    expect((await present(submission)).eventStatus).toBe("failed");
  });

  test("an event whose result comes later is confirming until its result was asked for", async () => {
    const { form } = await connectedForm();
    const submission = await submitForm(form);
    service.tell("PROCESSING", "PROCESSING");
    expect((await decide(submission)).eventStatus).toBe("failed");
    expect(await onlyDelivery(submission)).toMatchObject({ state: "confirming", nextAttemptAt: null });
    await expectTotalsToBeTrue();

    runOwnJob();
    const delivery = await untilSent(submission);
    expect(delivery?.attempts).toMatchObject([
      { number: 1, outcome: "submitted" },
      { number: 2, outcome: "accepted" },
    ]);
    expect(sandbox.acceptedIds()).toEqual([delivery?.eventId]);
    expect(await Delivery.findByPk(delivery?.id)).toMatchObject({
      receipt: expect.any(String),
      attemptCount: 2,
    });
    await expectTotalsToBeTrue();
  });
});

test("the table of money counts what a platform accepted that it has never heard of", async () => {
  const { form } = await connectedForm();
  const campaign = await createAdObject(form.owner, { name: "Summer", adPlatform: "fake" });
  await createSpend(form, "10", { campaignRef: campaign.id, adPlatform: "fake" });
  const pageUrl = "https://casa.example/?utm_campaign=summer";
  for (let index = 0; index < 2; index += 1) await decide(await submitForm(form, { pageUrl }));
  await submitForm(form, { pageUrl });
  runOwnJob();
  await eventually(async () =>
    expect(await Delivery.count({ where: { workspaceId: form.owner.workspace.id, state: "sent" } })).toBe(2),
  );
  await addUpMoney(form);
  const today = dayIn(form.owner.workspace.timeZone, new Date());
  const { rows } = await getMoney({
    workspace: form.owner.workspace,
    days: { from: today, to: today },
    groupBy: "campaign",
    basis: "claim",
  });
  expect(rows).toMatchObject([{ adPlatform: "fake", claims: 3, verified: 2, accepted: 2, spend: "10" }]);
  await expectTotalsToBeTrue();
});
