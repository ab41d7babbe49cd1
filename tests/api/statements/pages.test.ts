import { request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { Statement, Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  connectMeta,
  createForm,
  createMember,
  type Form,
  signInAs,
  submitForm,
} from "../../factories/index.ts";
import { send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";
import { startTestApp } from "../../support/start-for-test.ts";

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
    ...{ method: "POST", redirect: "manual", body, headers: { ...headers, cookie } },
  });
  return {
    status: response.status,
    location: response.headers.get("location") ?? "",
    headers: response.headers,
    text: await response.text(),
  };
}

/** Begins to send a body of such a length, which the server refuses before it arrives. */
function declare(cookie: string, bytes: number): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const started = request(site.app.url + page, {
      method: "POST",
      headers: {
        ...{ ...headers, cookie, "content-length": bytes },
        "content-type": "multipart/form-data; boundary=x",
      },
    });
    started.on("error", reject);
    started.on("response", (response) => {
      text(response).then((shown) => resolve({ status: response.statusCode ?? 0, text: shown }), reject);
    });
    started.write("--x");
  });
}

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
      ...{ method: "POST", redirect: "manual", body, headers: { ...headers, cookie } },
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
      ...{ cookie, headers },
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
