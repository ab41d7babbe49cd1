import { describe, expect, test } from "vitest";
import { newId } from "#app/lib/ids.ts";
import { Logo, SpendImport, Statement, Submission, UploadPart } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  connectMeta,
  createForm,
  createMember,
  createPlatforms,
  type Form,
  signInAs,
  submitForm,
} from "../../factories/index.ts";
import { send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";
import { startTestApp } from "../../support/start-for-test.ts";
import { MULTIPART, sendUnfinished, startOfForm } from "../../support/unfinished.ts";
import { createUpload, ONE_PIXEL } from "../../support/upload.ts";

const site = serveSite();
const page = "/dashboard/statements";
const headers = { "sec-fetch-site": "same-origin" };
const sentences = messages.statements;

async function upload(cookie: string, fields: Record<string, string>, file?: string) {
  const body = new FormData();
  body.set("intent", "upload");
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set("file", new Blob(file === undefined ? [] : [file]), file === undefined ? "" : "deposits.csv");
  const response = await fetch(site.app.url + page, {
    method: "POST",
    redirect: "manual",
    body,
    headers: { ...headers, cookie },
  });
  return {
    status: response.status,
    location: response.headers.get("location") ?? "",
    headers: response.headers,
    text: await response.text(),
  };
}

/** Begins to send a body of such a length, which the server refuses before it arrives. */
const declare = (cookie: string, bytes: number) =>
  sendUnfinished(site.app.url + page, { ...headers, ...MULTIPART, cookie, "content-length": bytes }, "--x");

/** The page that a response leads to, with the message that it brings. */
async function follow(cookie: string, response: { headers: Headers }): Promise<string> {
  const flash = response.headers.getSetCookie().find((line) => line.startsWith("attesto_flash"));
  const location = response.headers.get("location") ?? "";
  return (await site.send(location, { cookie: `${cookie}; ${flash?.split(";")[0]}` })).text;
}

const idOf = (form: Form) => form.platforms[0]?.id ?? "";
const today = () => new Date().toISOString().slice(0, 10);

test("an owner uploads a file without script, verifies what is certain, undoes it and deletes the file", async () => {
  const form = await createForm();
  await connectMeta(form.owner);
  const { cookie } = await signInAs(form.owner);
  const claim = await submitForm(form, { reference: "8412337", amount: "250" });
  const rows = `Login;Time;Amount;Currency\n8412337;${today()} 00:00:01;250,00;EUR\n1002;soon;1,00;EUR\n`;
  const { status, location } = await upload(cookie, { platformId: idOf(form) }, rows);
  expect([status, location]).toEqual([
    303,
    expect.stringMatching(/^\/dashboard\/statements\/[0-9a-f-]{36}$/),
  ]);
  const read = () => site.send(location, { cookie });
  const text = await eventually(async () => {
    const shown = (await read()).text;
    expect(shown).toContain("Verify 1 claim");
    return shown;
  });
  for (const part of [
    "deposits.csv",
    "8412337",
    "1 claim can still be sent, the first until",
    "Unreadable rows",
  ])
    expect(text).toContain(part);
  expect((await site.send(`${location}?group=unreadable`, { cookie })).text).toContain(
    "&quot;soon&quot; is no date.",
  );
  expect((await site.send(page, { cookie })).text).toContain("1 certain, 0 likely");

  const [, version = ""] = /name="version" value="(\d+)"/.exec(text) ?? [];
  const post = (form: Record<string, string>) => site.send(location, { cookie, headers, form });
  const decide = { intent: "decide", group: "certain", status: "handled" };
  const stale = await post({ ...decide, version: String(Number(version) - 1) });
  expect(stale.status).toBe(409);
  expect(stale.text).toContain(sentences.decideFailed);
  expect(await follow(cookie, await post({ ...decide, version }))).toContain(sentences.verified);
  expect((await claim.reload()).status).toBe("handled");
  expect(await follow(cookie, await post({ ...decide, version }))).toContain(sentences.nothingOpen);
  expect((await read()).text).toContain("You can undo it until");
  expect(await follow(cookie, await post({ intent: "undo" }))).toContain(sentences.undone);
  expect((await claim.reload()).status).toBe("pending");
  expect((await post({ intent: "undo" })).text).toContain(sentences.undoFailed);

  expect(await follow(cookie, await post({ intent: "read", dateOrder: "day-first" }))).toContain(
    sentences.read,
  );
  await eventually(async () => expect((await read()).text).toContain("Verify 1 claim"));
  const wrong = await post({ intent: "read", timeZone: "Mars/Phobos" });
  expect([wrong.status, wrong.text.includes("Please choose a valid time zone")]).toEqual([400, true]);
  await Statement.update({ state: "reading", rowCount: 0, dueAt: null }, { where: {} });
  const early = await post({ intent: "read", dateOrder: "day-first" });
  expect([early.status, early.text.includes(sentences.readFailed)]).toEqual([409, true]);
  expect(await follow(cookie, await post({ intent: "delete" }))).toContain(sentences.deleted);
  expect((await post({ intent: "delete" })).text).toContain(sentences.deleteFailed);
});

test("an owner pastes rows, and the same rows again lead to the same statement", async () => {
  const form = await createForm();
  const { cookie } = await signInAs(form.owner);
  const pasted = "Login\tTime\tAmount\tCurrency\n1001\t2026-11-03 10:00\t250.00\tEUR\n";
  const first = await upload(cookie, { platformId: idOf(form), pasted });
  expect(await follow(cookie, first)).toContain(sentences.uploaded);
  const again = await upload(cookie, { platformId: idOf(form), pasted });
  expect(again.location).toBe(first.location);
  expect(await follow(cookie, again)).toContain(sentences.uploadedBefore);
});

test("an owner uploads several files at once without script, and explains a word of them", async () => {
  const form = await createForm();
  const { cookie } = await signInAs(form.owner);
  const send = (...files: string[]) => {
    const body = new FormData();
    body.set("intent", "upload");
    body.set("platformId", idOf(form));
    for (const [index, file] of files.entries()) body.append("file", new Blob([file]), `${index}.csv`);
    return fetch(site.app.url + page, {
      method: "POST",
      redirect: "manual",
      body,
      headers: { ...headers, cookie },
    });
  };
  const rows = (login: number) =>
    `Login;Date;Type;Amount;Currency\n${login};2026-11-03;Deposit;250,00;EUR\n1;2026-11-03;Zufluss;1,00;EUR\n`;
  const sent = await send(rows(1001), rows(1002));
  expect([sent.status, sent.headers.get("location")]).toEqual([303, page]);
  expect(await follow(cookie, sent)).toContain(sentences.uploadedMany(2, 2));
  expect(await follow(cookie, await send(rows(1001), rows(1003)))).toContain(sentences.uploadedMany(1, 2));
  expect(await (await send(rows(1004), "%PDF-1.7")).text()).toContain("1.csv: This is a PDF.");
  expect(await Statement.count()).toBe(3);

  const { id } = await Statement.findOne({ rejectOnEmpty: true });
  const shown = () => site.send(`${page}/${id}`, { cookie });
  await eventually(async () => expect((await shown()).text).toContain("Unknown words in this file"));
  const explain = (kind: string) =>
    site.send(`${page}/${id}`, {
      cookie,
      headers,
      form: { intent: "kinds", "words[0].word": "Zufluss", "words[0].kind": kind },
    });
  expect((await explain("")).text).toContain(sentences.kindsRequired);
  expect(await follow(cookie, await explain("deposit"))).toContain(sentences.read);
  await eventually(async () => {
    const { text } = await shown();
    expect(text).toContain("Account number");
    expect(text).not.toContain("Unknown words in this file");
    expect(text).not.toContain("Being");
  });
});

test("an upload without a file or a broker keeps the page and says what is missing", async () => {
  const form = await createForm();
  const { cookie } = await signInAs(form.owner);
  const { status, text } = await upload(cookie, { platformId: idOf(form) });
  expect(status).toBe(400);
  expect(text).toContain(sentences.fileRequired);
  expect((await upload(cookie, { platformId: "" }, "a,b\n1,2\n")).text).toContain("Please choose a broker");
  const large = await declare(cookie, 20.5 * 1024 * 1024);
  expect(large.status).toBe(413);
  for (const sentence of [sentences.uploadFailed, "That file is too large."])
    expect(large.text).toContain(sentence);
  const body = new FormData();
  body.set("intent", "upload");
  body.set("platformId", idOf(form));
  for (let number = 0; number < 6; number++) body.append("file", new File(["a,b\n1,2\n"], `${number}.csv`));
  const many = await fetch(site.app.url + page, { method: "POST", headers: { ...headers, cookie }, body });
  expect([many.status, await many.text()]).toEqual([413, expect.stringContaining("At most 5 files at once")]);
});

test("a checker uploads and decides, a viewer only sees", async () => {
  const form = await createForm();
  const rows = "Login;Time;Amount;Currency\n1001;2026-11-03 10:00;250,00;EUR\n";
  const checker = await signInAs(await createMember(form.owner, "checker"));
  const viewer = await signInAs(await createMember(form.owner, "viewer"));
  const { status, location } = await upload(checker.cookie, { platformId: idOf(form) }, rows);
  expect(status).toBe(303);
  expect((await upload(viewer.cookie, { platformId: idOf(form) }, rows)).location).toBe("/unauthorized");
  const shown = await site.send(location, { cookie: viewer.cookie });
  expect(shown.text).toContain("deposits.csv");
  expect(shown.text).not.toContain("Delete statement");
  expect(await Submission.count({ where: { status: "handled" } })).toBe(0);
});

test("the demo offers a ready statement of each broker as a file and with one click, and nobody else does", async () => {
  const form = await createForm();
  await submitForm(form, { reference: "8412337", amount: "250" });
  const { cookie } = await signInAs(form.owner);
  const sample = paths.sampleStatement({ platformId: idOf(form) });
  expect((await site.send(page, { cookie })).text).not.toContain("Use this file");
  expect((await site.send(sample, { cookie })).status).toBe(404);

  const demo = await startTestApp({ env: { APP_ENV: "demo" } });
  expect((await send(demo.url + page, { cookie })).text).toContain("Use this file");
  const file = await send(demo.url + sample, { cookie });
  expect(file.headers.get("content-disposition")).toContain("-transactions.csv");
  expect(file.text).toContain("\r\n8412337;");
  const used = await send(demo.url + sample, { cookie, headers, form: { intent: "sample" } });
  expect(used.headers.get("location")).toMatch(/^\/dashboard\/statements\/[0-9a-f-]{36}$/);
});

describe("a refused upload", () => {
  const bytes = 1_500_000;
  const nothingStays = async () =>
    expect([await UploadPart.count(), await Statement.count(), await SpendImport.count()]).toEqual([0, 0, 0]);
  const post = (cookie: string, to: string, body: BodyInit) =>
    fetch(site.app.url + to, {
      method: "POST",
      redirect: "manual",
      headers: { ...headers, cookie },
      body,
    });
  function formOf(fields: Record<string, string>, sizes: number[]) {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    for (const size of sizes) body.append("file", new File(["a".repeat(size)], "deposits.csv"));
    return body;
  }

  test("for a form, a workspace or a broker that is not theirs ends before its file arrives, and nothing stays", async () => {
    const form = await createForm();
    const { cookie } = await signInAs(form.owner);
    const foreign = idOf(await createForm());
    const refused = [
      ["/dashboard/statements", { intent: "nothing", platformId: idOf(form) }, 400],
      ["/dashboard/statements", { shownWorkspace: "another", intent: "upload", platformId: idOf(form) }, 409],
      ["/dashboard/statements", { intent: "upload", platformId: foreign }, 400],
      ["/dashboard/spend", { intent: "nothing" }, 400],
      ["/dashboard/spend", { shownWorkspace: "another", intent: "upload" }, 409],
    ] as const;
    for (const [to, fields, status] of refused) {
      const sent = { ...headers, ...MULTIPART, cookie, "content-length": 10_000_000 };
      const response = await sendUnfinished(site.app.url + to, sent, startOfForm(fields, bytes));
      expect([to, fields, response.status]).toEqual([to, fields, status]);
    }
    await nothingStays();
  });

  test("by a broker that comes after the file goes with the refusal, and the page keeps what was chosen", async () => {
    const form = await createForm();
    const { cookie } = await signInAs(form.owner);
    const late = formOf({ intent: "upload" }, [bytes]);
    late.set("platformId", idOf(await createForm()));
    expect((await post(cookie, page, late)).status).toBe(400);
    await nothingStays();
    await createPlatforms(1, { owner: form.owner });
    const many = await post(
      cookie,
      page,
      formOf({ intent: "upload", platformId: idOf(form) }, Array(6).fill(9)),
    );
    expect([many.status, await many.text()]).toEqual([
      413,
      expect.stringMatching(new RegExp(`<option value="${idOf(form)}" selected=""`)),
    ]);
    await nothingStays();
  });

  test("of files that are too large together is a 413 that can be read, with or without their length", async () => {
    const form = await createForm();
    const { cookie, token } = await signInAs(form.owner);
    const size = 12 * 1024 * 1024;
    const sent = () => formOf({ intent: "upload", platformId: idOf(form) }, [size, size]);
    const measured = await post(cookie, page, sent());
    expect([measured.status, await measured.text()]).toEqual([413, expect.stringContaining("too large")]);
    const { headers: typed, body } = new Request("http://x", { method: "POST", body: sent() });
    const chunked = await fetch(site.app.url + page, {
      method: "POST",
      body,
      duplex: "half",
      headers: { ...headers, cookie, "content-type": typed.get("content-type") ?? "" },
    } as RequestInit);
    expect([chunked.status, await chunked.text()]).toEqual([
      413,
      expect.stringContaining("These files are too large. Together they may have at most 20 MB."),
    ]);
    const call = await fetch(`${site.app.url}/api/statements`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: formOf({ platformId: idOf(form) }, [2 * size]),
    });
    expect([call.status, (await call.json()).code]).toEqual([413, "payload_too_large"]);
    await nothingStays();
  });

  test("of a logo for a form that is gone stores no picture", async () => {
    const form = await createForm();
    const { cookie } = await signInAs(form.owner);
    const to = `/dashboard/forms/${newId()}`;
    const upload = createUpload("logo", ONE_PIXEL, { intent: "logo" });
    const sent = { ...upload, headers: { ...upload.headers, ...headers } };
    const { status } = await site.send(to, { cookie, ...sent });
    expect([status, await Logo.count()]).toEqual([404, 0]);
  });
});
