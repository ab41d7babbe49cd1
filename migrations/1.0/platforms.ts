import { tablesMigration } from "../table.ts";

export default tablesMigration("1.0/platforms", (type) => ({
  platforms: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      name: `${type.text(50)} NOT NULL`,
      // NULL once archived, so that the name is free again.
      nameKey: `${type.exact(50)} NULL`,
      icon: `${type.ascii(30)} NOT NULL`,
      isActive: `${type.boolean} NOT NULL`,
      // True or NULL, never false: the unique key then holds one default per workspace.
      isDefault: `${type.boolean} NULL`,
      position: `${type.integer} NOT NULL`,
      archivedAt: `${type.time} NULL`,
      createdAt: `${type.time} NOT NULL`,
      updatedAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "platforms_name", columns: ["workspaceId", "nameKey"], isUnique: true },
      { name: "platforms_default", columns: ["workspaceId", "isDefault"], isUnique: true },
    ],
    references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
  },
  commissionTiers: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      platformId: `${type.id} NOT NULL`,
      position: `${type.integer} NOT NULL`,
      name: `${type.text(50)} NOT NULL`,
      minAmount: `${type.money} NOT NULL`,
      maxAmount: `${type.money} NULL`,
      type: `${type.ascii(10)} NOT NULL`,
      value: `${type.money} NOT NULL`,
      currency: `${type.ascii(3)} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "commissionTiers_platform", columns: ["platformId", "position"], isUnique: true },
      { name: "commissionTiers_owner", columns: ["workspaceId", "platformId"] },
    ],
    references: [
      { column: "platformId", table: "platforms", onDelete: "CASCADE" },
      { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
    ],
  },
}));
