import { subMinutes } from "date-fns";
import { describe, expect, test } from "vitest";
import { firstIdAt } from "#app/lib/ids.ts";
import { Session, SupportAccess, User } from "#app/models/index.server.ts";
import { changeReference } from "#app/services/submissions/change-reference.server.ts";
import { createForm, createMember, createOwner, type Owner, signInAs } from "../../factories/index.ts";
import type { Send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { openStream } from "../../support/open-stream.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

const headers = { "sec-fetch-site": "same-origin" };

type Ending = { owner: Owner; user: User; sessionId: string; cookie: string };

/** The owner's own call, to the process that streams. */
async function changeMember({ owner, user }: Ending, options: Send) {
  const path = `/api/workspaces/${owner.workspace.id}/members/${user.id}`;
  const { token } = await signInAs(owner);
  expect((await site.send(path, { token, ...options })).status).toBeLessThan(300);
}

/** Ends access in the process that streams, or by a write of this one. */
const endings: [what: string, end: (ending: Ending) => Promise<unknown>][] = [
  ["the member is removed", (ending) => changeMember(ending, { method: "DELETE" })],
  [
    "the member gets another role",
    (ending) => changeMember(ending, { method: "PATCH", json: { role: "viewer" } }),
  ],
  [
    "the person signs out",
    ({ cookie }) => site.send("/logout", { cookie, headers, form: { intent: "sign-out" } }),
  ],
  [
    "another process ends the session",
    ({ sessionId }) => Session.update({ endedAt: new Date() }, { where: { id: sessionId } }),
  ],
  [
    "another process deactivates the account",
    ({ user }) => User.update({ isActive: false }, { where: { id: user.id } }),
  ],
];

describe("stream of live changes", () => {
  test("the stream of live changes tells of a new claim, and is neither stored nor changed on its way", async () => {
    const form = await createForm();
    const { headers, readUntil, leave } = await openStream(site.app.url, (await signInAs(form.owner)).cookie);
    expect(headers.get("content-type")).toMatch(/^text\/event-stream/);
    expect(headers.get("cache-control")).toBe("no-store, no-transform");
    expect((await site.submit(form)).status).toBe(201);
    expect(await readUntil("toCheck")).toContain('data: {"claims":{"created":1,');
    leave();
  });

  test("the stream of live changes begins with what a page has missed, each change once", async () => {
    const form = await createForm();
    const { cookie, token } = await signInAs(form.owner);
    const { json } = await site.submit(form);
    await site.submit(form);
    const from = `?after=${firstIdAt(subMinutes(new Date(), 1))}`;
    const first = await openStream(site.app.url, cookie, from);
    const missed = await first.readUntil("upTo");
    expect(missed).toContain('data: {"claims":{"created":2,"decided":0,"ownDecided":[],');
    first.leave();

    await site.decide(token, json.submissionId, { status: "rejected" });
    const { upTo } = JSON.parse(/data: (.*upTo.*)/.exec(missed)?.[1] ?? "").claims;
    const second = await openStream(site.app.url, cookie, `?after=${upTo}`);
    expect(await second.readUntil("upTo")).toContain('"claims":{"created":0,"decided":0,"ownDecided":[""],');
    await site.submit(form);
    expect(await second.readUntil("upTo")).toContain('"claims":{"created":1,"decided":0,"ownDecided":[],');
    await changeReference({
      workspaceId: form.owner.workspace.id,
      submissionId: (await site.submit(form)).json.submissionId,
      reference: "8412337",
    });
    expect(await second.readUntil('"changed":1')).toContain('"decided":0');
    second.leave();
    const foreign = await openStream(site.app.url, (await signInAs(await createOwner())).cookie, from);
    expect(await foreign.readUntil("unread")).not.toContain("claims");
    foreign.leave();
  });

  test.each(endings)("the stream of live changes ends when %s, within seconds", async (_what, end) => {
    const { owner } = await createForm();
    const user = await createMember(owner, "checker");
    const { sessionId, cookie } = await signInAs(user);
    const stream = await openStream(site.app.url, cookie);
    await stream.readUntil("unread");
    await end({ owner, user, sessionId, cookie });
    expect(await stream.ended()).toBe("ended");
  });

  test("the stream of live changes ends when the owner ends the support access", async () => {
    const { owner } = await createForm();
    const { cookie, sessionId } = await signInAs(await createOwner({ role: "admin" }));
    const workspaceId = owner.workspace.id;
    const { id: supportAccessId } = await SupportAccess.create({
      workspaceId,
      openIn: workspaceId,
      userId: owner.id,
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    await Session.update({ supportAccessId }, { where: { id: sessionId } });
    const stream = await openStream(site.app.url, cookie);
    await stream.readUntil("unread");
    const form = { intent: "end" };
    const own = (await signInAs(owner)).cookie;
    await site.send("/dashboard/settings/support-access", { cookie: own, headers, form });
    expect(await stream.ended()).toBe("ended");
  });

  test("the stream of live changes ends with its browser, and the server goes on", async () => {
    const form = await createForm();
    const { cookie } = await signInAs(form.owner);
    const { readUntil, leave } = await openStream(site.app.url, cookie);
    await readUntil("unread");
    leave();
    await eventually(() =>
      expect(site.app.log()).toContainEqual(
        expect.objectContaining({ path: "/dashboard/live", aborted: true }),
      ),
    );
    expect((await site.send("/dashboard/overview", { cookie })).status).toBe(200);
  });
});
