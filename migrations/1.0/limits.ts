import { tablesMigration } from "../table.ts";

export default tablesMigration("1.0/limits", (type) => ({
  // Counts against rate limits that last.
  limitCounts: {
    columns: {
      id: `${type.ascii(64)} NOT NULL`,
      points: `${type.integer} NOT NULL`,
      expiresAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [{ name: "limitCounts_expiry", columns: ["expiresAt"] }],
  },
  // Sign-ins at a provider whose callback has been used: each works once.
  usedAuthorizations: {
    columns: {
      id: `${type.ascii(64)} NOT NULL`,
      expiresAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [{ name: "usedAuthorizations_expiry", columns: ["expiresAt"] }],
  },
}));
