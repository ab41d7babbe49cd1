import { tableMigration } from "./table.ts";

export default tableMigration("20261122-1300-create-limit-counts", (type) => ({
  name: "limitCounts",
  columns: {
    id: `${type.ascii(64)} NOT NULL`,
    points: `${type.integer} NOT NULL`,
    expiresAt: `${type.time} NOT NULL`,
  },
  primaryKey: ["id"],
  keys: [{ name: "limitCounts_expiry", columns: ["expiresAt"] }],
}));
