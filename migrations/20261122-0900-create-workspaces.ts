import { type QueryInterface, QueryTypes } from "sequelize";
import { checkRowCounts } from "./check-row-counts.ts";
import {
  addReferenceColumn,
  dropReferenceColumn,
  hasColumn,
  hasIndex,
  moveReference,
} from "./owner-columns.ts";
import { addColumns, columnTypes, createTable, dropColumns, dropTable, type Migration } from "./table.ts";

/** The tables that named their owner by `userId`. */
const owned = [
  "platforms",
  "optInForms",
  "submissions",
  "submissionTotals",
  "sourceTotals",
  "viewTotals",
  "connections",
  "deliveries",
  "commissions",
  "apiKeys",
];

const ofPlatform = (table: string) => ({
  table,
  column: "workspaceId",
  references: "workspaces",
  before: "platformId",
  isRequired: true,
  onDelete: "CASCADE" as const,
  value: `(SELECT p.workspaceId FROM platforms p WHERE p.id = \`${table}\`.platformId)`,
});

const added = [
  {
    ...ofPlatform("commissionTiers"),
    index: { name: "commissionTiers_owner", columns: ["workspaceId", "platformId"] },
  },
  { ...ofPlatform("monthTotals"), index: { name: "monthTotals_month", columns: ["workspaceId", "month"] } },
  {
    table: "apiKeys",
    column: "createdByUserId",
    references: "users",
    before: "name",
    isRequired: false,
    onDelete: "SET NULL" as const,
    // A workspace that this migration creates has the id of its account.
    value: "`workspaceId`",
    index: { name: "apiKeys_maker", columns: ["createdByUserId"] },
  },
];

const rowsToKeep = ["users", ...owned, "commissionTiers", "monthTotals"];

/** What an account owned belongs to a workspace, which has members. */
const migration: Migration = {
  name: "20261122-0900-create-workspaces",
  up: (queryInterface) =>
    checkRowCounts(queryInterface, rowsToKeep, async () => {
      await createTables(queryInterface);
      // The first column that is dropped below: after a kill there, the workspaces exist already.
      if (await hasColumn(queryInterface, "users", "subscriptionStatus"))
        await createWorkspaces(queryInterface);
      for (const table of owned)
        await moveReference(
          queryInterface,
          { table, column: "userId" },
          { column: "workspaceId", references: "workspaces" },
        );
      for (const column of added) await addReferenceColumn(queryInterface, column);
      if (await hasIndex(queryInterface, "users", "users_zone_changed"))
        await queryInterface.removeIndex("users", "users_zone_changed");
      await dropColumns(queryInterface, "users", Object.keys(userColumns(queryInterface)));
    }),
  down: (queryInterface) =>
    checkRowCounts(queryInterface, rowsToKeep, async () => {
      // After a kill between the last two steps only `workspaces` is left.
      if (await queryInterface.tableExists("workspaceMembers")) await returnToUsers(queryInterface);
      await dropTable(queryInterface, "workspaceMembers");
      await dropTable(queryInterface, "workspaces");
    }),
};

