import { tableMigration } from "./table.ts";

/** An email that may become a member of a workspace. The row goes when the invitation is used or revoked. */
export default tableMigration("20261123-0400-create-workspace-invitations", (type) => ({
  name: "workspaceInvitations",
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
}));
