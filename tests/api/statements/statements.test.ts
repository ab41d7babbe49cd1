import { describe, expect, test } from "vitest";
import { ImportPart, Statement, StatementLine, type Submission } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { connectMeta, createForm, type Form, signInAs, submitForm } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const path = "/api/statements";

async function upload(token: string, form: Form, text: string, name = "deposits.csv") {
  const body = new FormData();
  body.set("platformId", form.platforms[0]?.id ?? "");
  body.set("file", new Blob([text]), name);
  const response = await fetch(site.app.url + path, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, json: await response.json() };
}

/** Until the statement needs somebody, or is ready. */
async function untilRead(token: string, id: string) {
  return eventually(async () => {
    const { json } = await site.send(`${path}/${id}`, { token });
    expect(["ready", "columns", "failed"]).toContain(json.statement.status);
    return json.statement;
  });
}

const today = () => new Date().toISOString().slice(0, 10);
const csv = (...rows: string[]) => `Login;Time;Type;Amount;Currency\n${rows.join("\n")}\n`;

test("an amount in another currency is compared at the day’s rate", async () => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  await submitForm(form, { reference: "8412337", amount: "250", currency: "EUR" });
  const row = `8412337;${today()} 00:00:01;Deposit;25,00;USD`;
  const { id } = (await upload(token, form, csv(row))).json.statement;
  expect((await untilRead(token, id)).groups).toMatchObject({
    certain: { count: 0 },
    contradicted: { count: 1 },
  });
});

test("an undo keeps the claims whose event is already sent, and says so", async () => {
  const form = await createForm();
  await connectMeta(form.owner);
  const { token, cookie } = await signInAs(form.owner);
  const claim = await submitForm(form, { reference: "8412337", amount: "250" });
  const { json } = await upload(token, form, csv(`8412337;${today()} 00:00:01;Deposit;250,00;EUR`));
  const { id } = await untilRead(token, json.statement.id);
  await site.send(`${path}/${id}/decide`, { token, json: { group: "certain", status: "handled" } });
  await eventually(async () => expect((await claim.reload()).eventStatus).toBe("sent"));
  await eventually(async () => expect((await untilRead(token, id)).status).toBe("ready"));
  const { headers } = await site.send(`/dashboard/statements/${id}`, {
    cookie,
    headers: { "sec-fetch-site": "same-origin" },
    form: { intent: "undo" },
  });
  const flash = headers.getSetCookie().find((line) => line.startsWith("attesto_flash"));
  const shown = await site.send(headers.get("location") ?? "", {
    cookie: `${cookie}; ${flash?.split(";")[0]}`,
  });
  expect(shown.text).toContain(messages.statements.undoneInPart);
  expect((await site.send(`${path}/${id}/undo`, { method: "POST", token })).json).toEqual({
    undone: 0,
    keptBecauseSent: [claim.id],
  });
  expect((await claim.reload()).status).toBe("handled");
});

test("the same file again is the same statement, and one that is deleted leaves nothing", async () => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const text = csv(`8412337;${today()} 00:00:01;Deposit;250,00;EUR`);
  const first = await upload(token, form, text, "C:\\files\\anna@example.com deposits.csv");
  const again = await upload(token, form, text, "other.csv");
  expect(again).toMatchObject({
    status: 200,
    json: { isNew: false, statement: { id: first.json.statement.id } },
  });
  const { statement } = first.json;
  expect(statement.fileName).not.toContain("anna@example.com");
  expect((await site.send(`${path}/${statement.id}`, { method: "DELETE", token })).status).toBe(204);
  expect(await Promise.all([Statement.count(), ImportPart.count(), StatementLine.count()])).toEqual([
    0, 0, 0,
  ]);
});

