import { describe, expect, test } from "vitest";
import { Delivery, OptInForm, Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { countViews } from "#app/services/submissions/count-submissions.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import {
  connectMeta,
  connectPlatform,
  createForm,
  createOwner,
  createPlatforms,
  type Form,
  type Owner,
  signInAs,
  submitForm,
  toAccess,
} from "../../factories/index.ts";
import { inGroups } from "../../support/in-groups.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const PATH = "/api/optin/dashboard/submissions";

type Query = Record<string, string | number>;
const listAs =
  (token: string) =>
  (query: Query = {}) =>
    site.send(
      `${PATH}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
      { token },
    );

/** An owner with a form, and their list: the ids of a page, in its order. */
async function ownerWithList(owner?: Owner) {
  const form = await createForm(owner ? { owner } : {});
  const { token } = await signInAs(form.owner);
  const list = listAs(token);
  const ids = async (query: Query = {}): Promise<string[]> =>
    (await list(query)).json.submissions.map(({ _id }: { _id: string }) => _id);
  return { form, token, list, ids };
}

const handle = (form: Form, { id }: Submission, status: "handled" | "rejected" = "handled") =>
  decideSubmission({ access: toAccess(form.owner), submissionId: id, input: { status } });

describe("GET /api/optin/dashboard/submissions", () => {
  test("GET /api/optin/dashboard/submissions is empty before the first", async () => {
    const { list } = await ownerWithList();
    const { status, json } = await list();
    expect(status).toBe(200);
    expect(json).toEqual({ submissions: [], pagination: { total: 0, page: 1, limit: 20, pages: 1 } });
  });

  test("GET /api/optin/dashboard/submissions shows an owner what came in, and nobody else's", async () => {
    const { form, list } = await ownerWithList();
    const other = await ownerWithList();
    await submitForm(other.form);
    const { id } = await submitForm(form, { amount: "1284.5", currency: "EUR", reference: "A-1" });
    const { json, text } = await list();
    expect(json.pagination.total).toBe(1);
    expect(json.submissions[0]).toMatchObject({
      _id: id,
      status: "pending",
      eventStatus: null,
      eventState: null,
      formData: {
        phone: "+34600555123",
        amount: "1284.50",
        currency: "EUR",
        reference: "A-1",
        platform: { id: form.platforms[0]?.id, name: form.platforms[0]?.name },
      },
      handledAt: null,
      withdrawnAt: null,
      sendBefore: null,
      deliveries: [],
    });
    expect(json.submissions[0].createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(text).not.toContain(form.owner.id);
    expect(text).not.toContain(form.owner.workspace.id);
    expect(text).not.toContain("bodyHash");
  });

  test("GET /api/optin/dashboard/submissions shows a currency's own digits", async () => {
    const { form, list } = await ownerWithList();
    for (const [amount, currency] of [
      ["1500", "JPY"],
      ["1.5", "KWD"],
      ["0.1", "EUR"],
      ["999999999999.9999", "EUR"],
    ] as const)
      await submitForm(form, { amount, currency });
    const { json } = await list({ sort: "createdAt" });
    expect(json.submissions.map(({ formData }: { formData: { amount: string } }) => formData.amount)).toEqual(
      ["1500", "1.500", "0.10", "1000000000000.00"],
    );
  });

  test("GET /api/optin/dashboard/submissions pages 45 into 20, 20 and 5, newest first, without gap or double", async () => {
    const { form, list, ids } = await ownerWithList();
    const start = Date.now();
    // Some share a moment: their ids then decide.
    await Promise.all(
      Array.from({ length: 45 }, (_, index) =>
        submitForm(form, { now: new Date(start - Math.floor(index / 3) * 60_000) }),
      ),
    );
    const expected = (
      await Submission.findAll({
        order: [
          ["createdAt", "DESC"],
          ["id", "DESC"],
        ],
        attributes: ["id"],
      })
    ).map(({ id }) => id);
    const pages = [await ids(), await ids({ page: 2 }), await ids({ page: 3 })];
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 5]);
    expect(pages.flat()).toEqual(expected);
    expect(await ids({ sort: "createdAt", limit: 100 })).toEqual([...expected].reverse());
    expect((await list({ page: 2 })).json.pagination).toEqual({ total: 45, page: 2, limit: 20, pages: 3 });
    expect((await list({ page: 4 })).json).toEqual({
      submissions: [],
      pagination: { total: 45, page: 4, limit: 20, pages: 3 },
    });
    expect((await list({ page: 1_000_000_000 })).json.submissions).toEqual([]);
  });

  test("GET /api/optin/dashboard/submissions finds deep pages by the totals, across changes of the clock, in both orders", async () => {
    const owner = await createOwner({ timeZone: "America/New_York" });
    const { form, ids } = await ownerWithList(owner);
    const end = Date.parse("2026-11-03T12:00:00Z");
    const moments = Array.from({ length: 270 }, (_, index) => new Date(end - index * 31 * 60_000));
    const submissions = await Promise.all(moments.map((now) => submitForm(form, { now })));
    for (const submission of submissions.filter((_, index) => index % 9 === 0))
      await handle(form, submission, "rejected");
    const newestFirst = submissions.map(({ id }) => id);
    const walk = async (query: Query) => {
      const pages: string[][] = [];
      for (let page = 1; page === 1 || pages.at(-1)?.length; page++)
        pages.push(await ids({ ...query, page, limit: 25 }));
      return pages.flat();
    };
    expect(await walk({})).toEqual(newestFirst);
    expect(await walk({ sort: "createdAt" })).toEqual([...newestFirst].reverse());
    expect(await walk({ status: "pending" })).toEqual(newestFirst.filter((_, index) => index % 9 !== 0));
    expect(
      await walk({ status: "pending", sort: "createdAt", from: "2026-10-20", to: "2026-11-02" }),
    ).toEqual(
      submissions
        .filter(({ day }, index) => index % 9 !== 0 && day <= "2026-11-02")
        .map(({ id }) => id)
        .reverse(),
    );
  });

  test("GET /api/optin/dashboard/submissions counts a search to a thousand and then says that there are more", async () => {
    const { form, list } = await ownerWithList();
    await inGroups(1_003, (index) =>
      submitForm(form, { reference: "many", now: new Date(Date.now() - index * 1_000) }),
    );
    const { json } = await list({ search: "many", page: 51 });
    expect(json.pagination).toEqual({ total: 1_000, page: 51, limit: 20, pages: 50, hasMore: true });
    expect(json.submissions).toHaveLength(3);
    expect((await list()).json.pagination).toEqual({ total: 1_003, page: 1, limit: 20, pages: 51 });
  });
});

describe("filters of the list", () => {
  test("filters of the list keep a status, and an event's status", async () => {
    const { form, token, ids, list } = await ownerWithList();
    const [pending, rejected] = [await submitForm(form), await submitForm(form)];
    await handle(form, rejected, "rejected");
    await connectMeta(form.owner);
    const sent = await submitForm(form);
    await site.decide(token, sent.id, { status: "handled" });
    await connectMeta(form.owner, { accessToken: "sandbox-bad-event" });
    const failed = await submitForm(form);
    await site.decide(token, failed.id, { status: "handled" });
    expect(await ids({ status: "pending" })).toEqual([pending.id]);
    expect(await ids({ status: "rejected" })).toEqual([rejected.id]);
    expect(await ids({ status: "handled" })).toEqual([failed.id, sent.id]);
    expect(await ids({ eventStatus: "sent" })).toEqual([sent.id]);
    expect(await ids({ eventStatus: "failed" })).toEqual([failed.id]);
    expect(await ids({ status: "pending", eventStatus: "sent" })).toEqual([]);
    expect((await list({ eventStatus: "sent" })).json.pagination.total).toBe(1);
  });

  test("filters of the list list as many problems as their tab counts, without the events that are on their way", async () => {
    const { form, token, ids, list } = await ownerWithList();
    const decide = async () => {
      const { id } = await submitForm(form);
      await site.decide(token, id, { status: "handled" });
      return id;
    };
    const connection = await connectMeta(form.owner, { accessToken: "sandbox-bad-event" });
    const refused = await decide();
    // Nothing works on what is parked, so that states can be set.
    await connection.update({ status: "invalid" });
    const [parked, retrying, queued] = [await decide(), await decide(), await decide()];
    await Delivery.update({ state: "retrying" }, { where: { submissionId: retrying } });
    await Delivery.update({ state: "queued" }, { where: { submissionId: queued } });
    await submitForm(form);
    expect(new Set(await ids({ event: "problem" }))).toEqual(new Set([refused, parked]));
    expect((await list({ event: "problem" })).json.pagination.total).toBe(2);
    expect(await countViews(form.owner.workspace.id)).toMatchObject({ all: 5, toCheck: 1, problems: 2 });
  });

  test("filters of the list find a claim that one ad platform accepted and another refused where its badge says it is", async () => {
    const { form, ids } = await ownerWithList();
    const { token, cookie } = await signInAs(form.owner);
    await connectMeta(form.owner);
    await connectPlatform(form.owner, "tiktok", { accessToken: "sandbox-bad-event" });
    const { id } = await submitForm(form);
    const { json } = await site.decide(token, id, { status: "handled" });
    expect(json).toMatchObject({
      eventStatus: "sent",
      submission: { eventStatus: "sent", eventState: "failed" },
    });
    const finding: Query[] = [
      ...["problem", "failed", "unaccepted", "attempted"].map((event) => ({ event })),
      { eventStatus: "sent" },
      { adPlatform: "tiktok", event: "failed" },
      { adPlatform: "meta", event: "sent" },
    ];
    for (const query of finding) expect([query, await ids(query)]).toEqual([query, [id]]);
    const missing: Query[] = [
      ...["sent", "accepted"].map((event) => ({ event })),
      { eventStatus: "failed" },
      { adPlatform: "tiktok", event: "sent" },
    ];
    for (const query of missing) expect([query, await ids(query)]).toEqual([query, []]);
    expect(await countViews(form.owner.workspace.id)).toMatchObject({ problems: 1 });
    const page = paths.submissions({ adPlatform: "tiktok", event: "failed" });
    const { text } = await site.send(page, { cookie });
    expect(text).toContain("Refused by TikTok, accepted by Meta");
    expect(text).toContain("At TikTok");
  });

  test("filters of the list keep a platform, and a source", async () => {
    const owner = await createOwner();
    const platforms = await createPlatforms(2, { owner });
    const form = await createForm({ owner, platforms });
    const { token } = await signInAs(owner);
    const ids = async (query: Query) =>
      (await listAs(token)(query)).json.submissions.map(({ _id }: { _id: string }) => _id);
    const first = await submitForm(form, { pageUrl: "https://x.example/?utm_source=Instagram" });
    const second = await submitForm(form, {
      platform: platforms[1]?.id ?? "",
      pageUrl: "https://x.example/?utm_source=tiktok",
    });
    expect(await ids({ platform: platforms[1]?.id ?? "" })).toEqual([second.id]);
    expect(await ids({ platform: (await createForm()).platforms[0]?.id ?? "" })).toEqual([]);
    expect(await ids({ source: "Instagram" })).toEqual([first.id]);
  });

  test("filters of the list keep whole days of the owner's, both ends included, or moments as they are", async () => {
    const owner = await createOwner({ timeZone: "Pacific/Auckland" });
    const { form, ids, list } = await ownerWithList(owner);
    // Auckland is 13 hours ahead in November.
    const at = (moment: string) => submitForm(form, { now: new Date(moment) });
    const before = await at("2026-11-09T10:59:59.999Z");
    const first = await at("2026-11-09T11:00:00.000Z");
    const last = await at("2026-11-11T10:59:59.999Z");
    const after = await at("2026-11-11T11:00:00.000Z");
    expect(await ids({ from: "2026-11-10", to: "2026-11-11" })).toEqual([last.id, first.id]);
    expect((await list({ from: "2026-11-10", to: "2026-11-11" })).json.pagination.total).toBe(2);
    expect(await ids({ from: "2026-11-12" })).toEqual([after.id]);
    expect(await ids({ to: "2026-11-09" })).toEqual([before.id]);
    expect(await ids({ from: "2026-11-11T11:00:00.000Z" })).toEqual([after.id]);
    expect(await ids({ from: "2026-11-09T12:00:00+01:00", to: "2026-11-09T11:00:00.000Z" })).toEqual([
      first.id,
    ]);
    expect(await ids({ from: "0001-01-01", to: "9999-12-31" })).toHaveLength(4);
  });

  test("filters of the list keep what can be sent for so many hours only, and pending", async () => {
    const { form, ids } = await ownerWithList();
    await connectMeta(form.owner);
    const ago = (ms: number) => submitForm(form, { now: new Date(Date.now() - ms) });
    await ago(7 * DAY);
    const soon = await ago(6 * DAY + 20 * HOUR);
    const later = await ago(6 * DAY);
    await ago(DAY);
    await handle(form, await ago(6 * DAY + 10 * HOUR), "rejected");
    expect(await ids({ expiresWithin: "24h" })).toEqual([later.id, soon.id]);
    expect(await ids({ expiresWithin: "6h" })).toEqual([soon.id]);
  });

  test("filters of the list sort by time left, those without a deadline last", async () => {
    const { form, ids } = await ownerWithList();
    const withoutDeadline = await submitForm(form, { amount: "20" });
    await Submission.update({ status: "rejected" }, { where: { id: withoutDeadline.id } });
    await connectMeta(form.owner);
    const late = await submitForm(form, { amount: "100", now: new Date(Date.now() - 3 * DAY) });
    const early = await submitForm(form, { amount: "9.5", now: new Date(Date.now() - DAY) });
    expect(await ids({ sort: "sendBefore" })).toEqual([late.id, early.id, withoutDeadline.id]);
  });

  test("filters of the list sort by amount both ways, compared in the account's currency, those without one last", async () => {
    const { form, ids } = await ownerWithList();
    const amounts = [
      { amount: "100", currency: "EUR" },
      { amount: "9.5", currency: "EUR" },
      { amount: "101", currency: "USD" },
      { amount: "3000", currency: "JPY" },
    ];
    const [euros, few, dollars, yen] = await Promise.all(amounts.map((money) => submitForm(form, money)));
    const none = await submitForm(form, { amount: undefined });
    const unknown = await submitForm(form, { amount: "1", currency: "AED" });
    const ascending = [few?.id, yen?.id, dollars?.id, euros?.id];
    expect(await ids({ sort: "amount" })).toEqual([...ascending, unknown.id, none.id]);
    expect(await ids({ sort: "-amount" })).toEqual([...ascending.reverse(), unknown.id, none.id]);
    await form.owner.workspace.update({ currency: "USD" });
    expect((await ids({ sort: "amount" }))[0]).toBe(few?.id);
  });

  test("filters of the list sort by person and by state both ways, each state newest first", async () => {
    const { form, ids } = await ownerWithList();
    const byEmail = [];
    for (const name of ["bea", "ana", "Carl"])
      byEmail.push(await submitForm(form, { email: `${name}-${form.slug}@example.com` }));
    const [bea, ana, carl] = byEmail.map(({ id }) => id);
    await Submission.update({ status: "rejected" }, { where: { id: ana } });
    expect(await ids({ sort: "person" })).toEqual([ana, bea, carl]);
    expect(await ids({ sort: "-person" })).toEqual([carl, bea, ana]);
    expect(await ids({ sort: "status" })).toEqual([carl, bea, ana]);
    expect(await ids({ sort: "-status" })).toEqual([ana, carl, bea]);
    expect(await ids({ sort: "-status", limit: 1, page: 2 })).toEqual([carl]);
  });

  test("filters of the list search address, reference, phone and id as they are typed, special letters included", async () => {
    const { form, ids } = await ownerWithList();
    const plain = await submitForm(form, {
      email: "ana.plain@example.com",
      reference: "100 percent",
      phone: "+34600111222",
    });
    const percent = await submitForm(form, {
      email: "b@example.com",
      reference: "100% sure",
      phone: "+34600333444",
    });
    const underscore = await submitForm(form, {
      email: "c_d@example.com",
      reference: "back\\slash '\"quote",
      phone: "+34600555666",
    });
    const found = async (search: string) => (await ids({ search })).sort();
    expect(await found("plain")).toEqual([plain.id]);
    expect(await found("ANA.Plain@")).toEqual([plain.id]);
    expect(await found("100%")).toEqual([percent.id]);
    expect(await found("c_d")).toEqual([underscore.id]);
    expect(await found("_")).toEqual([underscore.id]);
    expect(await found("%")).toEqual([percent.id]);
    expect(await found("\\")).toEqual([underscore.id]);
    expect(await found(`'"`)).toEqual([underscore.id]);
    expect(await found("600 333-444")).toEqual([percent.id]);
    expect(await found(plain.id)).toEqual([plain.id]);
    expect(await found("example.com")).toEqual([plain.id, percent.id, underscore.id].sort());
    expect(await found(`' OR '1'='1`)).toEqual([]);
    expect(await found("  ")).toHaveLength(3);
  });

  test("filters of the list search several words, the broker, the amount, and the ids of an event and its trace", async () => {
    const { form, token, ids } = await ownerWithList();
    await connectMeta(form.owner);
    const sent = await submitForm(form, { email: "rosa@example.com", amount: "1250.50", currency: "EUR" });
    const other = await submitForm(form, {
      email: "rosa.lind@example.com",
      amount: "98765.43",
      currency: "EUR",
    });
    const { json } = await site.decide(token, sent.id, { status: "handled" });
    const [{ eventId, attempts }] = json.submission.deliveries;
    const found = async (search: string) => (await ids({ search })).sort();
    expect(await found("rosa")).toEqual([sent.id, other.id].sort());
    expect(await found("rosa 98765.43")).toEqual([other.id]);
    expect(await found("€1,250.50")).toEqual([sent.id]);
    expect(await found(`rosa ${form.platforms[0]?.name.split(" ")[0]} 1250.5`)).toEqual([sent.id]);
    expect(await found(eventId)).toEqual([sent.id]);
    expect(await found(attempts[0].traceId)).toEqual([sent.id]);
    expect(await found("rosa nobody")).toEqual([]);
  });

  test("filters of the list are refused with the character NUL", async () => {
    const { list } = await ownerWithList();
    const { status, json } = await list({ search: "nul\u0000byte" });
    expect([status, json.code, json.errors]).toEqual([400, "malformed_path", []]);
  });

  test("empty filters count as missing, so that a form may send all its fields", async () => {
    const { form, list } = await ownerWithList();
    await submitForm(form);
    const { status, json } = await list({
      page: "",
      limit: "",
      status: "",
      eventStatus: "",
      platform: "",
      source: "",
      from: "",
      to: "",
      expiresWithin: "",
      search: "",
      sort: "",
    });
    expect([status, json.pagination.total]).toEqual([200, 1]);
  });

  test.each(["x".repeat(37), "none", "ключ", "' OR ''='"])(
    "filters of an impossible platform match nothing: %s",
    async (platform) => {
      const { form, list } = await ownerWithList();
      await submitForm(form);
      const { status, json } = await list({ platform });
      expect([status, json.pagination.total, json.submissions]).toEqual([200, 0, []]);
    },
  );

  test("filters with an unknown name are ignored", async () => {
    const { list } = await ownerWithList();
    expect((await list({ userId: "x", "where[userId]": "x", __proto__: "x" })).status).toBe(200);
  });

  test.each<[query: Query, field: string]>([
    [{ page: 0 }, "page"],
    [{ page: -1 }, "page"],
    [{ page: 1.5 }, "page"],
    [{ page: "two" }, "page"],
    [{ page: 1_000_000_001 }, "page"],
    [{ page: "1e400" }, "page"],
    [{ limit: 0 }, "limit"],
    [{ limit: 101 }, "limit"],
    [{ status: "done" }, "status"],
    [{ eventStatus: "none" }, "eventStatus"],
    [{ event: "open" }, "event"],
    [{ source: "x".repeat(201) }, "source"],
    [{ from: "2026-02-30" }, "from"],
    [{ from: "yesterday" }, "from"],
    [{ to: "2026-13-01" }, "to"],
    [{ to: "2026-11-20T25:00:00Z" }, "to"],
    [{ from: "2026-11-20", to: "2026-11-19" }, "to"],
    [{ amountFrom: "much" }, "amountFrom"],
    [{ amountFrom: "2", amountTo: "1" }, "amountTo"],
    [{ content: "x".repeat(201) }, "content"],
    [{ expiresWithin: "24" }, "expiresWithin"],
    [{ expiresWithin: "-1h" }, "expiresWithin"],
    [{ search: "x".repeat(201) }, "search"],
    [{ sort: "email" }, "sort"],
    [{ sort: "createdAt; DROP TABLE users" }, "sort"],
  ])("filters of the list are refused where they make no sense: %j", async (query, field) => {
    const { list } = await ownerWithList();
    const { status, json } = await list(query);
    expect([status, json.code]).toEqual([400, "validation_failed"]);
    expect(json.errors).toEqual([{ field, message: expect.any(String) }]);
    expect(json.error).not.toMatch(/expected|received|Invalid input|Too (big|small)/);
  });

  test.each(["%ED%A0%80", "%ff"])(
    "filters of the list are refused where they are no text: %s",
    async (encoded) => {
      const { token } = await ownerWithList();
      const path = `/api/optin/dashboard/submissions?page=1&search=${encoded}`;
      const { status, json } = await site.send(path, { token });
      expect([status, json.errors]).toEqual([400, [{ field: "search", message: "Please check this value" }]]);
    },
  );
});

