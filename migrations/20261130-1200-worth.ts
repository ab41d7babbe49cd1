import { type Migration, tablesMigration } from "./table.ts";

const toWorkspace = { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" } as const;
const toPlatform = { column: "platformId", table: "platforms", onDelete: "CASCADE" } as const;

/**
 * What clients are worth by their broker's contracts, which a job works out again whenever what it rests on
 * changes.
 */
export default tablesMigration("20261130-1200-worth", (type) => ({
  brokerWorths: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      platformId: `${type.id} NOT NULL`,
      calculatedAt: `${type.time} NULL`,
      state: `${type.ascii(6)} NOT NULL`,
      dueAt: `${type.time} NULL`,
      leaseToken: `${type.id} NULL`,
      attemptCount: `${type.integer} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "brokerWorths_platform", columns: ["platformId"], isUnique: true },
      { name: "brokerWorths_due", columns: ["state", "dueAt"] },
      { name: "brokerWorths_workspace", columns: ["workspaceId"] },
    ],
    references: [toWorkspace, toPlatform],
  },
  claimWorths: {
    columns: {
      submissionId: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      platformId: `${type.id} NOT NULL`,
      state: `${type.ascii(12)} NOT NULL`,
      amount: `${type.money} NULL`,
      currency: `${type.ascii(3)} NULL`,
      paid: `${type.longText} NOT NULL`,
      lacks: `${type.longText} NOT NULL`,
      factIds: `${type.longText} NOT NULL`,
      qualifiedOn: `${type.day} NULL`,
      firstDepositOn: `${type.day} NULL`,
      depositCount: `${type.integer} NOT NULL`,
      lots: `${type.money} NOT NULL`,
      withdrawn: `${type.money} NULL`,
      lastActiveAt: `${type.time} NULL`,
      leftAt: `${type.time} NULL`,
      lacksFrom: `${type.ascii(7)} NULL`,
      digest: `${type.ascii(43)} NOT NULL`,
    },
    primaryKey: ["submissionId"],
    keys: [
      { name: "claimWorths_broker", columns: ["platformId", "state"] },
      { name: "claimWorths_workspace", columns: ["workspaceId", "state"] },
    ],
    references: [
      toWorkspace,
      toPlatform,
      { column: "submissionId", table: "submissions", onDelete: "CASCADE" },
    ],
  },
  worthMonths: {
    columns: {
      platformId: `${type.id} NOT NULL`,
      month: `${type.ascii(7)} NOT NULL`,
      contractId: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      expected: `${type.sum} NOT NULL`,
      currency: `${type.ascii(3)} NOT NULL`,
      clientCount: `${type.integer} NOT NULL`,
      lackingCount: `${type.integer} NOT NULL`,
      unconverted: `${type.integer} NOT NULL`,
      isFinal: `${type.boolean} NOT NULL`,
    },
    primaryKey: ["platformId", "month", "contractId"],
    keys: [{ name: "worthMonths_workspace", columns: ["workspaceId", "month"] }],
    references: [toWorkspace, toPlatform],
  },
})) satisfies Migration;
