import { request } from "node:http";
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { ImportPart, Statement, UploadPart } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createForm, createPlatforms, type Form, signInAs } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { plainText, readAttributes } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";
import { createZip, withDeclaredSizes } from "../../support/zip.ts";

const site = serveSite();
const path = "/api/statements";

const idOf = (form: Form) => form.platforms[0]?.id ?? "";

async function upload(token: string, platformId: string, file: string | Uint8Array, name = "deposits.csv") {
  const body = new FormData();
  body.set("platformId", platformId);
  body.set("file", new Blob([file as Uint8Array<ArrayBuffer>]), name);
  const response = await fetch(site.app.url + path, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, json: await response.json() };
}

async function untilRead(token: string, id: string) {
  return eventually(async () => {
    const { json } = await site.send(`${path}/${id}`, { token });
    expect(["ready", "columns", "failed"]).toContain(json.statement.status);
    return json.statement;
  });
}

const answer = (token: string, id: string, json: object) =>
  site.send(`${path}/${id}`, { method: "PATCH", token, json });
const decide = (token: string, id: string) =>
  site.send(`${path}/${id}/decide`, { token, json: { group: "certain", status: "handled" } });

async function createOwner() {
  const form = await createForm();
  const { token, cookie } = await signInAs(form.owner);
  const read = async (file: string | Uint8Array, name?: string, platformId = idOf(form)) =>
    untilRead(token, (await upload(token, platformId, file, name)).json.statement.id);
  return { form, token, cookie, platformId: idOf(form), read };
}

const csv = (login: number) =>
  `Login;Time;Type;Amount;Currency\n${login};2026-11-03 10:11:12;Deposit;250,00;EUR\n`;
const nothingStays = async () =>
  expect(await Promise.all([Statement.count(), ImportPart.count(), UploadPart.count()])).toEqual([0, 0, 0]);

describe("a ZIP", () => {
  test("becomes a statement for each file in it, and the same again leads to the same statements", async () => {
    const { token, platformId } = await createOwner();
    const xlsx = await writeXlsx({
      sheets: [
        {
          name: "A",
          rows: [
            ["Login", "Date"],
            [1003, "2026-11-03"],
          ],
        },
      ],
    });
    const zip = await createZip({
      "november/first.csv": csv(1001),
      "november/second.csv": csv(1002),
      "third.xlsx": xlsx,
      "__MACOSX/._first.csv": "x",
    });
    const sent = await upload(token, platformId, zip, "november.zip");
    expect([sent.status, sent.json.statements.length]).toEqual([201, 3]);
    const read = await Promise.all(
      sent.json.statements.map(({ id }: { id: string }) => untilRead(token, id)),
    );
    expect(read.map(({ fileName, status, rows }) => [fileName, status, rows])).toEqual([
      ["first.csv", "ready", 1],
      ["second.csv", "ready", 1],
      ["third.xlsx", "ready", 1],
    ]);
    const again = await upload(token, platformId, zip, "again.zip");
    expect([again.status, again.json.statements.map(({ id }: { id: string }) => id)]).toEqual([
      200,
      sent.json.statements.map(({ id }: { id: string }) => id),
    ]);
    expect(await UploadPart.count()).toBe(0);
  });

  test.each([
    [
      "in a ZIP",
      async () => createZip({ "inner.zip": await createZip({ "a.csv": csv(1) }) }),
      "inner.zip: This is a ZIP in a ZIP.",
    ],
    [
      "with an image",
      () => createZip({ "a.csv": csv(1), "b.csv": "\x89PNG\r\n\x00" }),
      "b.csv: This file is no table.",
    ],
    [
      "of 21 files",
      () => createZip(Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`${at}.csv`, csv(at)]))),
      "There are more than 20 files in this ZIP.",
    ],
    [
      "that says it unpacks to much",
      () => createZip({ "a.csv": Buffer.alloc(21 * 1024 * 1024, "a") }),
      "a.csv has more than 20 MB.",
    ],
    [
      "that unpacks to more than it says",
      async () => withDeclaredSizes(await createZip({ "a.csv": Buffer.alloc(3_000_000, "a") }), 1_000),
      "a.csv: The file is damaged.",
    ],
    ["without files", () => createZip({ "__MACOSX/a": "a" }), "There are no files in this ZIP."],
  ])("%s is refused with a sentence, and nothing of it stays", async (_, create, sentence) => {
    const { token, platformId } = await createOwner();
    const { status, json } = await upload(token, platformId, await create(), "files.zip");
    expect([status, json.error]).toEqual([400, expect.stringContaining(sentence)]);
    await nothingStays();
  });
});

