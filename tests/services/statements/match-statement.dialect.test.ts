import { expect, test } from "vitest";
import { newId } from "#app/lib/ids.ts";
import {
  PaidCommission,
  Statement,
  StatementKey,
  StatementLine,
  StatementMatch,
  StatementReading,
  Submission,
} from "#app/models/index.server.ts";
import { recognizeFile } from "#app/services/statements/columns/file-columns.ts";
import { countMatches, listMatches } from "#app/services/statements/list-statements.server.ts";
import { matchStatement } from "#app/services/statements/match-statement.server.ts";
import { findPaidRows } from "#app/services/statements/paid/paid-rows.server.ts";
import { readOlderFiles } from "#app/services/statements/read-older-files.server.ts";
import { createForm, submitForm } from "../../factories/index.ts";

/** A statement that a process began to match, and what it had stored when it was killed. */
async function createInterrupted() {
  const form = await createForm();
  const { id } = await submitForm(form, { reference: "8412337", amount: "250", currency: "EUR" });
  const claim = await Submission.findByPk(id, { rejectOnEmpty: true });
  const { workspaceId, platformId, day } = claim;
  const table = [
    "Login;Time;Type;Amount;Currency;Commission",
    `8412337;${day} 00:00:01;Deposit;250.00;EUR;62.50`,
    `8400000;${day} 00:00:02;Deposit;40.00;EUR;10.00`,
  ].map((line, index) => ({ line: index + 1, cells: line.split(";") }));
  const now = new Date();
  const statement = await Statement.create({
    workspaceId,
    platformId,
    userId: null,
    version: 1,
    name: "april.csv",
    fileHash: "a",
    activeHash: "a",
    bytes: 1,
    sheet: 0,
    sheets: '[""]',
    answers: "{}",
    rowCount: table.length,
    columns: JSON.stringify(recognizeFile(table)),
    state: "matching",
    dueAt: now,
    attemptCount: 1,
    leaseToken: "lease",
    createdAt: now,
    expiresAt: now,
  });
  const statementId = statement.id;
  await StatementLine.bulkCreate(
    table.map(({ line, cells }) => ({ statementId, line, cells: JSON.stringify(cells) })),
  );
  const part = { statementId, workspaceId, matchingId: newId() };
  await StatementMatch.create({
    ...part,
    number: 0,
    matchGroup: "certain",
    submissionIds: "[]",
    lines: "[2]",
    score: 1,
    details: "{}",
  });
  await PaidCommission.create({
    ...part,
    platformId,
    fileName: "april.csv",
    uploadedAt: now,
    line: 2,
    grain: "transaction",
    day,
    clientHash: "left",
    submissionIds: "[]",
    paid: "99",
  });
  return { form, statement, place: { workspaceId, statementId }, month: day.slice(0, 7), platformId };
}

test("parts of a matching are shown together once it has ended, and those of a killed one never", async () => {
  const { statement, place, month, platformId } = await createInterrupted();
  const { workspaceId } = place;
  const countCertain = () => countMatches({ ...place, group: "certain" });
  const listPaid = async () => {
    const rows = await findPaidRows({ workspaceId, platformId, month });
    return rows.map(({ paid }) => Number(paid)).sort((a, b) => a - b);
  };
  expect([await countCertain(), await listPaid()]).toEqual([0, []]);

  await matchStatement({ id: statement.id, token: "another process's" });
  expect((await statement.reload()).state).toBe("matching");
  expect([await StatementMatch.count(), await StatementKey.count()]).toEqual([1, 0]);

  await matchStatement({ id: statement.id, token: "lease" });
  expect(await statement.reload()).toMatchObject({ state: "ready", version: 2, leaseToken: null });
  expect([await countCertain(), await listPaid()]).toEqual([1, [10, 62.5]]);
  expect([await PaidCommission.count(), await StatementKey.count()]).toEqual([2, 2]);
  const { matchingId } = statement;
  expect((await StatementMatch.findAll()).every((match) => match.matchingId === matchingId)).toBe(true);

  await statement.update({ state: "matching", leaseToken: "lease" });
  await matchStatement({ id: statement.id, token: "lease" });
  expect((await statement.reload()).matchingId).not.toBe(matchingId);
  expect([await countCertain(), await listPaid(), await PaidCommission.count()]).toEqual([1, [10, 62.5], 2]);
});

test("a matching again that ends after a decision shows nothing, and waits for who decides", async () => {
  const { form, statement, place } = await createInterrupted();
  await matchStatement({ id: statement.id, token: "lease" });
  const { matchingId } = await statement.reload();
  await submitForm(form, { reference: "8400000", amount: "40", currency: "EUR" });
  await statement.update({ leaseToken: "lease" });
  const again = matchStatement({ id: statement.id, token: "lease" });
  await Statement.update({ decidedAt: new Date() }, { where: { id: statement.id } });
  await again;
  expect(await statement.reload()).toMatchObject({ version: 2, matchingId, leaseToken: null });
  expect(+(statement.dueAt ?? 0)).toBeGreaterThan(Date.now());
  expect(await countMatches({ ...place, group: "certain" })).toBe(1);
});

test("what a matching read in the rows is shown with it, and an older file is read once more", async () => {
  const { statement, place } = await createInterrupted();
  const listRead = async () => {
    const query = { group: "certain" as const, page: 1, limit: 10 };
    const { found } = await listMatches({ statement: await statement.reload(), query });
    return found.flatMap(({ rows }) => rows.map(({ line, read }) => [line, read?.account, read?.amount]));
  };
  await matchStatement({ id: statement.id, token: "lease" });
  expect(await listRead()).toEqual([[2, "8412337", "250.00"]]);
  const { version, readingId } = await statement.reload();
  expect(await StatementReading.count({ where: { statementId: statement.id } })).toBe(2);

  // As the version before has left it.
  await StatementReading.destroy({ where: { statementId: statement.id } });
  await statement.update({ readingId: null });
  expect(await listRead()).toEqual([[2, undefined, undefined]]);
  await readOlderFiles();
  expect((await statement.reload()).dueAt).not.toBeNull();
  await statement.update({ leaseToken: "lease" });
  await matchStatement({ id: statement.id, token: "lease" });
  expect(await listRead()).toEqual([[2, "8412337", "250.00"]]);
  expect((await statement.reload()).version).toBe(version);
  expect(statement.readingId).not.toBe(readingId);
  expect(await countMatches({ ...place, group: "certain" })).toBe(1);
});
