import { tableMigration } from "./table.ts";

export default tableMigration("20261122-1301-create-used-authorizations", (type) => ({
  name: "usedAuthorizations",
  columns: {
    id: `${type.ascii(64)} NOT NULL`,
    expiresAt: `${type.time} NOT NULL`,
  },
  primaryKey: ["id"],
  keys: [{ name: "usedAuthorizations_expiry", columns: ["expiresAt"] }],
}));
