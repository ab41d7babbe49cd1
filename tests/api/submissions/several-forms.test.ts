import { parseCsv } from "hucre/csv";
import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { addViews } from "#app/database/queries/totals.server.ts";
import { newId } from "#app/lib/ids.ts";
import type { Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { createForm, type Form, signInAs, submitForm } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const LIST = "/api/optin/dashboard/submissions";

let first: Form;
let second: Form;
let claims: { first: Submission; second: Submission };
let token: string;
let cookie: string;
beforeEach(async () => {
  first = await createForm({ name: "Spring & co" });
  second = await createForm({ owner: first.owner, platforms: first.platforms, name: "Casa" });
  ({ token, cookie } = await signInAs(first.owner));
  const pageUrl = "https://example.com/?utm_source=tiktok";
  claims = { first: await submitForm(first), second: await submitForm(second, { pageUrl }) };
});

const get = async (path: string) => (await site.send(path, { token })).json;
/** What the page shows, without the data of its script. */
const open = async (path: string, as = cookie) =>
  (await site.send(path, { cookie: as })).text
    .replaceAll(/<script[\s\S]*?<\/script>|<!-- -->/g, "")
    .replaceAll("&amp;", "&");
const countView = ({ id: formId, owner }: Form, count: number) =>
  inTransaction((transaction) =>
    addViews(
      [{ workspaceId: owner.workspace.id, formId, day: new Date().toISOString().slice(0, 10), count }],
      transaction,
    ),
  );

test("a list, its export and a bulk decision have the claims of one form, alone and with other filters", async () => {
  const ids = async (query: string) =>
    (await get(`${LIST}?${query}`)).submissions.map(({ _id }: { _id: string }) => _id);
  expect(await ids(`form=${second.id}`)).toEqual([claims.second.id]);
  expect(await ids(`form=${second.id}&source=tiktok`)).toEqual([claims.second.id]);
  expect(await ids(`form=${first.id}&source=tiktok`)).toEqual([]);
  expect(await ids("form=")).toHaveLength(2);
  const stranger = await createForm();
  await submitForm(stranger);
  for (const unknown of [stranger.id, newId(), "no id"])
    expect((await get(`${LIST}?form=${encodeURIComponent(unknown)}`)).pagination.total).toBe(0);

  const [submission] = (await get(`${LIST}?form=${first.id}`)).submissions;
  expect(submission).toMatchObject({ formId: first.id, language: null });

  const csv = (await site.send(`${LIST}/export?form=${second.id}`, { token })).text;
  const [head = [], ...rows] = parseCsv(csv);
  expect(rows.map((row) => row[head.indexOf("Form")])).toEqual(["Casa"]);

  const decided = await site.send(`${LIST}/bulk`, {
    token,
    json: { filter: { form: first.id }, status: "rejected" },
  });
  expect(decided.json.updated).toBe(1);
  expect((await get(`${LIST}/${claims.second.id}`)).status).toBe("pending");
});

test("the figures of one form are those of its claims and its views", async () => {
  await countView(first, 8);
  await countView(second, 4);
  await site.decide(token, claims.second.id, { status: "handled" });
  const stats = `${LIST}/stats`;
  const all = await get(stats);
  expect(all).toMatchObject({ total: 2, views: 12, conversionRate: 16.7 });
  expect(all.byForm).toMatchObject([
    { form: { name: expect.any(String) }, submissions: 1 },
    { form: { name: expect.any(String) }, submissions: 1 },
  ]);
  expect(all.byForm.find(({ form }: { form: { id: string } }) => form.id === second.id)).toMatchObject({
    form: { name: "Casa" },
    views: 4,
    handled: 1,
    truth: { decided: 1, verified: 1 },
  });
  expect(await get(`${stats}?form=${second.id}`)).toMatchObject({
    total: 1,
    handled: 1,
    pending: 0,
    views: 4,
    conversionRate: 25,
    bySource: [{ source: "tiktok", submissions: 1 }],
    byForm: [{ form: { id: second.id }, views: 4 }],
  });
  expect(await get(`${stats}?form=${first.id}&source=tiktok`)).toMatchObject({
    total: 0,
    views: 8,
    conversionRate: null,
  });
  await eventually(async () => {
    const { rows } = await get("/api/analytics?groupBy=form");
    expect(rows.find(({ key }: { key: string }) => key === first.id)).toMatchObject({ views: 8, claims: 1 });
  });
});

describe("pages", () => {
  test("where a workspace has one form, no page names it or offers a filter by it", async () => {
    const only = await createForm({ name: "The only one" });
    const claim = await submitForm(only);
    const { cookie: own } = await signInAs(only.owner);
    const lists = [
      paths.submissions({ status: "all", open: claim.id }),
      paths.overview(),
      paths.analytics(),
      paths.person({ search: claim.email }),
    ];
    for (const path of lists) {
      const text = await open(path, own);
      expect(text).toContain("</main>");
      expect(text).not.toContain("The only one");
      expect(text).not.toContain('name="form"');
    }
  });

  test("where it has several, lists name the form of each claim and can be filtered by it", async () => {
    const list = await open(paths.submissions({ form: second.id, open: claims.second.id }));
    expect(list).toContain(`<option value="${second.id}" selected="">Casa</option>`);
    expect(list).toContain("Form Casa");
    expect(list).toContain(claims.second.email);
    expect(list).not.toContain(claims.first.email);
    expect(list).toContain(", <bdi>Casa</bdi>");
    expect(await open(paths.person({ search: claims.second.email }))).toContain(", Casa, ");
    // A form of nobody is no filter.
    const ignored = await open(paths.submissions({ form: newId() }));
    expect(ignored).toContain(claims.first.email);

    const overview = await open(`${paths.overview()}?form=${second.id}`);
    const { from, to } = (await get(`${LIST}/stats?period=28days`)) as { from: string; to: string };
    expect(overview).toContain(`href="${paths.submissions({ from, to, form: second.id })}"`);

    const analytics = await open(paths.analytics());
    expect(analytics).toContain("By form");
    expect(analytics).toContain(`href="${paths.submissions({ from, to, form: first.id })}"`);
    const ofForm = await open(paths.analytics({ form: second.id }));
    expect(ofForm).not.toContain("By form");
    expect(ofForm).toContain(`href="${paths.submissions({ from, to, form: second.id, status: "handled" })}"`);
    expect(ofForm).toContain(`?form=${second.id}&period=7days`);
  });

  test("a deleted form that was only seen has its name among the figures, and leads to no list", async () => {
    const seen = await createForm({ owner: first.owner, name: "Only seen" });
    await countView(seen, 3);
    await seen.row.update({ deletedAt: new Date() });
    const { byForm } = await get(`${LIST}/stats`);
    expect(byForm).toContainEqual(
      expect.objectContaining({ form: { id: seen.id, name: "Only seen" }, views: 3 }),
    );
    const analytics = await open(paths.analytics());
    expect(analytics).toContain("Only seen, deleted");
    expect(analytics).not.toContain(`form=${seen.id}`);
  });

  test("a deleted form keeps its name while it has claims", async () => {
    await second.row.update({ deletedAt: new Date() });
    expect(await open(paths.submissions({ status: "all" }))).toContain("Casa, deleted");
    await createForm({ owner: first.owner, name: "Never used", deletedAt: new Date() });
    expect(await open(paths.submissions({ status: "all" }))).not.toContain("Never used");
  });
});
