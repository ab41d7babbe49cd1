import { beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR } from "#app/lib/dates.ts";
import { Connection, Delivery, Session, Submission } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  connectMeta,
  connectPlatform,
  createForm,
  createMember,
  createOwner,
  type Form,
  signInAs,
  submitForm,
} from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const integrations = "/api/user/integrations";
const connections = "/api/user/connections";
const PIXEL = "1000000000000003";

let form: Form;
let token: string;
beforeEach(async () => {
  form = await createForm();
  ({ token } = await signInAs(form.owner));
});

const connect = (json: Record<string, unknown> = {}) =>
  site.send(integrations, {
    token,
    json: { provider: "meta", accessToken: "sandbox-token", pixelId: PIXEL, ...json },
  });
const readErrors = async (json: Record<string, unknown>) => {
  const answer = await connect(json);
  expect(answer.json.code).toBe("validation_failed");
  return answer.json.errors;
};

describe("connecting Meta", () => {
  test("connecting Meta checks the token, keeps it encrypted and never gives it back", async () => {
    expect((await site.send(integrations, { token })).json).toEqual({ integration: null });
    const { status, json, text } = await connect({ accessToken: " sandbox-token\n" });
    expect([status, json.integration]).toMatchObject([
      201,
      {
        provider: "meta",
        status: "connected",
        assets: [{ id: PIXEL, name: "Sandbox pixel 0003", type: "pixel" }],
        tokenEnding: "oken",
        testEventCode: null,
        lastError: null,
      },
    ]);
    const read = await site.send(integrations, { token });
    expect(read.json).toEqual(json);
    const list = await site.send(connections, { token });
    expect(list.json.connections).toMatchObject([
      { provider: "meta", name: "Meta", isBeta: false, asset: { id: PIXEL }, testMode: null },
    ]);
    const row = await Connection.findOne({ rejectOnEmpty: true });
    for (const shown of [text, read.text, list.text, row.credential])
      expect(shown).not.toContain("sandbox-token");
  });

  test("connecting Meta needs a recent sign-in, and a role that may", async () => {
    const { sessionId, token: old } = await signInAs(form.owner);
    await Session.update({ authenticatedAt: new Date(Date.now() - DAY) }, { where: { id: sessionId } });
    const json = { provider: "meta", accessToken: "sandbox-token", pixelId: PIXEL };
    for (const path of [integrations, connections]) {
      const answer = await site.send(path, { token: old, json });
      expect([answer.status, answer.json.code]).toEqual([403, "reauthentication_required"]);
    }
    const checker = await signInAs(await createMember(form.owner, "checker"));
    const answer = await site.send(integrations, { token: checker.token, json });
    expect([answer.status, answer.json.code]).toEqual([403, "role_refused"]);
    expect(await Connection.count()).toBe(0);
  });

  test.each([
    ["with a space", "sandbox token", messages.connections.tokenShape],
    ["with a line break", "sandbox-\ntoken", messages.connections.tokenShape],
    ["that is missing", "", messages.connections.tokenRequired],
    [
      "of another platform",
      "0123456789abcdef0123456789abcdef01234567",
      "This looks like an access token of TikTok. Paste one of Meta.",
    ],
    [
      "that the platform does not know",
      "unknown-0123456789abcdef",
      "Meta does not accept this access token. Make a new one in Events Manager and paste all of it.",
    ],
    [
      "that has expired",
      "sandbox-expired",
      "This access token has expired. Make a new one in Events Manager and paste all of it.",
    ],
    [
      "without the right",
      "sandbox-no-permission",
      "This access token lacks the right to use the pixel. Give it that right, or use another token.",
    ],
  ])("connecting Meta refuses a token %s at its field", async (_what, accessToken, message) => {
    expect(await readErrors({ accessToken })).toEqual([{ field: "accessToken", message }]);
    expect(await Connection.count()).toBe(0);
  });

  test.each([
    [
      "that is not the token's",
      "sandbox-wrong-pixel",
      PIXEL,
      "Meta has no such pixel, or this access token may not use it. Check the pixel id and the token.",
    ],
    ["with a space", "sandbox-token", "1000 0003", messages.connections.assetShape],
    [
      "that is missing where the token has several",
      "sandbox-token",
      "",
      "This token can use several pixels. Choose one: Sandbox pixel 0003 (1000000000000003) or Sandbox pixel 0004 (1000000000000004).",
    ],
    [
      "that is missing where the token lists none",
      "sandbox-no-permission",
      "",
      "We can't see your pixels with this token. Enter the pixel ID.",
    ],
  ])("connecting Meta refuses a pixel %s at its field", async (_what, accessToken, pixelId, message) => {
    expect(await readErrors({ accessToken, pixelId })).toEqual([{ field: "pixelId", message }]);
  });

  test("connecting Meta is a 502 when Meta does not respond to a test event", async () => {
    // The sandbox plays this for events only, so a test event meets it.
    await connect();
    await site.sandbox.play(PIXEL, "reset");
    const { status, json } = await site.send(`${integrations}/test-event?testEventCode=TEST1`, {
      token,
      method: "POST",
    });
    expect([status, json.code]).toEqual([502, "platform_unreachable"]);
  });

  test("connecting Meta lets two owners use the same pixel, each with events of their own", async () => {
    const other = await createForm();
    await connectMeta(form.owner, { pixelId: PIXEL });
    await connectMeta(other.owner, { pixelId: PIXEL });
    const [mine, theirs] = [await submitForm(form), await submitForm(other)];
    await site.decide(token, mine.id, { status: "handled" });
    await site.decide((await signInAs(other.owner)).token, theirs.id, { status: "handled" });
    expect(new Set(site.sandbox.acceptedIds()).size).toBe(2);
  });
});