test("of an upload that is cut off nothing stays", async () => {
  const { token } = await createOwner();
  const cut = request(site.app.url + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-length": 3_000_000,
      "content-type": "multipart/form-data; boundary=x",
    },
  });
  cut.on("error", () => undefined);
  cut.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
  cut.write(Buffer.alloc(1_500_000, "a"));
  await eventually(async () => expect(await UploadPart.count()).toBe(1));
  cut.destroy();
  await eventually(nothingStays);
});

test("a file that is larger than 20 MB is refused while it arrives, and nothing of it stays", async () => {
  const { token, platformId } = await createOwner();
  const { status, json } = await upload(token, platformId, Buffer.alloc(20 * 1024 * 1024 + 1, "a"));
  expect([status, json.error]).toEqual([413, "That file is too large. It may have at most 20 MB."]);
  await nothingStays();
});

describe("what a file leaves open is asked once", () => {
  test("a file that looks like another broker's asks whose it is, and can be moved or kept", async () => {
    const { form, token, platformId, read } = await createOwner();
    const other = (await createPlatforms(1, { owner: form.owner }))[0]?.id ?? "";
    expect(await read(csv(1001))).toMatchObject({ status: "ready" });
    const asking = await read(csv(1002), "deposits.csv", other);
    expect(asking).toMatchObject({
      status: "columns",
      questions: [{ id: "platform", options: [other, platformId], guess: null }],
    });
    expect((await answer(token, asking.id, { platformId: "nobody" })).status).toBe(400);
    const unknown = { columns: [{ index: 9, meaning: "account" }] };
    expect((await answer(token, asking.id, unknown)).json.details).toMatchObject([{ field: "columns" }]);
    const early = await decide(token, asking.id);
    expect([early.status, early.json.error]).toEqual([409, expect.stringContaining("Answer the questions")]);
    await answer(token, asking.id, { platformId });
    expect(await untilRead(token, asking.id)).toMatchObject({ status: "ready", platformId });
    const kept = await read(csv(1003), "deposits.csv", other);
    await answer(token, kept.id, { confirm: true });
    expect(await untilRead(token, kept.id)).toMatchObject({ status: "ready", platformId: other });
    expect((await decide(token, kept.id)).json).toMatchObject({ job: { total: 0 } });
    expect(await untilRead(token, kept.id)).toMatchObject({ decided: null });
    expect(await read(csv(1004), "deposits.csv", other)).toMatchObject({ status: "ready", questions: [] });
  });

  test("rows of other brands are left out and counted, and the brand is remembered", async () => {
    const { token, read } = await createOwner();
    const rows = (day: number) =>
      `Brand,Login,Date,Amount,Currency\nAlpha,5101,2026-11-0${day},250.00,EUR\nBeta,5102,2026-11-03,1.00,EUR\nBeta,5103,2026-11-03,1.00,EUR\n`;
    const asking = await read(rows(1));
    expect(asking).toMatchObject({
      questions: [{ id: "columns", about: "brand", options: ["Alpha", "Beta"] }],
    });
    await answer(token, asking.id, { brand: "Alpha" });
    const one = { reading: { brand: "Alpha", otherBrandRows: 2 }, groups: { unmatchedRows: { count: 1 } } };
    expect(await untilRead(token, asking.id)).toMatchObject(one);
    expect(await read(rows(2))).toMatchObject({ status: "ready", ...one });
  });

  test("a word for a kind of row that the owner explains is known in all files of the broker", async () => {
    const { token, read } = await createOwner();
    const rows = (heading: string, word: string) =>
      `${heading};Date;Type;Amount;Currency\n5101;2026-11-03;${word};250,00;EUR\n5102;2026-11-03;Deposit;1,00;EUR\n5103;2026-11-03;${word};1,00;EUR\n`;
    const one = await read(rows("Login", "Zufluss"));
    expect(one.reading.unknownKinds).toEqual([{ word: "Zufluss", rows: 2 }]);
    expect(one.groups.unmatchedRows.count).toBe(1);
    await answer(token, one.id, { kinds: { Zufluss: "deposit" } });
    expect(await untilRead(token, one.id)).toMatchObject({
      reading: { unknownKinds: [] },
      groups: { unmatchedRows: { count: 3 } },
    });
    expect((await read(rows("Account", "ZUFLUSS"))).reading.unknownKinds).toEqual([]);
  });

  test("the decimal mark and the zone are asked where they matter, and taken as guessed on confirmation", async () => {
    const { token, read } = await createOwner();
    const rows = "Email\tTime\tAmount\tCurrency\njo***@gm***.com\t2026-11-03 10:11:12\t1.250\tEUR\n";
    const asking = await read(rows);
    expect(asking.questions).toMatchObject([
      { id: "columns", about: "decimalMark", options: [".", ","], guess: "," },
      { id: "timeZone", guess: expect.any(String) },
    ]);
    await answer(token, asking.id, { decimalMark: ",", timeZone: "Europe/Madrid" });
    expect(await untilRead(token, asking.id)).toMatchObject({ status: "ready", timeZone: "Europe/Madrid" });
    expect(await read(`${rows}\n`)).toMatchObject({ status: "ready", timeZone: "Europe/Madrid" });
  });
});

