import { Op } from "sequelize";
import { databaseWarnings } from "#app/database/checks.server.ts";
import { isSqlite, retryRead, sequelize } from "#app/database/connection.server.ts";
import { wasDiskFull } from "#app/database/disk-space.server.ts";
import { countQueues } from "#app/database/queries/admin.server.ts";
import { config } from "#app/env.server.ts";
import { Connection, Workspace } from "#app/models/index.server.ts";
import { checkContactHealth } from "#app/services/contact/contact-health.server.ts";
import { findJobRuns } from "./job-runs.server.ts";

const SHOWN_MAX = 20;

/** What an operator looks at first: queues, jobs, connections that fail, the database, the mail server. */
export async function getSystemHealth() {
  const startedAt = performance.now();
  await sequelize.authenticate();
  const databaseMs = Math.round(performance.now() - startedAt);
  const [queues, runs, connections, warnings, version, isMailUp] = await Promise.all([
    retryRead(() => countQueues()),
    findJobRuns(),
    findFailingConnections(),
    databaseWarnings(),
    sequelize.databaseVersion(),
    checkContactHealth().then(
      () => true,
      () => false,
    ),
  ]);
  return {
    queues,
    runs,
    connections,
    database: {
      name: isSqlite ? "SQLite" : "MySQL or MariaDB",
      version,
      responseMs: databaseMs,
      problems: [...(wasDiskFull() ? ["The database's disk is full."] : []), ...warnings],
    },
    mail: { isUp: isMailUp, goesTo: config.smtpUrl ? "a mail server" : "files" },
  };
}

/** Connections that are refused, paused, or whose last events were refused for good. */
async function findFailingConnections() {
  const where = {
    [Op.or]: [
      { status: "invalid" },
      { pausedUntil: { [Op.gt]: new Date() } },
      { failureCount: { [Op.gt]: 0 } },
    ],
  };
  const include = { model: Workspace, as: "workspace", attributes: ["name"], required: true };
  const { count, rows } = await retryRead(() =>
    Connection.findAndCountAll({ where, include, order: [["failureCount", "DESC"]], limit: SHOWN_MAX }),
  );
  return { total: count, rows };
}
