import { beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import {
  Connection,
  Delivery,
  DeliveryAttempt,
  PendingConnection,
  Session,
} from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  connectMeta,
  connectPlatform,
  createForm,
  createMember,
  createOwner,
  type Form,
  type Owner,
  signInAs,
  submitForm,
} from "../../factories/index.ts";
import { send } from "../../support/client.ts";
import { readAttributes } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";
import { startTestApp } from "../../support/start-for-test.ts";

const site = serveSite();
const page = "/dashboard/integrations/meta";
const headers = { "sec-fetch-site": "same-origin" };
const PIXEL = "1000000000000003";
const password = "correct horse battery";

let owner: Owner;
let cookie: string;
let sessionId: string;
beforeEach(async () => {
  owner = await createOwner({ password });
  ({ cookie, sessionId } = await signInAs(owner));
});

/** Without the marks that React leaves between the parts of a text. */
const plain = (html: string) => html.replaceAll("<!-- -->", "");
const google = "/dashboard/integrations/google";
const post = async (form: Record<string, string>, path = page) => {
  const response = await site.send(path, { form, cookie, headers });
  return { ...response, text: plain(response.text) };
};
const read = async (path = page) => plain((await site.send(path, { cookie })).text);
const makeOld = () =>
  Session.update({ authenticatedAt: new Date(Date.now() - DAY) }, { where: { id: sessionId } });

