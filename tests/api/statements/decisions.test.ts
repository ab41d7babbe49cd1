import { expect, test } from "vitest";
import { newId } from "#app/lib/ids.ts";
import { Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createForm, type Form, signInAs, submitForm } from "../../factories/index.ts";
import { deposit, readStatement, toCsv } from "../../support/broker-statement.ts";
import { eventually } from "../../support/eventually.ts";
import { readFlash } from "../../support/flash.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const headers = { "sec-fetch-site": "same-origin" };
const sentences = messages.statements;
const today = () => new Date().toISOString().slice(0, 10);

/** The page of a file that was read and matched. */
async function read(form: Form, rows: string): Promise<string> {
  const { token } = await signInAs(form.owner);
  const { id } = await readStatement({ url: site.app.url, token, form }, rows);
  return paths.statement({ id });
}

test("a page rejects claims that a file lacks once a member says that it lists all clients", async () => {
  const form = await createForm();
  const { cookie, token } = await signInAs(form.owner);
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000);
  await submitForm(form, { reference: "8412337", amount: "250", now: day(10) });
  const missing = await submitForm(form, { reference: "8412338", amount: "100", now: day(10) });
  const early = await submitForm(form, { reference: "8412339", amount: "100" });
  const row = (account: string, ago: number) =>
    `${account};${day(ago).toISOString().slice(0, 10)};250,00;EUR\n`;
  const rows = `Login;Date;Amount;Currency\n${row("5550001", 20)}${row("8412337", 10)}${row("5550002", 1)}`;
  const location = await read(form, rows);
  const show = () => site.send(`${location}?group=unmatchedClaims`, { cookie });
  const { text } = await show();
  for (const part of ["Reject 1 claim", "This file lists all my clients of"]) expect(text).toContain(part);
  const [, version = ""] = /name="version" value="(\d+)"/.exec(text) ?? [];
  const post = (form: Record<string, string>) =>
    site.send(`${location}?group=unmatchedClaims`, { cookie, headers, form });
  const unsaid = await post({ intent: "rejectMissing", version });
  expect([unsaid.status, unsaid.text.includes("Please confirm that this file lists all")]).toEqual([
    400,
    true,
  ]);
  expect(readFlash(await post({ intent: "rejectMissing", complete: "on", version }))).toBe(
    sentences.rejected,
  );
  expect(await missing.reload()).toMatchObject({ status: "rejected", decisionReason: "not_in_statement" });
  expect((await early.reload()).status).toBe("pending");
  const { statement } = (await site.send(`/api${location.replace("/dashboard", "")}`, { token })).json;
  expect(statement.complete).toEqual({ at: expect.any(String), by: form.owner.name });
  expect((await show()).text).toContain(`by ${form.owner.name}`);
});

test("a page offers the column with the account numbers, and lists the clients whom nobody claimed", async () => {
  const form = await createForm();
  const { cookie } = await signInAs(form.owner);
  for (const reference of ["8412337", "8412338"]) await submitForm(form, { reference, amount: "250" });
  const line = (login: string, other: string) => `${login};${today()} 00:00:01;250,00;EUR;${other}\n`;
  const rows = `Login;Time;Amount;Currency;Wallet\n${line("5551", "8412337")}${line("5552", "8412338")}${line("5553", "8412339")}`;
  const location = await read(form, rows);
  const { text } = await site.send(`${location}?group=unmatchedRows`, { cookie });
  for (const part of ["Use “Wallet” as the account", "3 clients have no claim", "5551\n5552\n5553"])
    expect(text).toContain(part);
  const meanings = ["ignore", "datetime", "amount", "currency", "account"];
  await site.send(location, {
    cookie,
    headers,
    form: { intent: "read", ...Object.fromEntries(meanings.map((one, at) => [`meanings[${at}]`, one])) },
  });
  await eventually(async () =>
    expect((await site.send(location, { cookie })).text).toContain("Verify 2 claims"),
  );
});

