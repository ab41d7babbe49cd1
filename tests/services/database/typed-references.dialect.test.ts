import { afterEach, expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { Submission } from "#app/models/index.server.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { getProof } from "#app/services/proof/get-proof.server.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";
import { addSearchWords } from "#app/services/submissions/search-words.server.ts";
import migration from "../../../migrations/20261128-2100-typed-references.ts";
import { createForm, type Form, submitForm } from "../../factories/index.ts";

const queryInterface = sequelize.getQueryInterface();
const query = sequelize.query;
afterEach(async () => {
  sequelize.query = query;
  await migration.up(queryInterface);
});

/** Runs the migration until it dies before the n-th of its changes. */
async function runAndDie(change: "up" | "down", count: number): Promise<void> {
  let left = count;
  sequelize.query = ((sql: string, ...rest: []) => {
    if (/^(ALTER|UPDATE|DELETE)/.test(sql)) left -= 1;
    // The database takes back the transaction of a process that has died.
    if (left === 0 && sql !== "ROLLBACK;") throw new Error("killed");
    return query.call(sequelize, sql, ...rest);
  }) as typeof query;
  await migration[change](queryInterface).catch((error: Error) => expect(error.message).toBe("killed"));
  sequelize.query = query;
}

const TYPED = [
  "\u200b70117076\u200e",
  "MT5\u00ad/8412337",
  "８４１２３３９",
  "plain 8412340",
  "\u200b",
  null,
];
const PLAIN = ["70117076", "MT5/8412337", "8412339", "plain 8412340", null, null];

/** Claims as the version before stored them, with the words that they are found by. */
async function createClaims(form: Form): Promise<string[]> {
  const ids: string[] = [];
  for (const typed of TYPED) ids.push((await submitForm(form, { reference: typed ?? undefined })).id);
  return ids;
}

const readReferences = async (ids: string[]) => {
  const rows = await sequelize.query("SELECT id, reference FROM submissions ORDER BY id");
  const byId = new Map(
    (rows[0] as { id: string; reference: string }[]).map((row) => [row.id, row.reference]),
  );
  return ids.map((id) => byId.get(id) ?? null);
};

const store = async (ids: string[], values: (string | null)[]) => {
  for (const [at, id] of ids.entries())
    await Submission.update({ reference: values[at] ?? null }, { where: { id } });
};

test("account numbers lose what nobody sees and get it back, however often the migration is killed", async () => {
  const form = await createForm();
  const { workspace } = form.owner;
  const ids = await createClaims(form);
  await migration.down(queryInterface);
  await store(ids, TYPED);
  const search = async (text: string) =>
    (await listSubmissions({ workspace, query: SubmissionsQuery.parse({ search: text }) })).submissions.map(
      ({ id }) => id,
    );

  for (let count = 1; count <= 8; count += 1) await runAndDie("up", count);
  await migration.up(queryInterface);
  expect(await readReferences(ids)).toEqual(PLAIN);
  await addSearchWords();
  expect(await search("70117076")).toEqual([ids[0]]);

  for (let count = 1; count <= 8; count += 1) await runAndDie("down", count);
  await migration.down(queryInterface);
  expect(await readReferences(ids)).toEqual(TYPED);
});

test("the proof of a claim keeps the account number as it was typed", async () => {
  const { id, workspaceId } = await submitForm(await createForm(), { reference: "70117076" });
  const proof = async () => (await getProof({ workspaceId, submissionId: id })).entries[0]?.values.reference;
  expect(await proof()).toBe("70117076");
  await Submission.update({ reference: "7011 7076", typedReference: "70117076" }, { where: { id } });
  expect(await proof()).toBe("70117076");
});