describe("GET /api/optin/dashboard/submissions/{id}", () => {
  test("GET /api/optin/dashboard/submissions/{id} shows one of the owner's with the history of its deliveries", async () => {
    const { form, token } = await ownerWithList();
    await connectMeta(form.owner);
    const { id } = await submitForm(form);
    await site.decide(token, id, { status: "handled" });
    const { status, json } = await site.read(token, id);
    expect(status).toBe(200);
    expect(json.deliveries[0].attempts).toEqual([
      {
        number: 1,
        at: expect.any(String),
        durationMs: expect.any(Number),
        outcome: "accepted",
        httpStatus: 200,
        platformCode: null,
        message: null,
        remedy: null,
        traceId: expect.any(String),
        request: {
          event: expect.objectContaining({ event_id: json.deliveries[0].eventId }),
          omittedFields: expect.any(Array),
        },
        response: expect.stringContaining("events_received"),
      },
    ]);
  });

  test.each<[what: string, id: (foreign: string) => string]>([
    ["another owner's", (foreign) => foreign],
    ["an unknown one", () => "01890000-0000-7000-8000-000000000000"],
    ["one in another case", (foreign) => foreign.toUpperCase()],
    ["one that cannot be", () => "0"],
    ["one that is too long", () => "x".repeat(37)],
    ["one with a quote", () => "%27"],
  ])(
    "GET /api/optin/dashboard/submissions/{id} is the same 404 for %s, read or changed",
    async (_what, createId) => {
      const { token } = await ownerWithList();
      const { form } = await ownerWithList();
      const { id } = await submitForm(form);
      const path = `${PATH}/${createId(id)}`;
      for (const answer of [
        await site.send(path, { token }),
        await site.send(path, { method: "PUT", token, json: { status: "rejected" } }),
      ])
        expect([answer.status, answer.json.code]).toEqual([404, "not_found"]);
      expect(await Submission.findByPk(id)).toMatchObject({ status: "pending", version: 1 });
      expect(await OptInForm.count()).toBe(2);
    },
  );
});
