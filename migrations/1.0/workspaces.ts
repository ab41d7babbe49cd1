import { tablesMigration } from "../table.ts";

export default tablesMigration("1.0/workspaces", (type) => ({
  workspaces: {
    columns: {
      id: `${type.id} NOT NULL`,
      name: `${type.text(100)} NOT NULL`,
      timeZone: `${type.ascii(64)} NOT NULL`,
      currency: `${type.ascii(3)} NOT NULL`,
      showsSamples: `${type.boolean} NOT NULL DEFAULT 0`,
      subscriptionStatus: `${type.ascii(20)} NOT NULL`,
      subscriptionPlan: `${type.ascii(20)} NOT NULL`,
      subscriptionEndsAt: `${type.time} NULL`,
      zoneChangedAt: `${type.time} NULL`,
      amountsChangedAt: `${type.time} NULL`,
      deleteRequestedAt: `${type.time} NULL`,
      createdAt: `${type.time} NOT NULL`,
      updatedAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "workspaces_zone_changed", columns: ["zoneChangedAt"] },
      { name: "workspaces_delete_requested", columns: ["deleteRequestedAt"] },
    ],
  },
  workspaceMembers: {
    columns: {
      workspaceId: `${type.id} NOT NULL`,
      userId: `${type.id} NOT NULL`,
      role: `${type.ascii(10)} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
      visitedAt: `${type.time} NULL`,
      previousVisitAt: `${type.time} NULL`,
    },
    primaryKey: ["workspaceId", "userId"],
    keys: [{ name: "workspaceMembers_user", columns: ["userId"] }],
    references: [
      { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
      // A workspace must not lose its last owner by a deleted row: memberships end first.
      { column: "userId", table: "users", onDelete: "RESTRICT" },
    ],
  },
  // An email that may become a member. The row goes when the invitation is used or revoked.
  workspaceInvitations: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      email: `${type.text(254)} NOT NULL`,
      emailKey: `${type.exact(254)} NOT NULL`,
      role: `${type.ascii(20)} NOT NULL`,
      tokenHash: `${type.ascii(64)} NOT NULL`,
      invitedByUserId: `${type.id} NULL`,
      createdAt: `${type.time} NOT NULL`,
      expiresAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "workspaceInvitations_email", columns: ["workspaceId", "emailKey"], isUnique: true },
      { name: "workspaceInvitations_token", columns: ["tokenHash"], isUnique: true },
      { name: "workspaceInvitations_invited", columns: ["emailKey"] },
      { name: "workspaceInvitations_expiry", columns: ["expiresAt"] },
    ],
    references: [
      { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
      { column: "invitedByUserId", table: "users", onDelete: "SET NULL" },
    ],
  },
  // A grant stays when its workspace is deleted: what was sold stays sold.
  subscriptionGrants: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NULL`,
      // The workspace while the grant holds: the unique key then holds one per workspace.
      openIn: `${type.id} NULL`,
      plan: `${type.ascii(20)} NOT NULL`,
      amount: `${type.money} NOT NULL`,
      currency: `${type.ascii(3)} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
      endsAt: `${type.time} NULL`,
      endedAt: `${type.time} NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "subscriptionGrants_open", columns: ["openIn"], isUnique: true },
      { name: "subscriptionGrants_created", columns: ["createdAt"] },
      { name: "subscriptionGrants_owner", columns: ["workspaceId", "createdAt"] },
      { name: "subscriptionGrants_due", columns: ["endedAt", "endsAt"] },
    ],
    references: [{ column: "workspaceId", table: "workspaces", onDelete: "SET NULL" }],
  },
}));