async function createTables(queryInterface: QueryInterface): Promise<void> {
  const type = columnTypes(queryInterface);
  await createTable(queryInterface, {
    name: "workspaces",
    columns: {
      id: `${type.id} NOT NULL`,
      name: `${type.text(100)} NOT NULL`,
      timeZone: `${type.ascii(64)} NOT NULL`,
      currency: `${type.ascii(3)} NOT NULL`,
      subscriptionStatus: `${type.ascii(20)} NOT NULL`,
      subscriptionPlan: `${type.ascii(20)} NOT NULL`,
      subscriptionEndsAt: `${type.time} NULL`,
      zoneChangedAt: `${type.time} NULL`,
      deleteRequestedAt: `${type.time} NULL`,
      createdAt: `${type.time} NOT NULL`,
      updatedAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "workspaces_zone_changed", columns: ["zoneChangedAt"] },
      { name: "workspaces_delete_requested", columns: ["deleteRequestedAt"] },
    ],
  });
  await createTable(queryInterface, {
    name: "workspaceMembers",
    columns: {
      workspaceId: `${type.id} NOT NULL`,
      userId: `${type.id} NOT NULL`,
      role: `${type.ascii(10)} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["workspaceId", "userId"],
    keys: [{ name: "workspaceMembers_user", columns: ["userId"] }],
    references: [
      { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
      // A workspace must not lose its last owner by a deleted row: memberships end first.
      { column: "userId", table: "users", onDelete: "RESTRICT" },
    ],
  });
}

/** With the id of its account, so that no row of the large tables changes. */
async function createWorkspaces(queryInterface: QueryInterface): Promise<void> {
  const run = (sql: string) => queryInterface.sequelize.query(sql);
  await run(
    `INSERT INTO workspaces (id, name, timeZone, currency, subscriptionStatus, subscriptionPlan, subscriptionEndsAt, zoneChangedAt, deleteRequestedAt, createdAt, updatedAt)
     SELECT id, name, timeZone, currency, subscriptionStatus, subscriptionPlan, subscriptionEndsAt, zoneChangedAt, deleteRequestedAt, createdAt, updatedAt
     FROM users WHERE id NOT IN (SELECT id FROM workspaces)`,
  );
  await run(
    `INSERT INTO workspaceMembers (workspaceId, userId, role, createdAt)
     SELECT id, id, 'owner', createdAt FROM users WHERE id NOT IN (SELECT userId FROM workspaceMembers)`,
  );
}

/** Gives everything back to the account that is the workspace's one member. */
async function returnToUsers(queryInterface: QueryInterface): Promise<void> {
  await assertNotShared(queryInterface);
  for (const column of added.toReversed()) await dropReferenceColumn(queryInterface, column);
  for (const table of owned)
    await moveReference(
      queryInterface,
      { table, column: "workspaceId" },
      { column: "userId", references: "users" },
      // Moved already where a kill came before the column was renamed.
      `COALESCE((SELECT m.userId FROM workspaceMembers m WHERE m.workspaceId = \`${table}\`.workspaceId), \`${table}\`.workspaceId)`,
    );
  await restoreUserColumns(queryInterface);
}

/** An account owns one of each again: two members, or two workspaces of one, cannot be told apart there. */
async function assertNotShared(queryInterface: QueryInterface): Promise<void> {
  const shared = (column: string) =>
    queryInterface.sequelize.query(
      `SELECT ${column} FROM workspaceMembers GROUP BY ${column} HAVING COUNT(*) > 1`,
      { type: QueryTypes.SELECT },
    );
  const workspaces = (await shared("workspaceId")).length;
  if (workspaces > 0)
    throw new Error(`${workspaces} workspaces have more than one member. Remove the others first.`);
  const users = (await shared("userId")).length;
  if (users > 0) throw new Error(`${users} accounts have more than one workspace. Delete the others first.`);
}

const userColumns = (queryInterface: QueryInterface) => {
  const type = columnTypes(queryInterface);
  return {
    subscriptionStatus: `${type.ascii(20)} NOT NULL DEFAULT 'active'`,
    subscriptionPlan: `${type.ascii(20)} NOT NULL DEFAULT 'free'`,
    subscriptionEndsAt: `${type.time} NULL`,
    currency: `${type.ascii(3)} NOT NULL DEFAULT 'EUR'`,
    timeZone: `${type.ascii(64)} NOT NULL DEFAULT 'UTC'`,
    zoneChangedAt: `${type.time} NULL`,
  };
};

async function restoreUserColumns(queryInterface: QueryInterface): Promise<void> {
  const columns = userColumns(queryInterface);
  await addColumns(queryInterface, "users", columns);
  const own = (column: string) =>
    `(SELECT w.${column} FROM workspaces w JOIN workspaceMembers m ON m.workspaceId = w.id WHERE m.userId = users.id)`;
  const names = Object.keys(columns).map((column) => `${column} = ${own(column)}`);
  await queryInterface.sequelize.query(
    `UPDATE users SET ${names.join(", ")} WHERE id IN (SELECT userId FROM workspaceMembers)`,
  );
  if (!(await hasIndex(queryInterface, "users", "users_zone_changed")))
    await queryInterface.addIndex("users", ["zoneChangedAt"], { name: "users_zone_changed" });
}

export default migration;
