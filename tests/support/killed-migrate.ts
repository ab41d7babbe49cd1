import { sequelize } from "#app/database/connection.server.ts";
import { migrateUp } from "#app/database/migrate.server.ts";

/** Migrates the database of the environment, and dies before the first statement that begins with the argument. */
const [, , beginning = ""] = process.argv;
const query = sequelize.query;
sequelize.query = ((sql: string, ...rest: []) => {
  if (sql.startsWith(beginning)) process.kill(process.pid, "SIGKILL");
  return query.call(sequelize, sql, ...rest);
}) as typeof query;
await migrateUp();
await sequelize.close();