describe("a bad file", () => {
  test.each([
    ["a binary .xls", () => Buffer.from("d0cf11e0a1b11ae1", "hex"), "save it as XLSX"],
    ["an image named .csv", () => Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "This is an image"],
    ["a damaged ZIP", () => Buffer.from("PK\x03\x04damaged", "latin1"), "The file is damaged."],
    [
      "a workbook with a password",
      () =>
        writeXlsx({ sheets: [{ name: "A", rows: [["a"]] }], encryption: { password: "x", spinCount: 1 } }),
      "The workbook is encrypted.",
    ],
  ])("%s is refused at once", async (_, create, sentence) => {
    const { token, platformId } = await createOwner();
    const { status, json } = await upload(token, platformId, await create());
    expect([status, json.error]).toEqual([400, expect.stringContaining(sentence)]);
    await nothingStays();
  });

  const bomb = async () => {
    const book = await writeXlsx({ sheets: [{ name: "A", rows: [["Login"], ["a".repeat(3_000_000)]] }] });
    return withDeclaredSizes(Buffer.from(book), 1_000);
  };
  test.each([
    [
      "of headings alone",
      () => csv(1).split("\n")[0] as string,
      "Line 1 has headings, but there are no rows below it.",
    ],
    ["of 300 columns", () => `${"a,".repeat(299)}a\n1,2\n`, "Line 1 has more than 250 columns."],
    ["with a cell of 10 MB", () => `a,b\n${"x".repeat(10 * 1024 * 1024)},2\n`, "Line 2"],
    ["that unpacks to more than it says", bomb, "The file is damaged."],
  ])("%s fails with a sentence that says where, and can be uploaded again", async (_, create, sentence) => {
    const { token, platformId } = await createOwner();
    const file = await create();
    const sent = await upload(token, platformId, file);
    expect(await untilRead(token, sent.json.statement.id)).toMatchObject({
      status: "failed",
      error: expect.stringContaining(sentence),
    });
    expect((await upload(token, platformId, file)).status).toBe(201);
  });
});

