import { expect, test } from "vitest";
import { deliverWithMovedClock } from "../../support/deliver-with-moved-clock.ts";
import { startTestSandbox } from "../../support/start-for-test.ts";

// The short form of the drill with the same name.
test("a clock that jumps forward and back by a minute doubles no event and loses none", async () => {
  const delivered = await deliverWithMovedClock({
    databaseUrl: process.env.DATABASE_URL ?? "",
    sandbox: await startTestSandbox(),
    claimsPerJump: 4,
  });
  expect(delivered).toMatchObject({ claims: 28, sent: 28, acceptedTwice: 0, totalsThatDiffer: 0 });
  expect(Math.max(...delivered.statuses)).toBeLessThan(400);
});
