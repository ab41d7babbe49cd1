import { writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { ImportPart, Statement, StatementLine } from "#app/models/index.server.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { createForm, type Form, signInAs, submitForm } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

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

async function createOwner() {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const read = async (file: string | Uint8Array, name?: string, platformId = idOf(form)) =>
    untilRead(token, (await upload(token, platformId, file, name)).json.statement.id);
  return { form, token, platformId: idOf(form), read };
}

const csv = (login: number) =>
  `Login;Time;Type;Amount;Currency\n${login};2026-11-03 10:11:12;Deposit;250,00;EUR\n`;

test("the same file from two windows at once is one statement", async () => {
  const { token, platformId } = await createOwner();
  const sent = await Promise.all([csv(1001), csv(1001)].map((file) => upload(token, platformId, file)));
  expect(new Set(sent.map(({ json }) => json.statement.id)).size).toBe(1);
  expect(sent.map(({ status }) => status).sort()).toEqual([200, 201]);
});

test("a file of which a killed server has read a part is read from its start", async () => {
  const { token, read } = await createOwner();
  const { id } = await read(csv(1001));
  await StatementLine.update({ line: 999 }, { where: { statementId: id, line: 2 } });
  const killed = { state: "reading", rowCount: 0, leaseToken: "gone", dueAt: new Date() } as const;
  await Statement.update(killed, { where: { id } });
  await eventually(async () => expect((await untilRead(token, id)).rows).toBe(1));
  const lines = await StatementLine.findAll({ where: { statementId: id }, order: [["line", "ASC"]] });
  expect(lines.map(({ line }) => line)).toEqual([1, 2]);
});

test("a person in a sheet that is not read is found there, and the file is deleted with them", async () => {
  const { form, token, read } = await createOwner();
  const claim = await submitForm(form, { email: "third@example.com" });
  const sheet = (name: string, email: string) => ({
    name,
    rows: [
      ["Login", "Email", "Date"],
      ...Array.from({ length: 500 }, (_, row) => [row * 7_919, `${row}-${email}`, "2026-11-03"]),
      [1, email, "2026-11-03"],
    ],
  });
  const sheets = ["first", "second", "third"].map((name) => sheet(name, `${name}@example.com`));
  const { id } = await read(await writeXlsx({ sheets }), "sheets.xlsx");
  await answer(token, id, { sheet: 0 });
  expect(await untilRead(token, id)).toMatchObject({ status: "ready", sheet: 0 });
  expect(await ImportPart.count()).toBeGreaterThan(0);
  const { id: submissionId, workspaceId } = claim;
  expect(await eraseClaim({ workspaceId, submissionId, access: null })).toBe(true);
  await eventually(async () => expect(await ImportPart.count()).toBe(0));
  expect(await untilRead(token, id)).toMatchObject({ status: "ready", rows: 501 });
});
