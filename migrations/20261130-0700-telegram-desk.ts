import { tablesMigration } from "./table.ts";

const toWorkspace = { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" } as const;
const toUser = { column: "userId", table: "users", onDelete: "CASCADE" } as const;
const toBot = { column: "botId", table: "telegramBots", onDelete: "CASCADE" } as const;
const toChat = { column: "deskChatId", table: "telegramDeskChats", onDelete: "CASCADE" } as const;

/** The chats in which members are told of claims, what they are yet to be told, and the codes that link them. */
export default tablesMigration("20261130-0700-telegram-desk", (type) => ({
  telegramDeskChats: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      userId: `${type.id} NOT NULL`,
      botId: `${type.id} NOT NULL`,
      chatId: `${type.ascii(20)} NOT NULL`,
      isGroup: `${type.boolean} NOT NULL`,
      title: `${type.text(256)} NULL`,
      state: `${type.ascii(6)} NOT NULL`,
      dueAt: `${type.time} NULL`,
      leaseToken: `${type.id} NULL`,
      attemptCount: `${type.integer} NOT NULL`,
      toldAt: `${type.time} NULL`,
      version: `${type.integer} NOT NULL DEFAULT 0`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "telegramDeskChats_member", columns: ["userId", "botId", "isGroup"], isUnique: true },
      { name: "telegramDeskChats_chat", columns: ["botId", "chatId"], isUnique: true },
      { name: "telegramDeskChats_workspace", columns: ["workspaceId", "userId"] },
      { name: "telegramDeskChats_due", columns: ["state", "dueAt"] },
    ],
    references: [toWorkspace, toUser, toBot],
  },
  telegramDeskMarks: {
    columns: {
      deskChatId: `${type.id} NOT NULL`,
      notificationId: `${type.id} NOT NULL`,
      token: `${type.id} NOT NULL`,
    },
    primaryKey: ["deskChatId", "notificationId"],
    keys: [{ name: "telegramDeskMarks_notification", columns: ["notificationId"] }],
    references: [toChat, { column: "notificationId", table: "notifications", onDelete: "CASCADE" }],
  },
  telegramDeskClaims: {
    columns: { deskChatId: `${type.id} NOT NULL`, submissionId: `${type.id} NOT NULL` },
    primaryKey: ["deskChatId", "submissionId"],
    keys: [{ name: "telegramDeskClaims_submission", columns: ["submissionId"] }],
    references: [toChat, { column: "submissionId", table: "submissions", onDelete: "CASCADE" }],
  },
  telegramDeskCodes: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      userId: `${type.id} NOT NULL`,
      botId: `${type.id} NOT NULL`,
      codeHash: `${type.ascii(64)} NOT NULL`,
      isGroup: `${type.boolean} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
      expiresAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "telegramDeskCodes_code", columns: ["codeHash"], isUnique: true },
      { name: "telegramDeskCodes_member", columns: ["userId", "workspaceId"] },
      { name: "telegramDeskCodes_old", columns: ["expiresAt"] },
    ],
    references: [toWorkspace, toUser, toBot],
  },
}));
