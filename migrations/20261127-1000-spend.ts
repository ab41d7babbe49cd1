import { type Migration, tablesMigration } from "./table.ts";

const tables = tablesMigration("20261127-1000-spend", (type) => {
  const workspace = { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" } as const;
  const id = `${type.id} NOT NULL`;
  const count = `${type.integer} NOT NULL`;
  const sum = `${type.sum} NOT NULL`;
  return {
    spendAccounts: {
      columns: {
        id,
        workspaceId: id,
        connectionId: id,
        adPlatform: `${type.ascii(20)} NOT NULL`,
        accountId: `${type.ascii(64)} NOT NULL`,
        accountName: `${type.text(200)} NULL`,
        credential: `${type.longText} NOT NULL`,
        tokenEnding: `${type.text(10)} NOT NULL`,
        currency: `${type.ascii(3)} NULL`,
        timeZone: `${type.ascii(64)} NULL`,
        state: `${type.ascii(10)} NOT NULL`,
        dueAt: `${type.time} NULL`,
        leaseToken: `${type.id} NULL`,
        attemptCount: count,
        lastReadAt: `${type.time} NULL`,
        readDay: `${type.day} NULL`,
        lastError: `${type.text(500)} NULL`,
        createdAt: `${type.time} NOT NULL`,
      },
      primaryKey: ["id"],
      keys: [
        {
          name: "spendAccounts_account",
          columns: ["workspaceId", "adPlatform", "accountId"],
          isUnique: true,
        },
        { name: "spendAccounts_due", columns: ["dueAt"] },
      ],
      references: [workspace, { column: "connectionId", table: "connections", onDelete: "CASCADE" }],
    },
    spendImports: {
      columns: {
        id,
        workspaceId: id,
        kind: `${type.ascii(10)} NOT NULL`,
        userId: `${type.id} NULL`,
        name: `${type.text(200)} NOT NULL`,
        adPlatform: `${type.ascii(20)} NOT NULL`,
        accountId: `${type.ascii(64)} NOT NULL`,
        source: `${type.exact(200)} NULL`,
        amount: `${type.money} NULL`,
        currency: `${type.ascii(3)} NULL`,
        fromDay: `${type.day} NULL`,
        toDay: `${type.day} NULL`,
        isSpread: `${type.boolean} NOT NULL`,
        activeHash: `${type.ascii(64)} NULL`,
        bytes: count,
        sheet: `${type.integer} NULL`,
        sheets: `${type.longText} NULL`,
        answers: `${type.longText} NULL`,
        columns: `${type.longText} NULL`,
        result: `${type.longText} NULL`,
        rowCount: count,
        error: `${type.text(500)} NULL`,
        state: `${type.ascii(10)} NOT NULL`,
        dueAt: `${type.time} NULL`,
        leaseToken: `${type.id} NULL`,
        attemptCount: count,
        createdAt: `${type.time} NOT NULL`,
        fileDeletedAt: `${type.time} NULL`,
      },
      primaryKey: ["id"],
      keys: [
        { name: "spendImports_file", columns: ["workspaceId", "activeHash"], isUnique: true },
        { name: "spendImports_newest", columns: ["workspaceId", "createdAt", "id"] },
        { name: "spendImports_due", columns: ["dueAt"] },
        { name: "spendImports_oldFiles", columns: ["fileDeletedAt", "createdAt"] },
      ],
      references: [workspace],
    },
    spendImportParts: {
      columns: { importId: id, number: count, content: `${type.picture} NOT NULL` },
      primaryKey: ["importId", "number"],
      references: [{ column: "importId", table: "spendImports", onDelete: "CASCADE" }],
    },
    rememberedSpendColumns: {
      columns: {
        id,
        workspaceId: id,
        headingHash: `${type.ascii(64)} NOT NULL`,
        answers: `${type.longText} NOT NULL`,
        updatedAt: `${type.time} NOT NULL`,
      },
      primaryKey: ["id"],
      keys: [
        { name: "rememberedSpendColumns_headings", columns: ["workspaceId", "headingHash"], isUnique: true },
      ],
      references: [workspace],
    },
    adObjects: {
      columns: {
        id,
        workspaceId: id,
        adPlatform: `${type.ascii(20)} NOT NULL`,
        accountId: `${type.ascii(64)} NOT NULL`,
        level: `${type.ascii(10)} NOT NULL`,
        parentId: `${type.id} NULL`,
        objectId: `${type.ascii(64)} NULL`,
        objectKey: `${type.ascii(64)} NOT NULL`,
        name: `${type.text(400)} NOT NULL`,
        nameKey: `${type.exact(400)} NOT NULL`,
        source: `${type.exact(200)} NULL`,
        createdAt: `${type.time} NOT NULL`,
      },
      primaryKey: ["id"],
      keys: [
        {
          name: "adObjects_key",
          columns: ["workspaceId", "adPlatform", "level", "objectKey"],
          isUnique: true,
        },
        { name: "adObjects_parent", columns: ["parentId"] },
      ],
      references: [workspace],
    },
    spendRows: {
      columns: {
        id,
        workspaceId: id,
        origin: `${type.ascii(10)} NOT NULL`,
        importId: `${type.id} NULL`,
        accountRef: `${type.id} NULL`,
        rowKey: `${type.ascii(64)} NOT NULL`,
        day: `${type.day} NOT NULL`,
        adPlatform: `${type.ascii(20)} NOT NULL`,
        accountId: `${type.ascii(64)} NOT NULL`,
        campaignRef: `${type.id} NULL`,
        adSetRef: `${type.id} NULL`,
        adRef: `${type.id} NULL`,
        source: `${type.exact(200)} NULL`,
        currency: `${type.ascii(3)} NOT NULL`,
        amount: `${type.money} NOT NULL`,
        impressions: `${type.integer} NULL`,
        clicks: `${type.integer} NULL`,
        conversions: `${type.money} NULL`,
        isSpread: `${type.boolean} NOT NULL`,
      },
      primaryKey: ["id"],
      keys: [
        { name: "spendRows_key", columns: ["workspaceId", "rowKey"], isUnique: true },
        { name: "spendRows_days", columns: ["workspaceId", "day", "campaignRef"] },
        { name: "spendRows_campaign", columns: ["campaignRef", "day"] },
        { name: "spendRows_import", columns: ["importId"] },
        { name: "spendRows_account", columns: ["accountRef", "day"] },
      ],
      references: [workspace, { column: "importId", table: "spendImports", onDelete: "CASCADE" }],
    },
    dayMarks: {
      columns: { workspaceId: id, day: `${type.day} NOT NULL`, id },
      primaryKey: ["workspaceId", "day", "id"],
      keys: [{ name: "dayMarks_newest", columns: ["day", "workspaceId"] }],
      references: [workspace],
    },
    claimOrigins: {
      columns: {
        workspaceId: id,
        id: `${type.ascii(32)} NOT NULL`,
        source: `${type.exact(200)} NOT NULL`,
        campaign: `${type.exact(200)} NOT NULL`,
        campaignId: `${type.ascii(64)} NOT NULL`,
        adSetId: `${type.ascii(64)} NOT NULL`,
        adId: `${type.ascii(64)} NOT NULL`,
        clickPlatform: `${type.ascii(20)} NOT NULL`,
      },
      primaryKey: ["workspaceId", "id"],
      references: [workspace],
    },
    claimMoney: {
      columns: {
        workspaceId: id,
        basis: `${type.ascii(5)} NOT NULL`,
        kind: `${type.ascii(10)} NOT NULL`,
        period: `${type.day} NOT NULL`,
        value: `${type.ascii(36)} NOT NULL`,
        claimDay: `${type.day} NOT NULL`,
        claims: count,
        decided: count,
        verified: count,
        confirmed: count,
        waiting: count,
        accepted: count,
        unconverted: count,
        amount: sum,
        waitingAmount: sum,
        commission: sum,
      },
      primaryKey: ["workspaceId", "basis", "kind", "period", "value", "claimDay"],
      keys: [{ name: "claimMoney_claimDay", columns: ["workspaceId", "claimDay"] }],
      references: [workspace],
    },
    spendMoney: {
      columns: {
        workspaceId: id,
        kind: `${type.ascii(10)} NOT NULL`,
        period: `${type.day} NOT NULL`,
        value: `${type.ascii(36)} NOT NULL`,
        spend: sum,
        impressions: `${type.bigInteger} NULL`,
        clicks: `${type.bigInteger} NULL`,
        conversions: `${type.sum} NULL`,
        unconverted: count,
      },
      primaryKey: ["workspaceId", "kind", "period", "value"],
      references: [workspace],
    },
    spendLimits: {
      columns: {
        workspaceId: id,
        costPerVerified: `${type.money} NOT NULL`,
        afterSpend: `${type.money} NOT NULL`,
        currency: `${type.ascii(3)} NOT NULL`,
        updatedAt: `${type.time} NOT NULL`,
      },
      primaryKey: ["workspaceId"],
      references: [workspace],
    },
    spendWarnings: {
      columns: { workspaceId: id, campaignRef: id, warnedAt: `${type.time} NOT NULL` },
      primaryKey: ["workspaceId", "campaignRef"],
      references: [workspace],
    },
  };
});

/** What ads cost: files, accounts and amounts by hand, their rows, and the money of each day and month. */
export default {
  name: tables.name,
  async up(queryInterface) {
    await tables.up(queryInterface);
    // All days with claims are counted once.
    await queryInterface.sequelize.query("DELETE FROM dayMarks");
    await queryInterface.sequelize.query(
      `INSERT INTO dayMarks (workspaceId, day, id)
       SELECT DISTINCT workspaceId, day, workspaceId FROM submissionTotals WHERE \`count\` > 0`,
    );
  },
  async down(queryInterface) {
    await tables.down(queryInterface);
  },
} satisfies Migration;
