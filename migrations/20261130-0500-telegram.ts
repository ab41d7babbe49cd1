import { addColumns, columnTypes, dropColumns, type Migration, tablesMigration } from "./table.ts";

const name = "20261130-0500-telegram";
const toWorkspace = { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" } as const;
const toBot = { column: "botId", table: "telegramBots", onDelete: "CASCADE" } as const;
const toForm = { column: "formId", table: "optInForms", onDelete: "CASCADE" } as const;
const toClaim = { column: "submissionId", table: "submissions", onDelete: "CASCADE" } as const;

const tables = tablesMigration(name, (type) => ({
  telegramBots: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      telegramId: `${type.ascii(20)} NOT NULL`,
      username: `${type.ascii(64)} NOT NULL`,
      token: `${type.longText} NOT NULL`,
      receives: `${type.ascii(7)} NOT NULL`,
      secretHash: `${type.ascii(64)} NULL`,
      nextUpdateId: `${type.bigInteger} NULL`,
      state: `${type.ascii(3)} NOT NULL`,
      dueAt: `${type.time} NULL`,
      leaseToken: `${type.id} NULL`,
      attemptCount: `${type.integer} NOT NULL`,
      health: `${type.ascii(9)} NOT NULL`,
      problem: `${type.text(500)} NULL`,
      restUntil: `${type.time} NULL`,
      lastUpdateAt: `${type.time} NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "telegramBots_workspace", columns: ["workspaceId"], isUnique: true },
      { name: "telegramBots_telegram", columns: ["telegramId"], isUnique: true },
      { name: "telegramBots_due", columns: ["state", "dueAt"] },
    ],
    references: [toWorkspace],
  },
  telegramUpdates: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      botId: `${type.id} NOT NULL`,
      updateId: `${type.bigInteger} NOT NULL`,
      state: `${type.ascii(6)} NOT NULL`,
      person: `${type.ascii(20)} NULL`,
      body: `${type.longText} NULL`,
      attemptCount: `${type.integer} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "telegramUpdates_once", columns: ["botId", "updateId"], isUnique: true },
      { name: "telegramUpdates_waiting", columns: ["state", "botId", "updateId"] },
    ],
    references: [toWorkspace, toBot],
  },
  telegramMessages: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      botId: `${type.id} NOT NULL`,
      chatId: `${type.ascii(20)} NOT NULL`,
      method: `${type.ascii(40)} NOT NULL`,
      body: `${type.longText} NULL`,
      slotAt: `${type.time} NOT NULL`,
      state: `${type.ascii(6)} NOT NULL`,
      dueAt: `${type.time} NULL`,
      leaseToken: `${type.id} NULL`,
      attemptCount: `${type.integer} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "telegramMessages_due", columns: ["state", "dueAt"] },
      { name: "telegramMessages_chat", columns: ["botId", "chatId", "slotAt"] },
    ],
    references: [toWorkspace, toBot],
  },
  telegramStarts: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      formId: `${type.id} NOT NULL`,
      submissionId: `${type.id} NULL`,
      tokenHash: `${type.ascii(64)} NOT NULL`,
      ownerHash: `${type.ascii(64)} NULL`,
      visit: `${type.longText} NOT NULL`,
      visitId: `${type.ascii(20)} NULL`,
      link: `${type.ascii(50)} NOT NULL`,
      language: `${type.ascii(8)} NULL`,
      hasClickId: `${type.boolean} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
      startedAt: `${type.time} NULL`,
      expiresAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "telegramStarts_token", columns: ["tokenHash"], isUnique: true },
      { name: "telegramStarts_started", columns: ["workspaceId", "startedAt"] },
      { name: "telegramStarts_visit", columns: ["visitId"] },
      { name: "telegramStarts_submission", columns: ["submissionId"] },
      { name: "telegramStarts_old", columns: ["expiresAt"] },
    ],
    references: [toWorkspace, toForm, toClaim],
  },
  telegramConversations: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      botId: `${type.id} NOT NULL`,
      telegramUserId: `${type.ascii(20)} NOT NULL`,
      formId: `${type.id} NOT NULL`,
      startId: `${type.id} NULL`,
      isOwnStart: `${type.boolean} NOT NULL`,
      visitId: `${type.ascii(20)} NOT NULL`,
      language: `${type.ascii(8)} NOT NULL`,
      step: `${type.ascii(20)} NOT NULL`,
      answers: `${type.longText} NOT NULL`,
      consentVersion: `${type.integer} NULL`,
      consentAt: `${type.time} NULL`,
      startedAt: `${type.time} NOT NULL`,
      expiresAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "telegramConversations_person", columns: ["botId", "telegramUserId"], isUnique: true },
      { name: "telegramConversations_old", columns: ["expiresAt"] },
    ],
    references: [
      toWorkspace,
      toBot,
      toForm,
      { column: "startId", table: "telegramStarts", onDelete: "SET NULL" },
    ],
  },
  telegramClaims: {
    columns: {
      id: `${type.id} NOT NULL`,
      submissionId: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      botId: `${type.id} NOT NULL`,
      telegramUserId: `${type.ascii(20)} NOT NULL`,
      startId: `${type.id} NULL`,
      language: `${type.ascii(8)} NOT NULL`,
      link: `${type.ascii(50)} NULL`,
      startedAt: `${type.time} NULL`,
      joinedAt: `${type.time} NULL`,
      blockedAt: `${type.time} NULL`,
      state: `${type.ascii(6)} NOT NULL`,
      dueAt: `${type.time} NULL`,
      leaseToken: `${type.id} NULL`,
      attemptCount: `${type.integer} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "telegramClaims_submission", columns: ["submissionId"], isUnique: true },
      { name: "telegramClaims_person", columns: ["botId", "telegramUserId"] },
      { name: "telegramClaims_due", columns: ["state", "dueAt"] },
    ],
    references: [
      toClaim,
      toWorkspace,
      toBot,
      { column: "startId", table: "telegramStarts", onDelete: "SET NULL" },
    ],
  },
}));

/** Telegram bots, what reached them and what they send, visits that go on in a chat, and claims made there. */
export default {
  ...tables,
  async up(queryInterface) {
    await tables.up(queryInterface);
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "submissions", { channel: `${type.ascii(8)} NULL` });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "submissions", ["channel"]);
    await tables.down(queryInterface);
  },
} satisfies Migration;