test("a file that leaves its columns open asks, and its answers are remembered for the next file", async () => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  await submitForm(form, { reference: "A-1001", amount: "250" });
  const text = (ref: string) => `Ref,When,Amount,Currency\n${ref},${today()} 00:00:01,250.00,EUR\n`;
  const { json } = await upload(token, form, text("A-1001"));
  const asking = await untilRead(token, json.statement.id);
  expect(asking).toMatchObject({ status: "columns", questions: [{ id: "columns" }] });
  const answer = await site.send(`${path}/${asking.id}`, {
    method: "PATCH",
    token,
    json: {
      columns: [
        { index: 0, meaning: "account" },
        { index: 1, meaning: "datetime" },
      ],
    },
  });
  expect(answer.status).toBe(200);
  expect(await untilRead(token, asking.id)).toMatchObject({
    status: "ready",
    groups: { certain: { count: 1 } },
    columns: [{ meaning: "account", from: "user" }, { meaning: "datetime" }, {}, {}],
  });
  const next = await upload(token, form, text("A-1002"));
  expect(await untilRead(token, next.json.statement.id)).toMatchObject({
    status: "ready",
    columns: [{ meaning: "account", from: "remembered" }, {}, {}, {}],
  });
});

describe("a file in which two questions of columns are open", () => {
  const line = (at: number) =>
    `88${at},50211${at},${today()} 00:00:01,${100 + 7 * at}.00,${90 + 6 * at}.00,EUR`;
  const rows = ["Client ID,MT5 login,Time,Deposit,Amount,Currency", ...[10, 11, 12, 13].map(line)].join("\n");
  const about = ({ questions }: { questions: { about: string }[] }) => questions.map((one) => one.about);

  test("asks the other one once a button or a call has answered one of them", async () => {
    const form = await createForm();
    const { token, cookie } = await signInAs(form.owner);
    await submitForm(form, { reference: "5021110", amount: "160" });
    const { json } = await upload(token, form, rows);
    const { id } = json.statement;
    const page = `/dashboard/statements/${id}`;
    const choose = (fields: Record<string, string>) =>
      site.send(page, {
        cookie,
        headers: { "sec-fetch-site": "same-origin" },
        form: { intent: "chooseColumn", ...fields },
      });
    expect(about(await untilRead(token, id))).toEqual(["account", "amount"]);
    expect((await site.send(page, { cookie })).text).toContain("Use “Client ID” as the account");
    const none = await choose({ role: "account", index: "6" });
    expect([none.status, none.text.includes("Please choose one of the columns")]).toEqual([400, true]);

    // The guess is an answer too, once somebody gives it.
    expect((await choose({ role: "account", index: "0" })).status).toBe(303);
    const half = await untilRead(token, id);
    expect([half.status, about(half), half.columns[0].from]).toEqual(["columns", ["amount"], "user"]);
    expect((await choose({ role: "account", index: "1" })).status).toBe(303);
    expect(about(await untilRead(token, id))).toEqual(["amount"]);
    const patch = await site.send(`${path}/${id}`, {
      method: "PATCH",
      token,
      json: { columns: [{ index: 4, meaning: "amount" }] },
    });
    expect(patch.status).toBe(200);
    const meanings = ["ignore", "account", "datetime", "ignore", "amount", "currency"];
    expect(await untilRead(token, id)).toMatchObject({
      status: "ready",
      groups: { certain: { count: 1 } },
      columns: meanings.map((meaning) => ({ meaning })),
    });
  });

  test("is read as it was recognized once a member has sent the form of all columns", async () => {
    const form = await createForm();
    const { token, cookie } = await signInAs(form.owner);
    const { id } = (await upload(token, form, rows)).json.statement;
    const { columns } = await untilRead(token, id);
    const fields = columns.map(({ meaning }: { meaning: string }, at: number) => [
      `meanings[${at}]`,
      meaning,
    ]);
    await site.send(`/dashboard/statements/${id}`, {
      cookie,
      headers: { "sec-fetch-site": "same-origin" },
      form: { intent: "read", ...Object.fromEntries(fields) },
    });
    expect(await untilRead(token, id)).toMatchObject({
      status: "ready",
      columns: [{ meaning: "account" }, {}, {}, { meaning: "amount" }, {}, {}],
    });
  });
});

