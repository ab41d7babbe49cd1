import { tablesMigration } from "./table.ts";

/** How the mail server works: one row, once it has failed. */
export default tablesMigration("20261129-0820-channels", (type) => ({
  channels: {
    columns: {
      name: `${type.ascii(20)} NOT NULL`,
      failureCount: `${type.integer} NOT NULL DEFAULT 0`,
      pausedUntil: `${type.time} NULL`,
      isProbed: `${type.boolean} NOT NULL DEFAULT 0`,
      lastError: `${type.ascii(60)} NULL`,
    },
    primaryKey: ["name"],
  },
}));
