import { afterEach, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { config } from "#app/env.server.ts";
import { Statement, Submission } from "#app/models/index.server.ts";
import { toClaimFacts } from "#app/services/statements/keys/claim-facts.server.ts";
import {
  findStatementsOf,
  readKeptRows,
  saveStatementKeys,
} from "#app/services/statements/keys/statement-keys.server.ts";
import { createForm, submitForm } from "../../factories/index.ts";

const secrets = [...config.sessionSecrets];
afterEach(() => {
  config.sessionSecrets.splice(0, Number.POSITIVE_INFINITY, ...secrets);
});

test("later claims find a statement's keys under an older session secret, until that is gone", async () => {
  const form = await createForm();
  const { id: submissionId } = await submitForm(form, { reference: "8412337" });
  const claim = await Submission.findByPk(submissionId, { rejectOnEmpty: true });
  const { workspaceId, platformId } = claim;
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
    sheets: "[]",
    answers: "{}",
    rowCount: 1,
    columns: null,
    result: null,
    error: null,
    state: "ready",
    dueAt: null,
    leaseToken: null,
    attemptCount: 0,
    createdAt: new Date(),
    expiresAt: new Date(),
  });
  const facts = JSON.stringify([{ line: 2, kind: "deposit", amount: "250", at: null }]);
  await inTransaction((transaction) =>
    saveStatementKeys(statement, [["account 8412337", facts]], transaction),
  );
  const find = async () => findStatementsOf(workspaceId, await toClaimFacts(claim, [claim]));
  const readLines = async () => {
    const { rows } = await readKeptRows(statement, null, async () => undefined);
    return rows.map(({ line }) => line);
  };

  config.sessionSecrets.unshift("a-newer-secret-that-is-long-enough");
  expect(await find()).toEqual([statement.id]);
  expect(await readLines()).toEqual([2]);

  config.sessionSecrets.splice(1);
  expect(await find()).toEqual([]);
  expect(await readLines()).toEqual([]);
});
