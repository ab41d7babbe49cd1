import { tableMigration } from "./table.ts";

export default tableMigration("20261121-0902-create-platforms", (type) => ({
  name: "platforms",
  columns: {
    id: `${type.id} NOT NULL`,
    userId: `${type.id} NOT NULL`,
    name: `${type.text(50)} NOT NULL`,
    // NULL once archived, so that the name is free again.
    nameKey: `${type.exact(50)} NULL`,
    icon: `${type.ascii(30)} NOT NULL`,
    isActive: `${type.boolean} NOT NULL`,
    // True or NULL, never false: the unique key then holds one default per owner.
    isDefault: `${type.boolean} NULL`,
    position: `${type.integer} NOT NULL`,
    archivedAt: `${type.time} NULL`,
    createdAt: `${type.time} NOT NULL`,
    updatedAt: `${type.time} NOT NULL`,
  },
  primaryKey: ["id"],
  keys: [
    { name: "platforms_name", columns: ["userId", "nameKey"], isUnique: true },
    { name: "platforms_default", columns: ["userId", "isDefault"], isUnique: true },
  ],
  references: [{ column: "userId", table: "users", onDelete: "CASCADE" }],
}));
