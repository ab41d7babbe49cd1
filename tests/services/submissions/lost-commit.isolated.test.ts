import { Transaction } from "sequelize";
import { afterEach, expect, test, vi } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { DomainEvent, Submission } from "#app/models/index.server.ts";
import { createForm, submitForm } from "../../factories/index.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";

afterEach(() => vi.restoreAllMocks());

/** The next COMMIT is done, but its connection is lost before the response arrives. */
function loseNextCommitResponse(): void {
  const { commit } = Transaction.prototype;
  vi.spyOn(Transaction.prototype, "commit").mockImplementationOnce(async function (this: Transaction) {
    await commit.call(this);
    throw Object.assign(new Error("Connection lost"), { code: "PROTOCOL_CONNECTION_LOST" });
  });
}

test("a submission is counted and reported once if the response to its COMMIT is lost", async () => {
  const form = await createForm();
  loseNextCommitResponse();
  const { id } = await submitForm(form);
  expect(await Submission.count()).toBe(1);
  await expectTotalsToBeTrue();
  expect(await DomainEvent.count({ where: { type: "submission.created", subjectId: id } })).toBe(1);
});

test("a submission is stored and counted once if a duplicate written with it cannot be explained", async () => {
  const form = await createForm();
  const { email } = await submitForm(form, { email: "first@example.com" });
  const query = sequelize.query.bind(sequelize) as (...args: unknown[]) => Promise<unknown>;
  vi.spyOn(sequelize, "query").mockImplementation(((...args: unknown[]) =>
    String(args[0]).includes("uniqueEmail IN")
      ? Promise.reject(new Error("Connection lost"))
      : query(...args)) as typeof sequelize.query);
  const [stored, duplicate] = await Promise.allSettled([
    submitForm(form, { email: "second@example.com" }),
    submitForm(form, { email }),
  ]);
  expect([stored.status, duplicate.status]).toEqual(["fulfilled", "rejected"]);
  vi.restoreAllMocks();
  expect(await Submission.count()).toBe(2);
  await expectTotalsToBeTrue();
});
