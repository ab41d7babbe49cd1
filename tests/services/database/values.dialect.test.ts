import { describe, expect, test } from "vitest";
import { findRows } from "#app/database/rows.server.ts";
import { countOf, readValues, rowsOf } from "#app/database/values.server.ts";
import { runUntil } from "#app/lib/deadline.server.ts";
import { Submission } from "#app/models/index.server.ts";
import { createForm, submitForm } from "../../factories/index.ts";
import { recordStatements } from "../../support/statements.ts";

const attributes = Object.keys(Submission.getAttributes()) as "id"[];

describe("values of one statement", () => {
  test("rows that are read as values are those of the table, in its types and order", async () => {
    const form = await createForm();
    for (const amount of ["10", "4.5638", undefined]) await submitForm(form, { amount });
    const wanted = {
      where: { workspaceId: form.owner.workspace.id },
      attributes,
      order: [["id", "DESC"]] as ["id", "DESC"][],
      limit: 2,
    };
    const { rows } = await readValues({ rows: rowsOf(Submission, wanted) });
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(await findRows(Submission, wanted));
  });

  test("what a request asks for at the same time is one statement, and only who asks for what fails has the error", async () => {
    const count = await countClaims();
    const both = () => Promise.all([readValues(count), readValues(count)]);
    expect(await recordStatements(() => inRequest(both))).toHaveLength(1);
    const wrong = { wrong: { sql: "SELECT 1 FROM nowhere", read: Number } };
    const all = inRequest(() => Promise.allSettled([readValues(count), readValues(wrong)]));
    const [right, failed] = await all;
    expect(right).toEqual({ status: "fulfilled", value: { count: 1 } });
    expect(failed?.status).toBe("rejected");
  });

  test("requests of the same moment each read with a statement of their own", async () => {
    const count = await countClaims();
    const read = () => readValues(count);
    const both = () => Promise.all([inRequest(read), inRequest(read)]);
    expect(await recordStatements(both)).toHaveLength(2);
    expect(await recordStatements(() => Promise.all([read(), read()]))).toHaveLength(2);
  });
});

const inRequest = <T>(work: () => Promise<T>) => runUntil({ at: Infinity, pausedAt: null }, work);

async function countClaims() {
  const form = await createForm();
  await submitForm(form);
  return { count: countOf(Submission, { workspaceId: form.owner.workspace.id }) };
}
