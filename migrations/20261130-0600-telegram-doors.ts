import { type Migration, tablesMigration } from "./table.ts";

const toWorkspace = { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" } as const;

/** Channels and groups that a bot lets people into, and who came through. */
export default tablesMigration("20261130-0600-telegram-doors", (type) => ({
  telegramDoors: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      botId: `${type.id} NOT NULL`,
      chatId: `${type.ascii(20)} NOT NULL`,
      title: `${type.text(256)} NOT NULL`,
      needs: `${type.ascii(8)} NOT NULL`,
      platformId: `${type.id} NULL`,
      texts: `${type.longText} NOT NULL`,
      inviteLink: `${type.text(200)} NOT NULL`,
      problem: `${type.text(300)} NULL`,
      checkedAt: `${type.time} NOT NULL`,
      confirmedAt: `${type.time} NULL`,
      confirmedByUserId: `${type.id} NULL`,
      confirmedByName: `${type.text(100)} NULL`,
      archivedAt: `${type.time} NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "telegramDoors_chat", columns: ["botId", "chatId"], isUnique: true },
      { name: "telegramDoors_workspace", columns: ["workspaceId"] },
    ],
    references: [
      toWorkspace,
      { column: "botId", table: "telegramBots", onDelete: "CASCADE" },
      { column: "platformId", table: "platforms", onDelete: "CASCADE" },
      { column: "confirmedByUserId", table: "users", onDelete: "SET NULL" },
    ],
  },
  telegramEntries: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      doorId: `${type.id} NOT NULL`,
      telegramUserId: `${type.ascii(20)} NOT NULL`,
      submissionId: `${type.id} NOT NULL`,
      accountKey: `${type.ascii(64)} NULL`,
      state: `${type.ascii(7)} NOT NULL`,
      waitsFor: `${type.ascii(12)} NULL`,
      problem: `${type.ascii(12)} NULL`,
      problemAt: `${type.time} NULL`,
      kept: `${type.ascii(12)} NULL`,
      openedByUserId: `${type.id} NULL`,
      dueAt: `${type.time} NULL`,
      leaseToken: `${type.id} NULL`,
      attemptCount: `${type.integer} NOT NULL`,
      openedAt: `${type.time} NULL`,
      joinedAt: `${type.time} NULL`,
      endedAt: `${type.time} NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "telegramEntries_person", columns: ["doorId", "telegramUserId"], isUnique: true },
      { name: "telegramEntries_account", columns: ["doorId", "accountKey"], isUnique: true },
      { name: "telegramEntries_due", columns: ["state", "dueAt"] },
      { name: "telegramEntries_claim", columns: ["submissionId"] },
      { name: "telegramEntries_workspace", columns: ["workspaceId", "state"] },
    ],
    references: [
      toWorkspace,
      { column: "doorId", table: "telegramDoors", onDelete: "CASCADE" },
      { column: "submissionId", table: "submissions", onDelete: "CASCADE" },
      { column: "openedByUserId", table: "users", onDelete: "SET NULL" },
    ],
  },
})) satisfies Migration;
