import { expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { PaidCommission } from "#app/models/index.server.ts";
import { eraseClient } from "#app/services/client-facts/erase-client.server.ts";
import { findPaidRows } from "#app/services/statements/paid/paid-rows.server.ts";
import { createOwner, createPlatforms } from "../../factories/index.ts";

/** What the broker paid for a claim on some days, each for a client of its own. */
async function createPaid(days: string[]) {
  const owner = await createOwner();
  const [platform] = await createPlatforms(1, { owner });
  const place = { workspaceId: owner.workspace.id, platformId: platform?.id ?? "" };
  await PaidCommission.bulkCreate(
    days.map((day, at) => ({
      ...place,
      statementId: null,
      matchingId: null,
      fileName: "paid.csv",
      uploadedAt: new Date(),
      line: at + 2,
      grain: "transaction" as const,
      day,
      clientHash: day,
      submissionIds: '["claim"]',
      amount: "100.00",
      fee: null,
      currency: "EUR",
      paid: "20.00",
      paidCurrency: "EUR",
    })),
  );
  return place;
}

test("what is paid for a month's claims is looked for from two months before it to one after it", async () => {
  const place = await createPaid(["2026-08-31", "2026-09-01", "2026-12-31", "2027-01-01"]);
  const found = await findPaidRows({ ...place, month: "2026-11" });
  expect(found.map(({ day }) => day)).toEqual(["2026-09-01", "2026-12-31"]);
});

test("an erased person's client is unknown in what is paid within two months of the claim", async () => {
  const place = await createPaid(["2026-08-31", "2026-09-01", "2027-01-31", "2027-02-01"]);
  const claim = { ...place, id: "claim", day: "2026-11-15" };
  await inTransaction((transaction) => eraseClient(claim, { names: [], rowIds: [] }, transaction));
  const rows = await PaidCommission.findAll({ order: [["day", "ASC"]] });
  expect(rows.map(({ day, clientHash }) => day === clientHash)).toEqual([true, false, false, true]);
});
