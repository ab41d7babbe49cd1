import { parseCsv } from "hucre/csv";
import { streamXlsxRows } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { deleteOldRows } from "#app/jobs/retentions.server.ts";
import { Delivery, ListExport, ListExportPart, Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { Tiers } from "#app/schemas/tiers.ts";
import { startListExport } from "#app/services/list-exports/list-exports.server.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { replaceTiers } from "#app/services/platforms/replace-tiers.server.ts";
import {
  connectMeta,
  createForm,
  createMember,
  createOwner,
  signInAs,
  submitForm,
  toAccess,
  uniqueEmail,
} from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

test("the export is exactly the filtered list, in its order, in the owner's time, without formulas", async () => {
  const owner = await createOwner();
  await owner.workspace.update({ timeZone: "Europe/Madrid" });
  const form = await createForm({ owner });
  const { token } = await signInAs(owner);
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 31, 23, minute));
  await submitForm(form, { email: "a@example.com", reference: '=HYPERLINK("x")', now: at(10), amount: "50" });
  await submitForm(form, { email: "b@example.com", reference: "two, words", now: at(30), amount: "1000" });
  const rejected = await submitForm(form, { email: "c@example.com", now: at(40), amount: "70" });
  await submitForm(await createForm(), { email: "foreign@example.com" });
  await site.decide(token, rejected.id, { status: "rejected", reason: "other", reasonText: "no" });
  const read = async (query: string) => {
    const response = await site.send(`/api/optin/dashboard/submissions/export?${query}`, { token });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    return response.text.trimEnd().split("\r\n");
  };

  const [head, ...lines] = await read("status=pending");

  expect(head).toContain("Confirmed at (Europe/Madrid)");
  expect(lines.map((line) => line.split(",")[4])).toEqual(['"b@example.com"', '"a@example.com"']);
  expect(lines[0]).toContain("2026-02-01 00:30:00");
  expect(lines[0]).toContain('"two, words"');
  expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`);
  const emails = async (query: string) => (await read(query)).slice(1).map((line) => line.split(",")[4]?.[1]);
  expect(await emails("sort=createdAt")).toEqual(["a", "b", "c"]);
  expect(await emails("sort=-amount")).toEqual(["b", "c", "a"]);
  expect(await emails("search=nobody")).toEqual([]);
  expect((await read("status=rejected"))[1]).toContain("Other: no");
});

test("the export as a spreadsheet has the same rows, with amounts as numbers and formulas as text", async () => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  await submitForm(form, { email: "a@example.com", reference: '=HYPERLINK("x")', amount: "50" });
  const response = await fetch(new URL("/api/optin/dashboard/submissions/export?format=xlsx", site.app.url), {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.headers.get("content-type")).toContain("spreadsheetml.sheet");
  const rows = await readRows(Buffer.from(await response.arrayBuffer()));
  expect(rows[0]).toContain("Confirmed at (UTC)");
  expect(rows[1]).toEqual(expect.arrayContaining(["a@example.com", '=HYPERLINK("x")', 50]));
});

test("the export has source and campaign in the form they are counted by, and as they were sent", async () => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const referrer = "https://l.facebook.com/l.php";
  await submitForm(form, { pageUrl: "https://e.com/?utm_source=%20FB&utm_campaign=Nov%20%202026", referrer });
  await submitForm(form, { referrer });
  const { text } = await site.send("/api/optin/dashboard/submissions/export?sort=createdAt", { token });
  const columns = ["Came from", "Campaign", "UTM source", "UTM campaign", "Referrer"];
  expect(readRecords(text).map((row) => columns.map((name) => row[name]))).toEqual([
    ["fb", "nov 2026", " FB", "Nov  2026", referrer],
    ["facebook", "", "", "", referrer],
  ]);
});

test("the export names what was sent, and the latest correction with its reason and time", async () => {
  const form = await createForm();
  await connectMeta(form.owner);
  const { token } = await signInAs(form.owner);
  const { id } = await submitForm(form, { amount: "100", currency: "USD" });
  await submitForm(form, { amount: "30", currency: "USD" });
  const correct = (input: object) => site.decide(token, id, { status: "handled", ...input });
  await correct({});
  await correct({ amount: "80", currency: "USD", correctionReason: "Fees" });
  await correct({ amount: "70", currency: "USD", correctionReason: "More fees" });
  const path = "/api/optin/dashboard/submissions/export?sort=createdAt";
  const read = async () => readRecords((await site.send(path, { token })).text);
  expect(await read()).toMatchObject([
    { Amount: "70.00", "Amount sent": "100.00", "Charged back": "", "Correction reason": "More fees" },
    { Amount: "30.00", "Amount sent": "", "Currency sent": "", "Corrected at (UTC)": "" },
  ]);

  await correct({ chargedBack: true, correctionReason: "Reversed" });

  const [row] = await read();
  expect(row).toMatchObject({
    "Amount claimed": "100.00",
    Amount: "0.00",
    "Amount sent": "100.00",
    "Currency sent": "USD",
    "Charged back": "Yes",
    "Correction reason": "Reversed",
    "Corrected at (UTC)": expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  });
});

test("the export has what the claim earned, who decided it, where it came from, and its event at each ad platform", async () => {
  const form = await createForm();
  await replaceTiers({
    access: toAccess(form.owner),
    platformId: form.platforms[0]?.id ?? "",
    tiers: Tiers.parse([
      { name: "All", minAmount: "0", maxAmount: null, type: "percentage", value: "10", currency: "EUR" },
    ]),
  });
  await connectMeta(form.owner);
  const { token } = await signInAs(form.owner);
  const pageUrl = `https://e.com/?gclid=G1&fbclid=F1&utm_medium=cpc&utm_content=banner&utm_term=gold`;
  const fields = { phone: "+34600555123", reference: "-500", amount: "1000", currency: "EUR", pageUrl };
  const { id } = await submitForm(form, fields);
  await site.decide(token, id, { status: "handled" });
  const { eventId } = await Delivery.findOne({ where: { submissionId: id }, rejectOnEmpty: true });
  const path = "/api/optin/dashboard/submissions/export";

  const { text } = await site.send(path, { token });

  expect(readRecords(text)).toEqual([
    expect.objectContaining({
      Phone: "+34600555123",
      "Account no.": "'-500",
      Country: "ES",
      Commission: "100.00",
      "Commission currency": "EUR",
      "Commission tier": "All",
      "Decided by": form.owner.name,
      "Decided at (UTC)": expect.stringMatching(/^\d{4}-/),
      "UTM medium": "cpc",
      "UTM content": "banner",
      "UTM term": "gold",
      gclid: "G1",
      fbclid: "F1",
      "Event ID (Meta)": eventId,
      "Event ID (TikTok)": "",
      "Event ID (Google Ads)": "",
    }),
  ]);
  const semicolons = await site.send(`${path}?separator=semicolon`, { token });
  expect(readRecords(semicolons.text, ";")[0]).toMatchObject({ Amount: "1000,00", Commission: "100,00" });
  const tabs = await site.send(`${path}?separator=tab`, { token });
  expect(readRecords(tabs.text, "\t")[0]).toMatchObject({ Amount: "1000.00", Email: expect.any(String) });
  expect(await site.send(`${path}?separator=pipe`, { token })).toMatchObject({
    status: 400,
    json: { error: "Please choose comma, semicolon or tab" },
  });
  const sheet = await fetch(new URL(`${path}?format=xlsx`, site.app.url), {
    headers: { authorization: `Bearer ${token}` },
  });
  const [head = [], cells = []] = await readRows(Buffer.from(await sheet.arrayBuffer()));
  expect(Object.fromEntries(head.map((name, at) => [name, cells[at]]))).toMatchObject({
    Phone: "+34600555123",
    "Account no.": "-500",
    Amount: 1000,
    Commission: 100,
  });
});