test("what is said of a file holds for its other sheets, but for columns, currency and brand", async () => {
  const { token, cookie, read } = await createOwner();
  const deposit = ["2026-11-03 10:11:12", "Deposit", 250, "Standard"];
  const heads = ["Time", "Type", "Amount", "Account type"];
  const book = await writeXlsx({
    sheets: [
      {
        name: "First",
        rows: [
          ["Login", ...heads],
          [1001, ...deposit],
        ],
      },
      {
        name: "Second",
        rows: [
          [...heads, "Login"],
          [...deposit, 1001],
        ],
      },
    ],
  });
  const { id } = await read(book, "deposits.xlsx");
  const said = { timeZone: "Asia/Tokyo", dateOrder: "month-first", currency: "USD" };
  await answer(token, id, { sheet: 0, ...said, columns: [{ index: 4, meaning: "name" }] });
  expect(await untilRead(token, id)).toMatchObject({ sheet: 0, timeZone: "Asia/Tokyo" });

  const columns = [{ index: 3, meaning: "userName" }];
  expect((await answer(token, id, { sheet: 1, decimalMark: ",", columns })).status).toBe(200);
  const second = await untilRead(token, id);
  expect(second).toMatchObject({
    sheet: 1,
    timeZone: "Asia/Tokyo",
    reading: { dateOrder: "month-first", decimalMark: ",", currency: null },
  });
  expect(second.columns.map(({ meaning }: { meaning: string }) => meaning).slice(3)).toEqual([
    "userName",
    "account",
  ]);

  const page = `/dashboard/statements/${id}`;
  const headers = { "sec-fetch-site": "same-origin" };
  const shown = { timeZone: "Asia/Tokyo", dateOrder: "month-first", "meanings[0]": "email" };
  const form = { intent: "read", sheet: "0", ...shown, decimalMark: "." };
  expect((await site.send(page, { cookie, headers, form })).status).toBe(303);
  const first = await untilRead(token, id);
  expect(first).toMatchObject({ sheet: 0, timeZone: "Asia/Tokyo", reading: { decimalMark: "." } });
  expect(first.columns[0]).toMatchObject({ meaning: "account", from: "heading" });
});

const asking =
  "Report of deposits\n\nLogin;Date;Amount\n8412337;03/04/2026;250,00\n8412338;05/04/2026;90,00\n";

test("while questions are open, the rows are those below the heading, and the page counts the questions", async () => {
  const { token, cookie, read } = await createOwner();
  const { id, status, rows, questions } = await read(asking);
  expect([status, rows, questions.length]).toEqual(["columns", 2, 2]);
  const { text } = await site.send(`/dashboard/statements/${id}`, { cookie });
  expect(text).toContain("2 questions about this file");
  await answer(token, id, { dateOrder: "day-first", currency: "EUR" });
  expect(await untilRead(token, id)).toMatchObject({ status: "ready", rows: 2 });
});

test("a form that was made before another window answered changes nothing, and shows what is saved", async () => {
  const { token, cookie, read } = await createOwner();
  const { id } = await read(asking);
  const page = `/dashboard/statements/${id}`;
  const seenIn = (text: string) => readAttributes(text, "input", { name: "seen" }).value ?? "";
  const post = (seen: string) =>
    site.send(page, {
      cookie,
      headers: { "sec-fetch-site": "same-origin" },
      form: { intent: "read", seen, dateOrder: "day-first", currency: "EUR" },
    });
  const seen = seenIn((await site.send(page, { cookie })).text);
  await answer(token, id, { dateOrder: "month-first", currency: "USD" });
  await untilRead(token, id);
  const late = await post(seen);
  expect(late.status).toBe(409);
  expect(plainText(late.text)).toContain(messages.fields.readMeanwhile);
  expect(late.text).toMatch(/<option [^>]*value="month-first"[^>]*selected/);
  expect(await untilRead(token, id)).toMatchObject({
    reading: { dateOrder: "month-first", currency: "USD" },
  });
  expect((await post(seenIn(late.text))).status).toBe(303);
  expect(await untilRead(token, id)).toMatchObject({ reading: { dateOrder: "day-first", currency: "EUR" } });
});