describe("integrations page", () => {
  test("the integrations page has a card for each platform, and calls Meta alone supported", async () => {
    const text = await read("/dashboard/integrations");
    expect(text).toContain("Connect Meta");
    expect(text).toContain("Supported");
    await connectMeta(owner, { pixelId: PIXEL });
    expect(await read("/dashboard/integrations")).toContain("Check everything");
  });

  test("the integrations page shows test mode on every page until it has ended", async () => {
    const connection = await connectMeta(owner, { pixelId: PIXEL });
    const form = { intent: "start-test-mode", connectionId: connection.id };
    expect((await post({ ...form, hours: "1", testEventCode: "" })).text).toContain(
      messages.connections.codeRequired,
    );
    expect((await post({ ...form, hours: "1", testEventCode: "TEST 1" })).text).toContain(
      messages.connections.codeShape,
    );
    expect((await post({ ...form, hours: "48", testEventCode: "TEST1" })).status).toBe(400);
    expect((await post({ ...form, hours: "4", testEventCode: "TEST48213" })).status).toBe(303);
    await connection.reload();
    expect((connection.testModeUntil?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(4 * HOUR);
    for (const path of ["/dashboard/overview", "/dashboard/integrations"])
      expect(await read(path)).toContain("Test mode");
    expect(await read("/dashboard/integrations")).toContain("Events carry the test code TEST48213.");
    await connection.update({ testModeUntil: new Date(Date.now() - 1) });
    expect(await read("/dashboard/settings/account")).not.toContain("Test mode");
  });

  test("the integrations page is open to a viewer, who can change nothing", async () => {
    const connection = await connectMeta(owner, { pixelId: PIXEL });
    ({ cookie } = await signInAs(await createMember(owner, "viewer")));
    expect(await read()).toContain("Health");
    expect(await read()).not.toContain("Disconnect");
    const response = await post({ intent: "disconnect", connectionId: connection.id });
    expect(response.headers.get("location")).toBe("/unauthorized");
    expect(await Connection.count()).toBe(1);
  });
});

describe("connecting on the page", () => {
  test("connecting on the page asks for the password in place after a while, and keeps the form's values except secrets", async () => {
    await makeOld();
    expect(readAttributes(await read(), "input", { name: "password" }).type).toBe("password");
    const typed = { intent: "connect", accessToken: "sandbox-token", assetId: PIXEL };
    const without = await post(typed);
    expect([without.status, without.text]).toEqual([
      400,
      expect.stringContaining(messages.fields.passwordRequired),
    ]);
    const wrong = await post({ ...typed, password: "wrong" });
    expect(wrong.text).toContain(messages.profile.wrongPassword);
    expect(readAttributes(wrong.text, "input", { name: "assetId" }).value).toBe(PIXEL);
    expect(wrong.text + wrong.headers.getSetCookie().join()).not.toContain("sandbox-token");
    expect(await Connection.count()).toBe(0);
    const right = await post({ ...typed, password });
    expect([right.status, right.headers.get("location")]).toEqual([303, page]);
    expect(right.headers.getSetCookie().join()).toContain("attesto_session=");
    expect(await Connection.count()).toBe(1);
  });

  test("connecting on the page asks for the password again after a wrong token", async () => {
    await makeOld();
    const typed = { intent: "connect", assetId: PIXEL };
    const wrong = await post({ ...typed, accessToken: "nonsense", password });
    expect([wrong.status, wrong.text]).toEqual([
      400,
      expect.stringContaining("Meta does not accept this access token."),
    ]);
    const without = await post({ ...typed, accessToken: "sandbox-token" });
    expect(without.text).toContain(messages.fields.passwordRequired);
    expect((await post({ ...typed, accessToken: "sandbox-token", password })).status).toBe(303);
  });

  test("connecting on the page lets the owner choose the pixel, without the token once more", async () => {
    const asked = await post({ intent: "connect", accessToken: "sandbox-token", assetId: "" });
    expect(asked.status).toBe(303);
    const pending = await PendingConnection.findOne({ rejectOnEmpty: true });
    expect(pending.credential).not.toContain("sandbox-token");
    expect(await read()).toContain("Sandbox pixel 0004 (1000000000000004)");
    const chosen = await post({ intent: "choose", assetId: "1000000000000004" });
    expect(chosen.status).toBe(303);
    expect(await Connection.findOne()).toMatchObject({ assetId: "1000000000000004", status: "connected" });
    expect(await PendingConnection.count()).toBe(0);
  });

  test.each([
    ["tiktok", "not-a-pixel", "C4A1B2C3D4E5F6G7H8I9"],
    ["snapchat", "not-a-pixel", "7a1c3d5e-1111-4222-8333-944455556666"],
  ])(
    "connecting %s asks for the pixel's ID beside the token, and for the token only once",
    async (adPlatform, wrong, right) => {
      const path = `/dashboard/integrations/${adPlatform}`;
      const shown = await read(path);
      expect(shown).toContain(">Pixel ID</label>");
      expect(shown).not.toContain("(optional)");
      for (const assetId of ["", wrong]) {
        const asked = await post({ intent: "connect", accessToken: "sandbox-token", assetId }, path);
        expect(asked.status).toBe(400);
        expect(asked.text).toContain("We keep the token for 15 minutes.");
        expect(readAttributes(asked.text, "input", { name: "accessToken" })).toEqual({});
        expect(asked.text).not.toContain("sandbox-token");
        if (assetId === "") expect(asked.text).toContain("Enter the pixel ID.");
      }
      expect((await post({ intent: "choose", assetId: right }, path)).status).toBe(303);
      expect(await Connection.findOne()).toMatchObject({ adPlatform, assetId: right, status: "connected" });

      const { token } = await signInAs(owner);
      const json = { provider: adPlatform, accessToken: "sandbox-token" };
      const call = await site.send("/api/user/connections", { token, json });
      expect([call.status, call.json.errors[0].field]).toEqual([400, "assetId"]);
    },
  );

  test("connecting on the page forgets a token whose pixel was not chosen in time, and shows it to no other session", async () => {
    await post({ intent: "connect", accessToken: "sandbox-token", assetId: "" });
    const other = await signInAs(owner);
    expect((await site.send(page, { cookie: other.cookie })).text).not.toContain("Choose the pixel");
    await PendingConnection.update({ expiresAt: new Date(Date.now() - 1) }, { where: {} });
    const late = await post({ intent: "choose", assetId: PIXEL });
    expect([late.status, late.text]).toEqual([400, expect.stringContaining(messages.connections.expired)]);
  });

  test("connecting on the page refuses to start for a platform without a sign-in, and a callback without a start", async () => {
    const response = await site.send("/dashboard/integrations/callback?code=1&state=2", { cookie });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/dashboard/integrations"]);
    expect((await site.send("/dashboard/integrations/nobody", { cookie })).status).toBe(404);
  });
});

describe("choosing another asset", () => {
  test("choosing another asset of Google asks for its account and its own number apart, and says where both are", async () => {
    const connection = await connectPlatform(owner, "google");
    await post({ intent: "change-asset", connectionId: connection.id }, google);
    const shown = await read(google);
    for (const hint of ["The ten digits at the top right of Google Ads", "The number after ctId="])
      expect(shown).toContain(hint);
    const [accountId, actionId] = connection.assetId.split("/");
    const shownAt = (name: string) => readAttributes(shown, "input", { name }).value;
    expect([shownAt("accountId"), shownAt("assetId")]).toEqual([accountId, actionId]);

    const choose = (typed: Record<string, string>) => post({ intent: "choose", ...typed }, google);
    const wrong = await choose({ accountId: "12345", assetId: "555" });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("Check both numbers")]);
    expect((await choose({ accountId: "222-333-4444", assetId: "555" })).status).toBe(303);
    expect(await connection.reload()).toMatchObject({ assetId: "2223334444/555" });
  });

  test("choosing another asset takes a manager account and the conversion window, and gives them up again", async () => {
    const connection = await connectPlatform(owner, "google");
    const change = async () => post({ intent: "change-asset", connectionId: connection.id }, google);
    const choose = (fields: Record<string, string>) =>
      post({ intent: "choose", assetId: connection.assetId, ...fields }, google);
    await change();
    const wrong = await choose({ managerId: "12345", windowDays: "91" });
    expect(wrong.status).toBe(400);
    for (const sentence of ["A customer ID has ten digits.", "A conversion window has 1 to 90 days"])
      expect(wrong.text).toContain(sentence);
    expect((await choose({ managerId: "222-333-4444", windowDays: "30" })).status).toBe(303);
    const readSettings = async () => JSON.parse((await connection.reload()).settings);
    expect(await readSettings()).toEqual({ managerId: "2223334444", windowDays: 30 });
    await change();
    const shown = await read(google);
    const shownAt = (name: string) => readAttributes(shown, "input", { name }).value;
    expect([shownAt("managerId"), shownAt("windowDays")]).toEqual(["2223334444", "30"]);
    await choose({ managerId: "", windowDays: "" });
    expect(await readSettings()).toEqual({ managerId: null, windowDays: 90 });
  });
});

