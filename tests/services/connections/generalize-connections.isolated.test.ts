import { QueryTypes } from "sequelize";
import { afterEach, expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { decrypt } from "#app/lib/secrets.server.ts";
import { Connection, Delivery } from "#app/models/index.server.ts";
import { saveConnection } from "#app/services/connections/connections.server.ts";
import { getDestination } from "#app/services/connections/credentials.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import migration from "../../../migrations/20261122-0930-generalize-connections.ts";
import { createForm, submitForm } from "../../factories/index.ts";

const queryInterface = sequelize.getQueryInterface();
afterEach(() => migration.up(queryInterface));

async function rowOf(table: string, id: string): Promise<Record<string, string | null>> {
  const [row] = await sequelize.query<Record<string, string | null>>(
    `SELECT * FROM ${table} WHERE id = :id`,
    {
      type: QueryTypes.SELECT,
      replacements: { id },
    },
  );
  return row ?? {};
}

/** A connection in test mode whose one delivery waits for its result. */
async function confirming() {
  const form = await createForm();
  const connection = await saveConnection({
    workspaceId: form.owner.workspace.id,
    adPlatform: "meta",
    credential: { accessToken: "sandbox-token" },
    settings: { testEventCode: "TEST1" },
    assetId: "1000000000000003",
    assetName: "Casa Trading",
  });
  await connection.update({ status: "invalid" });
  const submission = await submitForm(form);
  const { id } = submission;
  const decided = await decideSubmission({
    workspaceId: form.owner.workspace.id,
    submissionId: id,
    input: { status: "handled" },
  });
  const [delivery] = decided.submission.deliveries ?? [];
  await Delivery.update({ state: "confirming", receipt: "r-1" }, { where: { id: delivery?.id } });
  return { connection, deliveryId: delivery?.id ?? "" };
}

test("a connection keeps its token, pixel and test code downwards and up again", async () => {
  const { connection, deliveryId } = await confirming();
  const destination = await getDestination(connection);

  await migration.down(queryInterface);
  const before = await rowOf("connections", connection.id);
  expect(before).toMatchObject({
    provider: "meta",
    pixelId: "1000000000000003",
    pixelName: "Casa Trading",
    testEventCode: "TEST1",
  });
  expect(decrypt(before.credential ?? "", connection.id)).toBe("sandbox-token");
  expect(await rowOf("deliveries", deliveryId)).toMatchObject({
    platform: "meta",
    state: "failed",
    dueAt: null,
  });

  await migration.up(queryInterface);
  const after = await Connection.findByPk(connection.id, { rejectOnEmpty: true });
  expect(await getDestination(after)).toEqual(destination);
  expect(after).toMatchObject({ adPlatform: "meta", assetName: "Casa Trading", tokenEnding: "oken" });
});

test("a migration killed half-way continues where it stopped, and changes nothing twice", async () => {
  const { connection } = await confirming();
  const destination = await getDestination(connection);
  await migration.down(queryInterface);
  await migration.down(queryInterface);
  await migration.up(queryInterface);
  await migration.up(queryInterface);
  // The credentials were written and the old column was not dropped yet.
  await queryInterface.addColumn("connections", "testEventCode", { type: "VARCHAR(40)", allowNull: true });
  await sequelize.query("UPDATE connections SET testEventCode = 'TEST1'");
  await migration.up(queryInterface);
  const after = await Connection.findByPk(connection.id, { rejectOnEmpty: true });
  expect(await getDestination(after)).toEqual(destination);
});

test("a credential whose key is gone stays as it is", async () => {
  const { connection } = await confirming();
  await confirming();
  await migration.down(queryInterface);
  await sequelize.query("UPDATE connections SET credential = '00000000.a.b.c' WHERE id = :id", {
    replacements: { id: connection.id },
  });
  await migration.up(queryInterface);
  expect((await rowOf("connections", connection.id)).credential).toBe("00000000.a.b.c");
});

test("with the keys of another database the migration stops, up and down, and changes no credential", async () => {
  const { connection } = await confirming();
  const { credential } = connection;
  const setCredential = (value: string) =>
    sequelize.query("UPDATE connections SET credential = :value", { replacements: { value } });
  await setCredential("00000000.a.b.c");
  await expect(migration.down(queryInterface)).rejects.toThrow("ENCRYPTION_KEYS");
  await setCredential(credential);
  await migration.down(queryInterface);
  const before = (await rowOf("connections", connection.id)).credential ?? "";
  await setCredential("00000000.a.b.c");
  await expect(migration.up(queryInterface)).rejects.toThrow("ENCRYPTION_KEYS");
  await setCredential(before);
});
