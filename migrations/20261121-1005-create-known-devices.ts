import { tableMigration } from "./table.ts";

export default tableMigration("20261121-1005-create-known-devices", (type) => ({
  name: "knownDevices",
  columns: {
    id: `${type.id} NOT NULL`,
    userId: `${type.id} NOT NULL`,
    deviceHash: `${type.ascii(64)} NOT NULL`,
    createdAt: `${type.time} NOT NULL`,
    lastSeenAt: `${type.time} NOT NULL`,
  },
  primaryKey: ["id"],
  keys: [{ name: "knownDevices_device", columns: ["userId", "deviceHash"], isUnique: true }],
  references: [{ column: "userId", table: "users", onDelete: "CASCADE" }],
}));