test("what the claims of one file chose stays in the next one, and what they say then is advice", async () => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const upTo5 = [0, 1, 2, 3, 4];
  const claim = async (accounts: number[]) => {
    for (const reference of accounts) await submitForm(form, { reference: String(reference), amount: "250" });
  };
  const read = async (clients: number[], logins: number[]) => {
    const rows = upTo5.map((at) => `${clients[at]},${logins[at]},${today()} 00:00:01,250.00,EUR`);
    const text = ["Client ID,MT5 login,Time,Amount,Currency", ...rows].join("\n");
    return untilRead(token, (await upload(token, form, text)).json.statement.id);
  };
  const logins = upTo5.map((at) => 7_731_000 + 17 * at);
  await claim(logins);
  const first = await read(
    upTo5.map((at) => 88_210 + at),
    logins,
  );
  expect(first.columns[1]).toMatchObject({ meaning: "account", from: "claims" });
  expect(first.groups.certain.count).toBe(5);
  const clients = upTo5.map((at) => 99_410 + 13 * at);
  await claim(clients);
  const second = await read(
    clients,
    upTo5.map((at) => 6_652_000 + 19 * at),
  );
  expect(second.columns[1]).toMatchObject({ meaning: "account", from: "claims" });
  expect(second.groups.certain.count).toBe(0);
  expect(second.adviceColumn).toMatchObject({ index: 0, found: 5, role: "account" });
});

test.each([
  ["an image", "\u0089PNG\r\n\u001a\n\u0000", "This file is no table."],
  ["an empty file", "", "The file is empty."],
])("%s is refused at the file", async (_, text, sentence) => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const { status, json } = await upload(token, form, text);
  expect(status).toBe(400);
  expect(json.error).toContain(sentence);
  expect(await Statement.count()).toBe(0);
});

test("a file with a header alone fails with a sentence, and can be uploaded again", async () => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const { json } = await upload(token, form, 'a,b\n1,"2\n');
  expect(await untilRead(token, json.statement.id)).toMatchObject({
    status: "failed",
    error: expect.stringContaining("A quotation mark is not closed"),
  });
  expect((await upload(token, form, 'a,b\n1,"2\n')).status).toBe(201);
});

test("nobody reaches another workspace's statements, and its brokers take no file", async () => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const { json } = await upload(token, form, csv(`1001;${today()} 00:00:01;Deposit;1,00;EUR`));
  const stranger = await createForm();
  const theirs = await signInAs(stranger.owner);
  for (const [method, suffix] of [
    ["GET", ""],
    ["DELETE", ""],
    ["GET", "/rows"],
    ["POST", "/undo"],
  ])
    expect(
      (await site.send(`${path}/${json.statement.id}${suffix}`, { method, token: theirs.token })).status,
    ).toBe(404);
  expect(await upload(theirs.token, form, "a,b\n1,2\n")).toMatchObject({
    status: 400,
    json: { details: [{ field: "platformId" }] },
  });
});

test("what a statement has decided teaches the person's account number for later claims, until it is undone", async () => {
  const form = await createForm({ allowRepeat: true });
  const { token } = await signInAs(form.owner);
  const at = `${today()} 00:00:01`;
  const taught = await submitForm(form, { email: "ana@example.com", reference: "8412337", amount: "250" });
  const first = await upload(token, form, csv(`8412337;${at};Deposit;250,00;EUR`));
  const { id } = await untilRead(token, first.json.statement.id);
  await site.send(`${path}/${id}/decide`, { token, json: { group: "certain", status: "handled" } });
  await eventually(async () => expect((await taught.reload()).status).toBe("handled"));

  const second = await upload(token, form, csv(`8412337;${at};Deposit;90,00;EUR`), "may.csv");
  await untilRead(token, second.json.statement.id);
  const later = await submitForm(form, { email: "ANA@example.com", phone: "+34600555111", amount: "90" });
  const stranger = await submitForm(form, { phone: "+34600555112", amount: "90" });
  await eventually(async () => {
    const rows = await site.send(`${path}/${second.json.statement.id}/rows?group=certain`, { token });
    expect(rows.json.matches).toMatchObject([{ submissionIds: [later.id] }]);
  });
  const known = async (claim: Submission) => (await site.read(token, claim.id)).json.knownAccounts;
  expect(await known(later)).toEqual([{ account: "8412337", fileName: "deposits.csv" }]);
  expect(await known(stranger)).toEqual([]);

  await eventually(async () => {
    expect((await site.send(`${path}/${id}/undo`, { method: "POST", token })).json.undone).toBe(1);
  });
  expect(await known(later)).toEqual([]);
});