test("a page compares a likely match field by field, and ignores a filter that is broken", async () => {
  const form = await createForm();
  const { cookie } = await signInAs(form.owner);
  const claim = await submitForm(form, { reference: "8412337", amount: "250" });
  const rows = `Login;Time;Amount;Currency\n8412337;${today()} 00:00:01;190,00;EUR\n`;
  const location = await read(form, rows);
  const { text } = await site.send(`${location}?group=likely&page=none`, { cookie });
  for (const part of ["€250.00", "€190.00", "differs", "The file says €190.00", "are ignored:"])
    expect(text).toContain(part);
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? "";
  const rejection = { intent: "decide", status: "rejected", reason: "wrong_amount" };
  const reply = await site.send(`${location}?group=likely`, {
    cookie,
    headers,
    form: { ...rejection, matchId: field("matchId"), version: field("version") },
  });
  expect(reply.headers.get("location")).toBe(`${location}?group=likely`);
  expect(await claim.reload()).toMatchObject({ status: "rejected", decisionReason: "wrong_amount" });
});

test("a page pairs claims with clients, and leaves out a pair that is none", async () => {
  const form = await createForm();
  const { cookie } = await signInAs(form.owner);
  const claims = [await submitForm(form, { amount: "71" }), await submitForm(form, { amount: "83" })];
  const rows = `Login;Time;Amount;Currency\n9001;${today()} 00:00:01;71,00;EUR\n9002;${today()} 00:00:01;83,00;EUR\n`;
  const location = await read(form, rows);
  expect((await site.send(location, { cookie })).text).toContain("2 possible matches");
  const pairs = `${location}/pairs`;
  const text = (await site.send(pairs, { cookie })).text;
  const values = (name: string) =>
    [...text.matchAll(new RegExp(`name="${name}" value="([^"]+)"`, "g"))].map((found) => found[1] ?? "");
  const [[line = ""], [submissionId = ""], [, matchId = ""], [version = ""]] = [
    values("line"),
    values("submissionId"),
    values("matchId"),
    values("version"),
  ];
  const post = (form: Record<string, string>) => site.send(pairs, { cookie, headers, form });
  expect(readFlash(await post({ intent: "pair", submissionId, line, version }))).toBe(sentences.verified);
  expect(readFlash(await post({ intent: "skip", matchId }))).toBe(sentences.skipped);
  expect((await post({ intent: "skip", matchId })).text).toContain(sentences.skipFailed);
  expect((await post({ intent: "pair", submissionId, line, version: "1" })).text).toContain(
    sentences.pairFailed,
  );
  expect((await site.send(pairs, { cookie })).text).toContain("No possible match is left.");
  const statuses = await Promise.all(claims.map(async (claim) => (await claim.reload()).status));
  expect(statuses.sort()).toEqual(["handled", "pending"]);
});

test("a page decides more than a hundred claims in the background", async () => {
  const form = await createForm();
  const { cookie, token } = await signInAs(form.owner);
  const claim = await submitForm(form, { reference: "8400000", amount: "250" });
  const accounts = Array.from({ length: 101 }, (_, index) => String(8400001 + index));
  const copies = accounts.map((reference) => {
    const email = `${reference}@example.com`;
    const own = { id: newId(), submissionKey: newId(), reference };
    return { ...claim.get({ plain: true }), ...own, email, emailKey: email, uniqueEmail: email };
  });
  await Submission.bulkCreate(copies);
  const rows = toCsv(...accounts.map((account) => deposit(account, "250,00")));
  const { id, version } = await readStatement({ url: site.app.url, token, form }, rows);
  const reply = await site.send(paths.statement({ id }), {
    cookie,
    headers,
    form: { intent: "decide", group: "certain", status: "handled", version: String(version) },
  });
  expect(readFlash(reply)).toBe(sentences.deciding);
  await eventually(async () => expect(await Submission.count({ where: { status: "handled" } })).toBe(101));
});
