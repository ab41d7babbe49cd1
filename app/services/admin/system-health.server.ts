import { Op } from "sequelize";
import { databaseWarnings } from "#app/database/checks.server.ts";
import { isSqlite, retryRead, sequelize } from "#app/database/connection.server.ts";
import { countQueues } from "#app/database/queries/admin.server.ts";
import { hasDiskSpace } from "#app/database/queries/write-probe.server.ts";
import { config } from "#app/env.server.ts";
import { BrokerShape, Connection, NewsFeed, RateSource, Workspace } from "#app/models/index.server.ts";
import { checkContactHealth } from "#app/services/contact/contact-health.server.ts";
import { BANK } from "#app/services/exchange-rates/refresh-rates.server.ts";
import { findJobRuns } from "./job-runs.server.ts";

const SHOWN_MAX = 20;

/** The state of queues, jobs, failing connections, sources, the database and the mail server. */
export async function getSystemHealth() {
  const startedAt = performance.now();
  await sequelize.authenticate();
  const databaseMs = Math.round(performance.now() - startedAt);
  const [queues, runs, connections, shapes, sources, warnings, version, isMailUp] = await Promise.all([
    retryRead(() => countQueues()),
    findJobRuns(),
    findFailingConnections(),
    findBrokerShapes(),
    findSources(),
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
    shapes,
    sources,
    database: {
      name: isSqlite ? "SQLite" : "MySQL or MariaDB",
      version,
      responseMs: databaseMs,
      problems: [...((await hasDiskSpace()) ? [] : ["The database's disk is full."]), ...warnings],
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

/** What the APIs of brokers have answered in a shape that is not known, the newest first. */
async function findBrokerShapes() {
  const { count, rows } = await retryRead(() =>
    BrokerShape.findAndCountAll({ order: [["createdAt", "DESC"]], limit: SHOWN_MAX }),
  );
  return { total: count, rows };
}

type Source = { id: string; name: string; fetchedAt: Date | null; error: string | null };

/** Where rates and news come from. A failed fetch is no error of its job, because the known data stay. */
async function findSources(): Promise<Source[]> {
  const [bank, feeds] = await Promise.all([
    retryRead(() => RateSource.findByPk(BANK)),
    retryRead(() => NewsFeed.findAll({ order: [["createdAt", "ASC"]] })),
  ]);
  return [
    {
      id: BANK,
      name: "Exchange rates",
      fetchedAt: bank?.fetchedAt ?? null,
      error: bank?.lastError ?? null,
    },
    ...feeds.map(({ id, title, url, fetchedAt, lastError }) => ({
      id,
      name: title ?? withoutQuery(url),
      fetchedAt,
      error: lastError,
    })),
  ];
}

/** The query may contain a key. */
function withoutQuery(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}
