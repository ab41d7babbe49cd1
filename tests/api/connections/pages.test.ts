import { beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR } from "#app/lib/dates.ts";
import { Connection, Delivery, PendingConnection, Session } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { connectMeta, createMember, createOwner, type Owner, signInAs } from "../../factories/index.ts";
import { attributesOf } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";

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
const post = async (form: Record<string, string>) => {
  const answer = await site.send(page, { form, cookie, headers });
  return { ...answer, text: plain(answer.text) };
};
const read = async (path = page) => plain((await site.send(path, { cookie })).text);
const makeOld = () =>
  Session.update({ authenticatedAt: new Date(Date.now() - DAY) }, { where: { id: sessionId } });

describe("the integrations page", () => {
  test("has a card for each platform, and calls Meta alone supported", async () => {
    const text = await read("/dashboard/integrations");
    expect(text).toContain("Connect Meta");
    expect(text).toContain("Supported");
    await connectMeta(owner, { pixelId: PIXEL });
    expect(await read("/dashboard/integrations")).toContain("Check everything");
  });

  test("shows test mode on every page until it has ended", async () => {
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

  test("is open to a viewer, who can change nothing", async () => {
    const connection = await connectMeta(owner, { pixelId: PIXEL });
    ({ cookie } = await signInAs(await createMember(owner, "viewer")));
    expect(await read()).toContain("Health");
    expect(await read()).not.toContain("Disconnect");
    const answer = await post({ intent: "disconnect", connectionId: connection.id });
    expect(answer.headers.get("location")).toBe("/unauthorized");
    expect(await Connection.count()).toBe(1);
  });
});

describe("connecting on the page", () => {
  test("asks for the password in place after a while, and keeps what was typed but the secrets", async () => {
    await makeOld();
    expect(attributesOf(await read(), "input", { name: "password" }).type).toBe("password");
    const typed = { intent: "connect", accessToken: "sandbox-token", assetId: PIXEL };
    const without = await post(typed);
    expect([without.status, without.text]).toEqual([
      400,
      expect.stringContaining(messages.fields.passwordRequired),
    ]);
    const wrong = await post({ ...typed, password: "wrong" });
    expect(wrong.text).toContain(messages.profile.wrongPassword);
    expect(attributesOf(wrong.text, "input", { name: "assetId" }).value).toBe(PIXEL);
    expect(wrong.text + wrong.headers.getSetCookie().join()).not.toContain("sandbox-token");
    expect(await Connection.count()).toBe(0);
    const right = await post({ ...typed, password });
    expect([right.status, right.headers.get("location")]).toEqual([303, page]);
    expect(right.headers.getSetCookie().join()).toContain("attesto_session=");
    expect(await Connection.count()).toBe(1);
  });

  test("asks for the password again after a wrong token", async () => {
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

  test("lets the owner choose the pixel, without the token once more", async () => {
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

  test("forgets a token whose pixel was not chosen in time, and shows it to no other session", async () => {
    await post({ intent: "connect", accessToken: "sandbox-token", assetId: "" });
    const other = await signInAs(owner);
    expect((await site.send(page, { cookie: other.cookie })).text).not.toContain("Choose the pixel");
    await PendingConnection.update({ expiresAt: new Date(Date.now() - 1) }, { where: {} });
    const late = await post({ intent: "choose", assetId: PIXEL });
    expect([late.status, late.text]).toEqual([400, expect.stringContaining(messages.connections.expired)]);
  });

  test("sends no one to a platform that has no sign-in, and none that came without starting is connected", async () => {
    const answer = await site.send("/dashboard/integrations/callback?code=1&state=2", { cookie });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/dashboard/integrations"]);
    expect((await site.send("/dashboard/integrations/nobody", { cookie })).status).toBe(404);
  });
});

describe("a test event on the page", () => {
  test("shows the response beside the form", async () => {
    const { id } = await connectMeta(owner, { pixelId: PIXEL });
    const { status, text } = await post({ intent: "test-event", connectionId: id, testEventCode: "TEST1" });
    expect([status, text]).toEqual([200, expect.stringContaining("Meta accepted the test event.")]);
    expect(text).toContain("events_received");
    expect(site.sandbox.events()[0]).toMatchObject({ testEventCode: "TEST1" });
  });
});

describe("the check of a connection", () => {
  test("says of each part how it is", async () => {
    const { id } = await connectMeta(owner, { pixelId: PIXEL });
    const { text } = await post({ intent: "check", connectionId: id });
    for (const part of ["DNS", "TLS", "Token", "Permission", "Pixel", "Clock", "Window", "Names"])
      expect(text).toContain(`<b>${part}</b>`);
    expect(text).toContain("Everything is as it should be.");
  });

  test.each([
    ["sandbox-expired", "Token", "This access token has expired."],
    ["sandbox-no-permission", "Permission", "This access token lacks the right to use the pixel."],
    ["sandbox-wrong-pixel", "Pixel", "Meta has no such pixel"],
  ])("with the token %s names the part %s and its remedy", async (accessToken, part, remedy) => {
    const { id } = await connectMeta(owner, { accessToken, pixelId: PIXEL });
    const { text } = await post({ intent: "check", connectionId: id });
    expect(text).toContain(`<b>${part}</b><span class="visually-hidden">, wrong`);
    expect(text).toContain(remedy);
  });

  test("resumes what a refused connection had parked once the platform accepts it again", async () => {
    const connection = await connectMeta(owner, { pixelId: PIXEL });
    await connection.update({ status: "invalid", lastError: "Meta refuses it." });
    const { text } = await post({ intent: "check", connectionId: connection.id });
    expect(text).toContain("Meta accepts the connection again.");
    expect((await connection.reload()).status).toBe("connected");
    expect(await Delivery.count({ where: { state: "parked" } })).toBe(0);
  });
});
