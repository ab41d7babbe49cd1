import type { Migration } from "./table.ts";

/**
 * Earlier versions left deleted rows in free pages of SQLite's file, and in its log: both are written anew. It takes
 * as much free disk space as the file has, and about a minute for each gigabyte.
 */
const rewriteSqliteFile: Migration = {
  name: "20261128-2100-rewrite-sqlite-file",
  async up({ sequelize }) {
    if (sequelize.getDialect() !== "sqlite") return;
    await sequelize.query("VACUUM");
    await sequelize.query("PRAGMA wal_checkpoint(TRUNCATE)");
  },
  async down() {
    // Nothing that an earlier version reads has changed.
  },
};

export default rewriteSqliteFile;
