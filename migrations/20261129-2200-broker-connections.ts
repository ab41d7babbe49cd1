import { type Migration, tablesMigration } from "./table.ts";

/** Brokers whose APIs are asked, which claims they are asked about, and what they said of each client. */
export default tablesMigration("20261129-2200-broker-connections", (type) => ({
  brokerConnections: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      platformId: `${type.id} NOT NULL`,
      kind: `${type.ascii(20)} NOT NULL`,
      credential: `${type.longText} NOT NULL`,
      session: `${type.longText} NULL`,
      state: `${type.ascii(3)} NOT NULL`,
      dueAt: `${type.time} NULL`,
      leaseToken: `${type.id} NULL`,
      attemptCount: `${type.integer} NOT NULL`,
      health: `${type.ascii(8)} NOT NULL`,
      problem: `${type.text(500)} NULL`,
      restUntil: `${type.time} NULL`,
      place: `${type.text(500)} NULL`,
      nextListAt: `${type.time} NULL`,
      listStartedAt: `${type.time} NULL`,
      listedFrom: `${type.time} NULL`,
      lastAnswerAt: `${type.time} NULL`,
      askedCount: `${type.integer} NOT NULL`,
      answeredCount: `${type.integer} NOT NULL`,
      triedAt: `${type.time} NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "brokerConnections_broker", columns: ["platformId"], isUnique: true },
      { name: "brokerConnections_due", columns: ["kind", "state", "dueAt"] },
      { name: "brokerConnections_workspace", columns: ["workspaceId"] },
    ],
    references: [
      { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
      { column: "platformId", table: "platforms", onDelete: "CASCADE" },
    ],
  },
  brokerQuestions: {
    columns: {
      submissionId: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      connectionId: `${type.id} NOT NULL`,
      askCount: `${type.integer} NOT NULL`,
      dueAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["submissionId"],
    keys: [{ name: "brokerQuestions_due", columns: ["connectionId", "dueAt"] }],
    references: [
      { column: "submissionId", table: "submissions", onDelete: "CASCADE" },
      { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
      { column: "connectionId", table: "brokerConnections", onDelete: "CASCADE" },
    ],
  },
  brokerClients: {
    columns: {
      id: `${type.ascii(64)} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      connectionId: `${type.id} NOT NULL`,
      said: `${type.longText} NOT NULL`,
      changeCount: `${type.integer} NOT NULL`,
      registeredAt: `${type.time} NULL`,
      rowId: `${type.id} NULL`,
      erasedAt: `${type.time} NULL`,
      seenAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "brokerClients_connection", columns: ["connectionId"] },
      { name: "brokerClients_row", columns: ["rowId"] },
      { name: "brokerClients_old", columns: ["seenAt"] },
    ],
    references: [
      { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
      { column: "connectionId", table: "brokerConnections", onDelete: "CASCADE" },
    ],
  },
  brokerShapes: {
    columns: {
      id: `${type.ascii(64)} NOT NULL`,
      kind: `${type.ascii(20)} NOT NULL`,
      call: `${type.ascii(60)} NOT NULL`,
      shape: `${type.longText} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [{ name: "brokerShapes_old", columns: ["createdAt"] }],
  },
})) satisfies Migration;