describe("export that is too long for a request", () => {
  const KILLED = 3;

  async function stage(count: number) {
    const form = await createForm({ allowRepeat: true });
    await Promise.all(Array.from({ length: count }, () => submitForm(form, { email: uniqueEmail() })));
    const { workspace } = form.owner;
    const query = SubmissionsQuery.parse({});
    const begin = (format: "csv" | "xlsx", atOnce = 1) =>
      startListExport({ access: toAccess(form.owner), workspace, query, format }, atOnce);
    return { form, begin, ...(await signInAs(form.owner)) };
  }
  const finished = async () => {
    await eventually(async () => expect(await ListExport.count({ where: { state: "done" } })).toBe(1));
    return ListExport.findOne({ where: { state: "done" }, rejectOnEmpty: true });
  };

  test("an export that is too long for a request is written in the background, and only its member gets it, until it is deleted", async () => {
    const { form, begin, cookie } = await stage(3);
    expect(await begin("csv", 3)).toBeNull();
    expect(await begin("csv")).toEqual({ total: 3 });
    const { id } = await finished();
    const path = paths.listExport({ exportId: id });
    const page = await site.send("/dashboard/submissions", { cookie });
    expect(page.text).toContain(path);

    const { text, headers } = await site.send(path, { cookie });

    expect(headers.get("content-disposition")).toContain(".csv");
    expect(text.trimEnd().split("\r\n")).toHaveLength(4);
    const colleague = await signInAs(await createMember(form.owner, "manager"));
    expect((await site.send(path, { cookie: colleague.cookie })).status).toBe(404);
    await ListExport.update({ createdAt: new Date(Date.now() - 25 * 3_600_000) }, { where: { id } });
    expect((await site.send(path, { cookie })).status).toBe(404);
    while (await deleteOldRows("old list exports"));
    expect([await ListExport.count(), await ListExportPart.count()]).toEqual([0, 0]);
  });

  test("an export that version 0.1.0 left waiting for accepted claims has those that are accepted", async () => {
    const { form } = await stage(2);
    await connectMeta(form.owner);
    const [claim] = await Submission.findAll({ where: { formId: form.id } });
    await site.decide((await signInAs(form.owner)).token, claim?.id ?? "", { status: "handled" });
    await ListExport.create({
      workspaceId: form.owner.workspace.id,
      userId: form.owner.id,
      format: "csv",
      total: 1,
      query: JSON.stringify({ event: "accepted" }),
      writtenCount: 0,
      attemptCount: 0,
      state: "queued",
      dueAt: new Date(0),
      createdAt: new Date(),
    });
    expect((await finished()).writtenCount).toBe(1);
  });

  test("a killed export starts again, and is deleted once a person in it is erased", async () => {
    const { form, begin, cookie } = await stage(3);
    // As a killed process leaves it: claimed, with a part that ends somewhere.
    await ListExport.create({
      workspaceId: form.owner.workspace.id,
      userId: form.owner.id,
      format: "xlsx",
      total: KILLED,
      query: JSON.stringify(SubmissionsQuery.parse({})),
      writtenCount: 1,
      attemptCount: 1,
      state: "queued",
      dueAt: new Date(0),
      leaseToken: "killed",
      createdAt: new Date(),
    }).then(({ id }) => ListExportPart.create({ exportId: id, number: 0, content: Buffer.from("PK") }));
    const { id } = await finished();
    const response = await fetch(new URL(paths.listExport({ exportId: id }), site.app.url), {
      headers: { cookie },
    });
    expect(await readRows(Buffer.from(await response.arrayBuffer()))).toHaveLength(KILLED + 1);

    const [claim] = await Submission.findAll({ where: { formId: form.id } });
    await eraseClaim({ workspaceId: form.owner.workspace.id, submissionId: claim?.id ?? "", access: null });

    expect(await ListExport.count()).toBe(0);
    expect(await begin("csv")).toEqual({ total: 3 });
    expect((await finished()).writtenCount).toBe(3);
  });
});

/** The lines of a CSV file under the names of its head. */
function readRecords(text: string, delimiter = ","): Record<string, unknown>[] {
  const [head = [], ...rows] = parseCsv(text, { delimiter });
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])));
}

async function readRows(file: Buffer): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for await (const { values } of streamXlsxRows(file)) rows.push(values);
  return rows;
}
