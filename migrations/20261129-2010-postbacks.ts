import { type Migration, tablesMigration } from "./table.ts";

const broker = [
  { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
  { column: "platformId", table: "platforms", onDelete: "CASCADE" },
] as const;

/** Addresses that brokers call back, what they called, and what says whether they called it before. */
export default tablesMigration("20261129-2010-postbacks", (type) => ({
  postbackAddresses: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      platformId: `${type.id} NOT NULL`,
      tokenHash: `${type.ascii(64)} NOT NULL`,
      token: `${type.longText} NOT NULL`,
      previousHash: `${type.ascii(64)} NULL`,
      previousUntil: `${type.time} NULL`,
      memberLeftAt: `${type.time} NULL`,
      secretKind: `${type.ascii(9)} NOT NULL`,
      secretName: `${type.ascii(100)} NULL`,
      secret: `${type.longText} NULL`,
      ips: `${type.longText} NOT NULL`,
      system: `${type.ascii(20)} NOT NULL`,
      answer: `${type.ascii(4)} NOT NULL`,
      fields: `${type.longText} NOT NULL`,
      amountIn: `${type.ascii(5)} NOT NULL`,
      currency: `${type.ascii(3)} NULL`,
      timeZone: `${type.ascii(64)} NULL`,
      dateOrder: `${type.ascii(11)} NOT NULL`,
      kinds: `${type.longText} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
      updatedAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "postbackAddresses_broker", columns: ["platformId"], isUnique: true },
      { name: "postbackAddresses_token", columns: ["tokenHash"], isUnique: true },
      { name: "postbackAddresses_previous", columns: ["previousHash"] },
      { name: "postbackAddresses_workspace", columns: ["workspaceId"] },
    ],
    references: [...broker],
  },
  postbacks: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      platformId: `${type.id} NOT NULL`,
      state: `${type.ascii(5)} NOT NULL`,
      receivedAt: `${type.time} NOT NULL`,
      ip: `${type.ascii(45)} NULL`,
      query: `${type.longText} NOT NULL`,
      body: `${type.longText} NULL`,
      bodyType: `${type.ascii(4)} NULL`,
      outcome: `${type.ascii(10)} NULL`,
      problem: `${type.text(300)} NULL`,
      rowId: `${type.id} NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "postbacks_log", columns: ["platformId", "id"] },
      { name: "postbacks_waiting", columns: ["state", "platformId", "id"] },
      { name: "postbacks_row", columns: ["rowId"] },
    ],
    references: [...broker],
  },
  postbackSights: {
    columns: {
      id: `${type.ascii(64)} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      platformId: `${type.id} NOT NULL`,
      expiresAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [{ name: "postbackSights_old", columns: ["expiresAt"] }],
    references: [...broker],
  },
  refusedPostbacks: {
    columns: {
      platformId: `${type.id} NOT NULL`,
      day: `${type.day} NOT NULL`,
      reason: `${type.ascii(8)} NOT NULL`,
      count: `${type.integer} NOT NULL`,
    },
    primaryKey: ["platformId", "day", "reason"],
    keys: [{ name: "refusedPostbacks_old", columns: ["day"] }],
  },
})) satisfies Migration;
