import { QueryTypes } from "sequelize";
import { isSqlite, sequelize } from "./connection.server.ts";

/**
 * Settings of the database server that could lose or change data, one sentence each. SQLite has none, because
 * we set its options ourselves.
 */
export async function databaseWarnings(): Promise<string[]> {
  if (isSqlite) return [];
  const [row] = await sequelize.query<{ flush: number; mode: string; charset: string }>(
    "SELECT @@innodb_flush_log_at_trx_commit AS flush, @@sql_mode AS mode, @@character_set_database AS charset",
    { type: QueryTypes.SELECT },
  );
  if (!row) return [];
  const warnings: string[] = [];
  if (Number(row.flush) !== 1)
    warnings.push("innodb_flush_log_at_trx_commit is not 1: a crash may lose acknowledged writes.");
  if (!/STRICT_(TRANS|ALL)_TABLES/.test(row.mode))
    warnings.push("sql_mode is not strict: values that do not fit are cut.");
  if (row.charset !== "utf8mb4") warnings.push("the database's character set is not utf8mb4.");
  return warnings;
}