describe("test event", () => {
  const sendTest = (query = "") => site.send(`${integrations}/test-event${query}`, { token, method: "POST" });

  test("a test event shows what Meta responds, and carries the code", async () => {
    await connect();
    const { status, json } = await sendTest("?testEventCode=TEST123");
    expect([status, json]).toMatchObject([
      200,
      {
        outcome: "accepted",
        httpStatus: 200,
        request: { event_name: "Purchase" },
        response: expect.stringContaining("events_received"),
      },
    ]);
    expect(site.sandbox.events()[0]).toMatchObject({ accepted: true, testEventCode: "TEST123" });
    expect(JSON.stringify(json.request)).not.toContain(form.owner.email);
  });

  test("a test event shows a refusal with its remedy", async () => {
    await connect();
    await site.sandbox.play(PIXEL, "bad-event");
    expect((await sendTest("?testEventCode=TEST123")).json).toMatchObject({
      outcome: "permanent",
      platformCode: "100/2804050",
      remedy: expect.stringContaining("too little about the visitor"),
    });
  });

  test("a test event needs a code, which test mode has", async () => {
    await connect();
    const { status, json } = await sendTest();
    expect([status, json.errors[0].field]).toEqual([400, "testEventCode"]);
    expect((await connect({ testEventCode: "TEST9" })).json.integration.testEventCode).toBe("TEST9");
    expect((await sendTest()).json.outcome).toBe("accepted");
    expect(site.sandbox.events()[0]?.testEventCode).toBe("TEST9");
  });
});

describe("test mode", () => {
  test("test mode marks real events until it ends by itself", async () => {
    await connect({ testEventCode: "TEST9" });
    const decide = async () => site.decide(token, (await submitForm(form)).id, { status: "handled" });
    await decide();
    expect(site.sandbox.events()[0]?.testEventCode).toBe("TEST9");
    const { testMode } = (await site.send(connections, { token })).json.connections[0];
    expect(Date.parse(testMode.endsAt) - Date.now()).toBeLessThanOrEqual(DAY);
    await Connection.update({ testModeUntil: new Date(Date.now() - 1) }, { where: {} });
    await decide();
    expect(site.sandbox.events()[0]).toMatchObject({ accepted: true });
    expect(site.sandbox.events()[0]?.testEventCode).toBeUndefined();
    expect((await site.send(integrations, { token })).json.integration.testEventCode).toBeNull();
  });
});

