import { beforeEach, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { type Connection, DomainEvent } from "#app/models/index.server.ts";
import { recordAcceptance } from "#app/services/deliveries/connection-health.server.ts";
import { countFailure } from "#app/services/deliveries/count-failures.server.ts";
import { connectMeta, createOwner } from "../../factories/index.ts";

const refused = {
  outcome: "permanent" as const,
  retryAfterMs: null,
  platformCode: "100",
  message: "Invalid parameter",
  traceId: null,
  remedy: "Enter the currency.",
};

let connection: Connection;
beforeEach(async () => {
  connection = await connectMeta(await createOwner());
});

async function fail(times: number): Promise<void> {
  for (let time = 0; time < times; time++)
    await inTransaction((transaction) => countFailure(connection, refused, transaction));
}

const reports = async () =>
  (await DomainEvent.findAll({ where: { type: "connection.failing" }, order: [["id", "ASC"]] })).map(
    ({ payload }) => JSON.parse(payload),
  );

test("events refused in a row are reported at 5, 10 and 15, and pause the connection at 20", async () => {
  await fail(19);
  expect((await reports()).map(({ failures }) => failures)).toEqual([5, 10, 15]);
  expect((await connection.reload()).status).toBe("connected");
  await fail(1);
  expect((await reports()).at(-1)).toMatchObject({ failures: 20, isPaused: true, remedy: refused.remedy });
  expect(await connection.reload()).toMatchObject({
    status: "invalid",
    lastError: "Sending is paused, because 20 events in a row were refused. Enter the currency.",
  });
});

test("an accepted event starts the count again", async () => {
  await fail(4);
  await recordAcceptance(await connection.reload());
  await fail(4);
  expect(await reports()).toEqual([]);
  expect((await connection.reload()).failureCount).toBe(4);
});