describe("disconnected platform", () => {
  test("a disconnected platform shows on its card and page how many events wait, and until when", async () => {
    const form = await createForm({ owner });
    const connection = await connectPlatform(owner, "google");
    await connection.update({ status: "invalid" });
    const { token } = await signInAs(owner);
    for (const { id } of [await submitForm(form), await submitForm(form)])
      await site.decide(token, id, { status: "handled" });
    expect(await Delivery.count({ where: { state: "parked" } })).toBe(2);
    await post({ intent: "disconnect", connectionId: connection.id }, google);
    await Delivery.update({ sendBefore: new Date("2031-05-04T10:00:00Z") }, { where: {} });
    for (const path of ["/dashboard/integrations", google]) {
      const text = await read(path);
      for (const part of ["2 events are parked.", "May 4, 2031", "platform=google&amp;state=parked"])
        expect(text).toContain(part);
    }
  });
});

describe("test event on the page", () => {
  test("a test event on the page shows the response beside the form", async () => {
    const { id } = await connectMeta(owner, { pixelId: PIXEL });
    const { status, text } = await post({ intent: "test-event", connectionId: id, testEventCode: "TEST1" });
    expect([status, text]).toEqual([200, expect.stringContaining("Meta accepted the test event.")]);
    expect(text).toContain("events_received");
    expect(site.sandbox.events()[0]).toMatchObject({ testEventCode: "TEST1" });
  });

  test("a test event on the page is offered for a platform without test mode too, and asks for no code there", async () => {
    const { id } = await connectPlatform(owner, "google");
    expect(await read("/dashboard/integrations")).toContain(`${google}#test`);
    const shown = await read(google);
    expect(shown).toContain("Send test event");
    for (const absent of ["Test event code", "Start test mode"]) expect(shown).not.toContain(absent);
    const { status, text } = await post({ intent: "test-event", connectionId: id }, google);
    expect([status, text]).toEqual([200, expect.stringContaining("Google Ads accepted the test event.")]);
  });
});

