import { describe, expect, test } from "vitest";
import { newId } from "#app/lib/ids.ts";
import { Session } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner, signInAs } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const path = "/dashboard/settings/security";
const headers = { "sec-fetch-site": "same-origin" };
const isAlive = async (token: string) => (await site.send("/api/user/profile", { token })).status === 200;

describe("signed-in devices", () => {
  test("the signed-in devices are listed by browser and system, with this one marked and without tokens", async () => {
    const owner = await createOwner();
    const [here, phone, ended] = [await signInAs(owner), await signInAs(owner), await signInAs(owner)];
    await signInAs(await createOwner());
    await Session.update({ endedAt: new Date() }, { where: { id: ended.sessionId } });
    const userAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1";
    await Session.update({ userAgent, ip: "203.0.113.7" }, { where: { id: phone.sessionId } });
    const { status, json } = await site.send("/api/user/sessions", { token: here.token });
    expect(status).toBe(200);
    expect(json.sessions.map(({ id }: { id: string }) => id).sort()).toEqual(
      [here.sessionId, phone.sessionId].sort(),
    );
    expect(json.sessions).toContainEqual({
      id: phone.sessionId,
      device: "Safari on iPhone",
      ip: "203.0.113.7",
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      isCurrent: false,
    });
    expect(json.sessions).toContainEqual(expect.objectContaining({ id: here.sessionId, isCurrent: true }));
    expect(JSON.stringify(json)).not.toContain("tokenHash");
  });

  test("the signed-in devices are ended one by one, and only one's own", async () => {
    const owner = await createOwner();
    const [here, other] = [await signInAs(owner), await signInAs(owner)];
    const foreign = await signInAs(await createOwner());
    const end = async (id: string) =>
      (await site.send(`/api/user/sessions/${id}`, { method: "DELETE", token: here.token })).status;
    expect(await end(other.sessionId)).toBe(204);
    expect(await isAlive(other.token)).toBe(false);
    for (const id of [other.sessionId, foreign.sessionId, newId(), "%C3%A9"]) expect(await end(id)).toBe(404);
    expect([await isAlive(here.token), await isAlive(foreign.token)]).toEqual([true, true]);
  });

  test("the signed-in devices are all ended but this one", async () => {
    const owner = await createOwner();
    const [here, first, second] = [await signInAs(owner), await signInAs(owner), await signInAs(owner)];
    const foreign = await signInAs(await createOwner());
    const { status } = await site.send("/api/user/sessions", { method: "DELETE", token: here.token });
    expect(status).toBe(204);
    const alive = await Promise.all([here, first, second, foreign].map(({ token }) => isAlive(token)));
    expect(alive).toEqual([true, false, false, true]);
  });

  test("the signed-in devices are ended on the page without script", async () => {
    const owner = await createOwner();
    const [here, other] = [await signInAs(owner), await signInAs(owner)];
    const post = (form: Record<string, string>) => site.send(path, { form, cookie: here.cookie, headers });
    const shown = async (response: Awaited<ReturnType<typeof post>>) => {
      const flash = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
      return (await site.send(path, { cookie: `${here.cookie}; ${flash}` })).text;
    };
    const one = await post({ intent: "end-session", sessionId: other.sessionId });
    expect([one.status, one.headers.get("location")]).toEqual([303, path]);
    expect(await shown(one)).toContain(messages.sessions.ended);
    expect(await isAlive(other.token)).toBe(false);
    const third = await signInAs(owner);
    expect(await shown(await post({ intent: "end-others" }))).toContain(messages.sessions.othersEnded);
    expect([await isAlive(third.token), await isAlive(here.token)]).toEqual([false, true]);
    const own = await post({ intent: "end-session", sessionId: here.sessionId });
    expect(own.headers.get("location")).toBe("/login");
    expect(await isAlive(here.token)).toBe(false);
  });
});

describe("notifications page without script", () => {
  test("the notifications page without script saves what is ticked and leaves the security mails on", async () => {
    const { cookie, token } = await signInAs(await createOwner());
    const form = { intent: "notifications", "newSubmission-email": "on", "weeklySummary-inApp": "on" };
    const at = "/dashboard/settings/notifications";
    const { status, headers: responseHeaders } = await site.send(at, { form, cookie, headers });
    expect(status).toBe(303);
    const flash = responseHeaders.getSetCookie()[0]?.split(";")[0] ?? "";
    const { text } = await site.send(at, { cookie: `${cookie}; ${flash}` });
    expect(text).toContain(messages.notifications.updated);
    const { user } = (await site.send("/api/user/profile", { token })).json;
    expect(user.notificationPreferences).toEqual({
      newSubmission: { email: true, inApp: false, telegram: false },
      statementDue: { email: false, inApp: false, telegram: false },
      deliveryFailed: { email: false, inApp: false, telegram: false },
      campaignCost: { email: false, inApp: false, telegram: false },
      weeklySummary: { email: false, inApp: true, telegram: false },
      productNews: { email: false, inApp: false, telegram: false },
      security: { email: true, inApp: false, telegram: false },
    });
  });
});
