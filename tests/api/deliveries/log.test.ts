import { beforeEach, describe, expect, test } from "vitest";
import { Connection, Delivery, DeliveryAttempt } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  connectMeta,
  createForm,
  createKey,
  type Form,
  signInAs,
  submitForm,
} from "../../factories/index.ts";
import { readFlash } from "../../support/flash.ts";
import { readAttributes } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const path = "/api/deliveries";
const page = "/dashboard/deliveries";
const PIXEL = "1000000000000003";

let form: Form;
let token: string;
let cookie: string;
beforeEach(async () => {
  form = await createForm();
  await connectMeta(form.owner, { pixelId: PIXEL });
  ({ token, cookie } = await signInAs(form.owner));
});

/** One accepted and one refused event, and another owner's. */
async function twoEvents() {
  const sent = await submitForm(form);
  await site.decide(token, sent.id, { status: "handled" });
  await site.sandbox.play(PIXEL, "bad-event", 1);
  const failed = await submitForm(form);
  await site.decide(token, failed.id, { status: "handled" });
  const other = await createForm();
  await connectMeta(other.owner);
  const foreign = await submitForm(other);
  await site.decide((await signInAs(other.owner)).token, foreign.id, { status: "handled" });
  return { sent, failed, foreign };
}

const listIds = async (query: string) =>
  (await site.send(`${path}${query}`, { token })).json.deliveries.map(
    ({ submissionId }: { submissionId: string }) => submissionId,
  );

describe("GET /api/deliveries", () => {
  test("GET /api/deliveries lists one's own, the newest first, and finds each by any of its ids", async () => {
    const { sent, failed, foreign } = await twoEvents();
    expect(await listIds("")).toEqual([failed.id, sent.id]);
    expect(await listIds("?state=failed")).toEqual([failed.id]);
    expect(await listIds("?platform=tiktok")).toEqual([]);
    const { deliveries } = (await site.send(`${path}?search=${sent.id}`, { token })).json;
    expect(deliveries).toHaveLength(1);
    const [{ id, eventId, attempts }] = deliveries;
    for (const search of [id, eventId, eventId.toUpperCase(), attempts[0].traceId])
      expect(await listIds(`?search=${search}`)).toEqual([sent.id]);
    expect(await listIds(`?search=${foreign.id}`)).toEqual([]);
    expect((await site.send(`${path}?from=2026-11-02&to=2026-11-01`, { token })).status).toBe(400);
  });

  test("GET /api/deliveries works with a key of the scope deliveries:read alone", async () => {
    const keyWith = async (scope: "deliveries:read" | "stats:read") =>
      (await createKey(form.owner, { scopes: [scope] })).key;
    expect((await site.send(path, { token: await keyWith("deliveries:read") })).status).toBe(200);
    expect((await site.send(path, { token: await keyWith("stats:read") })).json.code).toBe("scope_missing");
  });
});

describe("POST /api/deliveries/{id}/resend", () => {
  test("POST /api/deliveries/{id}/resend sends a failed event again under its id, and no other", async () => {
    const { sent, failed } = await twoEvents();
    const findId = async (submissionId: string) =>
      (await Delivery.findOne({ where: { submissionId }, rejectOnEmpty: true })).id;
    const resend = (id: string) => site.send(`${path}/${id}/resend`, { token, method: "POST" });
    const { status, json } = await resend(await findId(failed.id));
    expect([status, json.delivery.state, json.delivery.attempts.length]).toEqual([200, "sent", 2]);
    expect((await resend(await findId(sent.id))).json.code).toBe("not_failed");
  });
});

describe("delivery log", () => {
  test("the delivery log has a line for each attempt, and filters them by its address", async () => {
    const { sent, failed } = await twoEvents();
    const read = async (query = "") => (await site.send(`${page}${query}`, { cookie })).text;
    const all = await read();
    expect([all.includes(sent.email), all.includes(failed.email)]).toEqual([true, true]);
    const faults = await read("?outcome=fault");
    expect([faults.includes(sent.email), faults.includes(failed.email)]).toEqual([false, true]);
    expect(faults).toContain("too little about the visitor");
    expect(await read(`?search=${sent.id}`)).not.toContain(failed.email);
    expect(await read("?search=nothing")).toContain("No attempts match");
    expect(await read("?state=waiting")).toContain("Nothing waits");
  });

  test("the delivery log leads from a page past the last one to the last one", async () => {
    await twoEvents();
    const read = async (query: string) => (await site.send(`${page}?${query}`, { cookie })).text;
    for (const query of ["page=9999", "page=9999&outcome=fault"]) {
      const text = (await read(query)).replaceAll("<!-- -->", "");
      for (const part of ["There is 1 page", "Page 9,999 is past the last one.", "Go to the last page"])
        expect(text).toContain(part);
      expect(text).not.toMatch(/Nothing has been sent yet|No attempts match/);
    }
  });

  test("the delivery log says what to do about a parked event without an attempt", async () => {
    const connection = await Connection.findOne({ rejectOnEmpty: true });
    await connection.update({ status: "invalid", lastError: "This access token has expired." });
    await site.decide(token, (await submitForm(form)).id, { status: "handled" });
    const read = async () => (await site.send(`${page}?state=parked`, { cookie })).text;
    expect(await read()).toContain("This access token has expired.");
    await connection.destroy();
    expect(await read()).toContain("Connect Meta again.");
  });

  test("the delivery log shows what was sent, with identifiers hashed, and the way to send it again", async () => {
    const { failed } = await twoEvents();
    const { id } = await Delivery.findOne({ where: { submissionId: failed.id }, rejectOnEmpty: true });
    const { text } = await site.send(`${page}/${id}`, { cookie });
    expect(text).toContain("user_data.em");
    const request = await DeliveryAttempt.findOne({ where: { deliveryId: id }, rejectOnEmpty: true });
    expect(request.request).not.toContain(failed.email);
    const headers = { "sec-fetch-site": "same-origin" };
    const response = await site.send(`${page}/${id}`, { form: { intent: "resend" }, cookie, headers });
    const flash = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const after = (await site.send(`${page}/${id}`, { cookie: `${cookie}; ${flash}` })).text;
    expect(after).toContain(messages.deliveries.resent);
    expect(after).not.toContain("Send again");
    await Delivery.update({ state: "failed" }, { where: { id } });
    await site.sandbox.play(PIXEL, "bad-event", 1);
    const refused = await site.send(`${page}/${id}`, { form: { intent: "resend" }, cookie, headers });
    expect(readFlash(refused)).toContain("has not accepted the event");
    const other = await signInAs((await createForm()).owner);
    expect((await site.send(`${page}/${id}`, { cookie: other.cookie })).status).toBe(404);
  });
});

test("the delivery log and sending again belong to ad platforms, a person to claims", async () => {
  for (const [path, entry] of [
    [paths.deliveries(), paths.integrations()],
    [paths.replay(), paths.integrations()],
    [paths.person({ search: "somebody@example.com" }), paths.submissions()],
  ] as const) {
    const { text } = await site.send(path, { cookie });
    expect([path, readAttributes(text, "a", { "aria-current": "page" }).href]).toEqual([path, entry]);
  }
});