/** An event that has ended, with its only attempt. */
async function writeAttempt(
  form: Form,
  connectionId: string,
  attempt: Pick<DeliveryAttempt, "outcome" | "remedy">,
): Promise<void> {
  const { id: submissionId, workspaceId, createdAt } = await submitForm(form);
  const { id: deliveryId } = await Delivery.create({
    submissionId,
    workspaceId,
    connectionId,
    adPlatform: "meta",
    eventId: newId(),
    state: attempt.outcome === "accepted" ? "sent" : "failed",
    dueAt: null,
    leaseToken: null,
    attemptCount: 1,
    transientCount: 0,
    sendBefore: new Date(createdAt.getTime() + DAY),
    createdAt,
    updatedAt: createdAt,
  });
  await DeliveryAttempt.create({
    deliveryId,
    workspaceId,
    adPlatform: "meta",
    number: 1,
    at: new Date(),
    durationMs: 1,
    httpStatus: 200,
    platformCode: null,
    message: null,
    traceId: newId(),
    request: null,
    response: null,
    ...attempt,
  });
}

describe("check of a connection", () => {
  test("the check of a connection reports the state of each part", async () => {
    const { id } = await connectMeta(owner, { pixelId: PIXEL });
    const { text } = await post({ intent: "check", connectionId: id });
    for (const part of ["DNS", "TLS", "Token", "Permission", "Pixel", "Clock", "Time limit", "Names"])
      expect(text).toContain(`<b>${part}</b>`);
    expect(text).toContain("All checks passed.");
  });

  test.each([
    ["sandbox-expired", "Token", "This access token has expired."],
    ["sandbox-no-permission", "Permission", "This access token lacks the right to use the pixel."],
    ["sandbox-wrong-pixel", "Pixel", "Meta has no such pixel"],
  ])(
    "the check of a connection with the token %s names the part %s and its remedy",
    async (accessToken, part, remedy) => {
      const { id } = await connectMeta(owner, { accessToken, pixelId: PIXEL });
      const { text } = await post({ intent: "check", connectionId: id });
      expect(text).toContain(`<b>${part}</b><span class="visually-hidden">, wrong`);
      expect(text).toContain(remedy);
    },
  );

  test("the check of a connection says that the connection works while attempts fail, each with its remedy", async () => {
    const form = await createForm({ owner });
    const { id } = await connectMeta(owner, { pixelId: PIXEL });
    const remedy = "Check whether this claim's email address is real.";
    // Written, not sent: an attempt that the machine is too slow for would be followed by a third.
    await writeAttempt(form, id, { outcome: "accepted", remedy: null });
    await writeAttempt(form, id, { outcome: "permanent", remedy });
    const { text } = await post({ intent: "check", connectionId: id });
    expect(text).toContain("The connection works; 1 of the last 2 attempts was not accepted.");
    expect(text).not.toContain("All checks passed.");
    expect(text.replaceAll("&#x27;", "'")).toContain(`refused. ${remedy}`);
  });

  test("the check of a connection calls Google's wrong conversion action by its name, and an old API version the server's fault", async () => {
    const { id } = await connectPlatform(owner, "google", { accessToken: "sandbox-wrong-pixel" });
    const form = { intent: "check", connectionId: id };
    const google = plain((await site.send("/dashboard/integrations/google", { form, cookie, headers })).text);
    expect(google).toContain('<b>Conversion action</b><span class="visually-hidden">, wrong');
    expect(google).not.toContain('<b>Token</b><span class="visually-hidden">, wrong');

    const old = await connectMeta(owner, { accessToken: "sandbox-old-version", pixelId: PIXEL });
    const { text } = await post({ intent: "check", connectionId: old.id });
    expect(text).toContain('<b>Server</b><span class="visually-hidden">, wrong');
    expect(text).not.toContain('<b>Token</b><span class="visually-hidden">, wrong');
  });

  test("the check of a connection resumes what a refused connection had parked once the platform accepts it again", async () => {
    const connection = await connectMeta(owner, { pixelId: PIXEL });
    await connection.update({ status: "invalid", lastError: "Meta refuses it." });
    const { text } = await post({ intent: "check", connectionId: connection.id });
    expect(text).toContain("Meta accepts the connection again.");
    expect((await connection.reload()).status).toBe("connected");
    expect(await Delivery.count({ where: { state: "parked" } })).toBe(0);
  });
});

test("where a sandbox plays the ad platforms, their pages say which token it takes", async () => {
  const path = "/dashboard/integrations/tiktok";
  const app = await startTestApp({ env: { APP_ENV: "demo" } });
  expect((await send(app.url + path, { cookie })).text).toContain("<code>sandbox-token</code>");
  expect((await site.send(path, { cookie })).text).not.toContain("sandbox-token");
});
