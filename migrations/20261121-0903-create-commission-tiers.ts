import { tableMigration } from "./table.ts";

export default tableMigration("20261121-0903-create-commission-tiers", (type) => ({
  name: "commissionTiers",
  columns: {
    id: `${type.id} NOT NULL`,
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
  keys: [{ name: "commissionTiers_platform", columns: ["platformId", "position"], isUnique: true }],
  references: [{ column: "platformId", table: "platforms", onDelete: "CASCADE" }],
}));