describe("disconnecting", () => {
  test("disconnecting parks open deliveries, which go out in order once it is connected again", async () => {
    await connect();
    const [late, early, ...others] = [
      await submitForm(form),
      await submitForm(form, { now: new Date(Date.now() - DAY) }),
      await submitForm(form),
      await submitForm(form),
      await submitForm(form),
      await submitForm(form),
    ];
    await site.sandbox.play(PIXEL, "500");
    for (const { id } of [early, late, ...others]) await site.decide(token, id, { status: "handled" });
    const pending = await submitForm(form);
    const { status } = await site.send(integrations, { token, method: "DELETE" });
    expect(status).toBe(204);
    // One that is being sent at this moment is parked after its outcome.
    await eventually(async () =>
      expect(new Set((await Delivery.findAll()).map(({ state }) => state))).toEqual(new Set(["parked"])),
    );
    expect((await Submission.findByPk(pending.id))?.sendBefore).toBeNull();
    expect((await site.send(integrations, { token, method: "DELETE" })).status).toBe(404);

    await site.sandbox.play(PIXEL, null);
    await connect();
    expect((await Submission.findByPk(pending.id))?.sendBefore?.getTime()).toBe(
      pending.createdAt.getTime() + 7 * DAY - HOUR,
    );
    await eventually(async () =>
      expect(new Set((await Delivery.findAll()).map(({ state }) => state))).toEqual(new Set(["sent"])),
    );
    const sent = await Delivery.findAll({ order: [["createdAt", "ASC"]] });
    expect(site.sandbox.acceptedIds()).toEqual(sent.map(({ eventId }) => eventId));
    // What was tried before is still there.
    const history = (await site.read(token, early.id)).json.deliveries[0].attempts;
    const outcomes = history.map(({ outcome }: { outcome: string }) => outcome);
    expect([outcomes[0], outcomes.at(-1)]).toEqual(["transient", "accepted"]);
  });

  test("while an event is under way keeps what becomes of it, and a new connection takes the rest", async () => {
    await connect();
    const { id } = await submitForm(form);
    await site.sandbox.play(PIXEL, "hangs");
    const deciding = site.decide(token, id, { status: "handled" });
    await eventually(async () => expect((await Delivery.findOne())?.leaseToken).toBeTruthy());
    await site.send(integrations, { token, method: "DELETE" });
    await site.sandbox.play(PIXEL, null);
    await connect();
    await deciding;
    await eventually(async () => expect((await Delivery.findOne())?.state).toBe("sent"));
    expect(site.sandbox.acceptedIds()).toHaveLength(1);
  });
});

test("Google Ads takes a manager account and the conversion window beside the conversion action", async () => {
  const connection = await connectPlatform(form.owner, "google");
  const send = (json: object) =>
    site.send(connections, { token, json: { provider: "google", assetId: connection.assetId, ...json } });
  const readSettings = async () => JSON.parse((await connection.reload()).settings);
  expect((await send({ managerId: "222-333-4444", windowDays: 30 })).status).toBe(201);
  expect((await send({})).status).toBe(201);
  expect(await readSettings()).toEqual({ managerId: "2223334444", windowDays: 30 });
  expect((await send({ managerId: null })).status).toBe(201);
  expect(await readSettings()).toEqual({ managerId: null, windowDays: 30 });
  const { status, json } = await send({ windowDays: 0 });
  expect([status, json.errors]).toEqual([
    400,
    [{ field: "windowDays", message: "A conversion window has 1 to 90 days" }],
  ]);
});

test("a conversion action that Google refuses is an error at its field", async () => {
  await connectPlatform(form.owner, "google", { accessToken: "sandbox-wrong-pixel" });
  const json = { provider: "google", assetId: "1234567890/987654321" };
  const response = await site.send(connections, { token, json });
  expect([response.status, response.json.errors]).toMatchObject([400, [{ field: "assetId" }]]);
});

test("a connection of another owner is a 404", async () => {
  const { id } = await connectMeta(await createOwner());
  expect((await site.send(`${connections}/${id}`, { token, method: "DELETE" })).status).toBe(404);
});
