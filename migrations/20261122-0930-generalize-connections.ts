import { type QueryInterface, QueryTypes } from "sequelize";
import { decrypt, encrypt } from "#app/lib/secrets.server.ts";
import {
  addColumns,
  columnsOf,
  columnTypes,
  createTable,
  dropColumns,
  dropTable,
  type Migration,
  renameColumns,
} from "./table.ts";

/**
 * Connections and deliveries of any ad platform: credential and settings are JSON in the platform's own
 * shape, a delivery may wait for a result, and calls to a platform have a pace.
 */
const migration: Migration = {
  name: "20261122-0930-generalize-connections",
  up: async (queryInterface) => {
    const type = columnTypes(queryInterface);
    await renameColumns(queryInterface, "connections", {
      provider: "adPlatform",
      pixelId: "assetId",
      pixelName: "assetName",
    });
    await renameColumns(queryInterface, "deliveries", { platform: "adPlatform" });
    await addColumns(queryInterface, "connections", { settings: `${type.longText} NULL` });
    await addColumns(queryInterface, "deliveries", { receipt: `${type.text(500)} NULL` });
    await createTable(queryInterface, {
      name: "adPlatformPaces",
      columns: {
        // The connection's id, or the ad platform's for a pace of the whole product.
        id: `${type.ascii(36)} NOT NULL`,
        connectionId: `${type.id} NULL`,
        nextAt: `${type.time} NOT NULL`,
      },
      primaryKey: ["id"],
      references: [{ column: "connectionId", table: "connections", onDelete: "CASCADE" }],
    });
    if (!(await columnsOf(queryInterface, "connections")).has("testEventCode")) return;
    const connections = await readConnections(queryInterface, "testEventCode");
    assertKeysAreRight(connections);
    for (const { id, credential, testEventCode } of connections) {
      await writeConnection(queryInterface, id, {
        credential: recrypt(credential, id, (plain) =>
          isJson(plain) ? plain : JSON.stringify({ accessToken: plain }),
        ),
        settings: JSON.stringify({ testEventCode }),
      });
    }
    await dropColumns(queryInterface, "connections", ["testEventCode"]);
  },
  down: async (queryInterface) => {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "connections", { testEventCode: `${type.ascii(40)} NULL` });
    if ((await columnsOf(queryInterface, "connections")).has("settings")) {
      const connections = await readConnections(queryInterface, "settings");
      assertKeysAreRight(connections);
      for (const { id, credential, settings } of connections) {
        await writeConnection(queryInterface, id, {
          credential: recrypt(credential, id, (plain) =>
            isJson(plain) ? (JSON.parse(plain).accessToken ?? plain) : plain,
          ),
          testEventCode: settings === null ? null : (JSON.parse(settings).testEventCode ?? null),
        });
      }
    }
    // The platform may have these events: nothing sends them again by itself.
    await run(
      queryInterface,
      "UPDATE deliveries SET state = 'failed', dueAt = NULL WHERE state = 'confirming'",
    );
    await run(
      queryInterface,
      "UPDATE deliveryAttempts SET outcome = 'ambiguous' WHERE outcome = 'submitted'",
    );
    await dropTable(queryInterface, "adPlatformPaces");
    await dropColumns(queryInterface, "deliveries", ["receipt"]);
    await dropColumns(queryInterface, "connections", ["settings"]);
    await renameColumns(queryInterface, "deliveries", { adPlatform: "platform" });
    await renameColumns(queryInterface, "connections", {
      adPlatform: "provider",
      assetId: "pixelId",
      assetName: "pixelName",
    });
  },
};

type Row = { id: string; credential: string; testEventCode: string | null; settings: string | null };

const run = (queryInterface: QueryInterface, sql: string) => queryInterface.sequelize.query(sql);

const readConnections = (queryInterface: QueryInterface, column: "testEventCode" | "settings") =>
  queryInterface.sequelize.query<Row>(`SELECT id, credential, ${column} FROM connections`, {
    type: QueryTypes.SELECT,
  });

async function writeConnection(
  { sequelize }: QueryInterface,
  id: string,
  values: Record<string, string | null>,
): Promise<void> {
  const assignments = Object.keys(values).map((name) => `${name} = :${name}`);
  await sequelize.query(`UPDATE connections SET ${assignments.join(", ")} WHERE id = :id`, {
    replacements: { id, ...values },
  });
}

/**
 * @throws {Error} if no credential can be decrypted: other keys would leave all of them unchanged
 */
function assertKeysAreRight(connections: Row[]): void {
  if (connections.length === 0 || connections.some(({ id, credential }) => open(credential, id) !== null))
    return;
  throw new Error(
    "No credential in the table connections can be decrypted. Set ENCRYPTION_KEYS to the keys that this database was used with, and migrate again.",
  );
}

function open(sealed: string, id: string): string | null {
  try {
    return decrypt(sealed, id);
  } catch {
    return null;
  }
}

/** A credential whose key is gone stays as it is: its owner has to connect again in any case. */
function recrypt(sealed: string, id: string, change: (plain: string) => string): string {
  const plain = open(sealed, id);
  return plain === null ? sealed : encrypt(change(plain), id);
}

/** After a kill some rows have changed already. */
const isJson = (text: string) => text.startsWith("{");

export default migration;
