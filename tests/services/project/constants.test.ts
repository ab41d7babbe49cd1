import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { DAY, HOUR, MINUTE } from "#app/lib/dates.ts";
import type { TokenPurpose } from "#app/models/account-token.server.ts";
import { NewsFeed, WorkspaceInvitation } from "#app/models/index.server.ts";
import { findToken, issueToken } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { findSession } from "#app/services/auth/sessions/sessions.server.ts";
import { decideSelection } from "#app/services/bulk/decide-selection.server.ts";
import { refreshNews } from "#app/services/news/refresh-news.server.ts";
import { claimSlug } from "#app/services/opt-in-forms/form-slugs.server.ts";
import { getOverview } from "#app/services/overview/get-overview.server.ts";
import { submitOptIn } from "#app/services/submissions/submit-opt-in.server.ts";
import { findInvitation } from "#app/services/team/accept-invitation.server.ts";
import { invite, resendInvitation } from "#app/services/team/invitations.server.ts";
import {
  connectMeta,
  createForm,
  createOwner,
  findAccess,
  signInAs,
  submitForm,
  toAccess,
  uniqueEmail,
} from "../../factories/index.ts";
import { rss, startFeedServer } from "../../servers/feeds.ts";
import { inGroups } from "../../support/in-groups.ts";

const feedServer = await startFeedServer();
afterAll(() => feedServer.close());
afterEach(() => {
  vi.useRealTimers();
});

describe("by the clock", () => {
  const NOW = Date.parse("2026-11-20T09:30:00.000Z");
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  });

  /** Whether something is still there so long after now. */
  async function isThereAfter(ms: number, find: () => Promise<unknown>): Promise<boolean> {
    vi.setSystemTime(NOW + ms);
    return (await find()) !== null;
  }

  test.each<[what: string, purpose: TokenPurpose, ms: number]>([
    ["The link that verifies a new email is valid for 24 hours", "change-email", 24 * HOUR],
    ["A second step is open for 10 minutes", "two-factor", 10 * MINUTE],
  ])("%s", async (_what, purpose, ms) => {
    const { id: userId } = await createOwner();
    const token = await inTransaction((transaction) => issueToken({ userId, purpose }, transaction));
    const find = () => findToken({ token, purpose });
    expect([await isThereAfter(ms - 1, find), await isThereAfter(ms, find)]).toEqual([true, false]);
  });

  test("A session lasts 14 days", async () => {
    const { sessionId } = await signInAs(await createOwner());
    const find = () => findSession({ sessionId });
    expect([await isThereAfter(14 * DAY - 1, find), await isThereAfter(14 * DAY, find)]).toEqual([
      true,
      false,
    ]);
  });

  test("An invitation is valid for 7 days, and for 7 more once it is sent again", async () => {
    const owner = await createOwner();
    const workspaceId = owner.workspace.id;
    const input = { email: uniqueEmail(), role: "viewer" as const };
    const { id } = await invite({
      access: await findAccess(workspaceId),
      invitedBy: owner,
      input,
      isProven: true,
    });
    const find = () => findInvitation({ id });
    expect([await isThereAfter(7 * DAY - 1, find), await isThereAfter(7 * DAY, find)]).toEqual([true, false]);
    await resendInvitation({ access: await findAccess(workspaceId), invitationId: id, invitedBy: owner });
    expect([await isThereAfter(14 * DAY - 1, find), await isThereAfter(14 * DAY, find)]).toEqual([
      true,
      false,
    ]);
    expect(await WorkspaceInvitation.count()).toBe(1);
  });
});

test("A form reserves its last 20 slugs, and the one before them is free for others", async () => {
  const [owner, other] = [await createOwner(), await createOwner()];
  const claim = ({ workspace }: typeof owner, number: number) =>
    inTransaction((transaction) =>
      claimSlug({ workspaceId: workspace.id, formId: workspace.id, slug: `casa-${number}` }, transaction),
    );
  vi.useFakeTimers({ toFake: ["Date"] });
  for (let number = 1; number <= 20; number++) {
    await claim(owner, number);
    vi.setSystemTime(Date.now() + 1);
  }
  await expect(claim(other, 1)).rejects.toMatchObject({ code: "slug_taken" });
  await claim(owner, 21);
  vi.useRealTimers();
  await claim(other, 1);
  await expect(claim(other, 2)).rejects.toMatchObject({ code: "slug_taken" });
});

test("Identical posts of one address without a cookie are one submission for ten minutes", async () => {
  const form = await createForm({ allowRepeat: true });
  const start = Math.floor(Date.now() / DAY) * DAY;
  const submit = async (afterMs: number) => {
    const { submissionId } = await submitOptIn({
      slug: form.slug,
      now: new Date(start + afterMs),
      input: {
        email: "iria@example.com",
        platform: form.platforms[0]?.id ?? "",
        phone: { e164: "+34600555123", country: "ES" },
        amount: "250",
        currency: "EUR",
        consent: true,
      },
      visitor: {
        ip: "203.0.113.7",
        userAgent: null,
        visits: [],
        pageUrl: null,
        cookies: new Map(),
        acceptLanguage: null,
        asksForPrivacy: false,
        visitorId: null,
        deviceId: null,
        deviceFingerprint: null,
        idempotencyKey: null,
        needsToken: false,
      },
    });
    return submissionId;
  };
  const first = await submit(0);
  expect(await submit(10 * MINUTE - 1)).toBe(first);
  expect(await submit(10 * MINUTE)).not.toBe(first);
});

test("100 claims are decided at once, and 101 in the background", async () => {
  const { owner, ...form } = await createForm();
  const { workspace } = owner;
  const claims = await inGroups(101, () => submitForm({ owner, ...form }));
  const ids = claims.map(({ id }) => id);
  const reject = (selected: string[]) =>
    decideSelection({
      workspace,
      access: toAccess(owner),
      selection: { ids: selected },
      decision: { status: "rejected", reason: "not_found" },
    });
  expect(await reject(ids)).toEqual({ job: { id: expect.any(String), total: 101 } });
  expect(await reject(ids.slice(1))).toMatchObject({ updated: 100, errors: [] });
});

test("The overview counts the claims whose time ends within 24 hours", async () => {
  const form = await createForm();
  await connectMeta(form.owner);
  const { sendBefore } = await submitForm(form);
  const countWith = async (leftMs: number) => {
    const now = new Date(Number(sendBefore) - leftMs);
    const { workspace } = form.owner;
    return (await getOverview({ workspace, user: form.owner }, now)).dueWithin24Hours;
  };
  expect([await countWith(24 * HOUR), await countWith(24 * HOUR + 1)]).toEqual([1, 0]);
});

test("The server fetches a feed again after 15 minutes", async () => {
  feedServer.respond("/rss", (response) => response.end(rss([{ title: "Euro" }])));
  const before = Date.now();
  await refreshNews(() => false, [{ category: "Markets", url: `${feedServer.url}/rss` }]);
  const after = Date.now();
  const { dueAt, fetchedAt } = await NewsFeed.findOne({ rejectOnEmpty: true });
  expect(fetchedAt).not.toBeNull();
  expect(dueAt.getTime()).toBeGreaterThanOrEqual(before + 15 * MINUTE);
  expect(dueAt.getTime()).toBeLessThanOrEqual(after + 15 * MINUTE);
});
