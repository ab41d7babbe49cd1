import { QueryTypes } from "sequelize";
import { expect } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { Delivery, DeliveryAttempt, Submission } from "#app/models/index.server.ts";
import type { SandboxServer } from "../servers/sandbox.ts";
import { expectTotalsToBeTrue } from "./counts.ts";
import { eventually } from "./eventually.ts";

export async function expectAllSent(): Promise<void> {
  await eventually(async () => {
    expect(await Delivery.count({ where: { state: "sent" } })).toBe(
      await Submission.count({ where: { status: "handled" } }),
    );
  });
}

/** Every verified claim was sent once to the sandbox, and each attempt is stored. */
export async function expectNothingLostOrDoubled(sandbox: SandboxServer): Promise<void> {
  const handled = await Submission.findAll({
    where: { status: "handled" },
    include: { model: Delivery, as: "deliveries", include: [{ model: DeliveryAttempt, as: "attempts" }] },
  });
  const deliveries = handled.flatMap((submission) => submission.deliveries ?? []);
  // One delivery per handled submission, and as many event ids there as here: none lost, none under two ids.
  expect(deliveries).toHaveLength(handled.length);
  expect(await Delivery.count()).toBe(handled.length);
  expect([...new Set(sandbox.acceptedIds())].sort()).toEqual(deliveries.map(({ eventId }) => eventId).sort());
  expect(handled.every(({ eventStatus }) => eventStatus === "sent")).toBe(true);
  for (const { attempts = [], attemptCount } of deliveries) {
    const numbers = attempts.map(({ number }) => number).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: attemptCount }, (_, index) => index + 1));
  }
  const open = await sequelize.query<{ count: number }>(
    "SELECT COUNT(*) AS count FROM deliveries WHERE leaseToken IS NOT NULL OR dueAt IS NOT NULL",
    { type: QueryTypes.SELECT },
  );
  expect(Number(open[0]?.count)).toBe(0);
  await expectTotalsToBeTrue();
}
