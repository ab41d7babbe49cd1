import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Connection, RowDataPacket } from "mysql2";
import pLimit, { type LimitFunction } from "p-limit";
import {
  ConnectionError,
  type QueryOptions,
  Sequelize,
  type Transaction,
  Transaction as Transactions,
} from "sequelize";
import sqlite3 from "sqlite3";
import { config } from "#app/env.server.ts";
import { toHostUrls } from "#app/lib/database-url.ts";
import { assertTimeLeft, getTimeLeft } from "#app/lib/deadline.server.ts";
import { Unavailable } from "#app/lib/errors.ts";
import { log } from "#app/lib/log.server.ts";
import { makePrivate } from "#app/lib/private-files.server.ts";
import { inSpan } from "#app/lib/tracing.server.ts";
import { emitAnnounced } from "./announcements.server.ts";
import { reportFullDisk } from "./disk-space.server.ts";
import { assertCommitted, createDriver } from "./driver.server.ts";
import { isDiskFull, isRetryable, toErrorCode } from "./errors.server.ts";
import { watchHosts } from "./hosts.server.ts";
import { hasQueryLimit } from "./query-limit.server.ts";

const PRAGMAS = [
  "journal_mode=WAL",
  "synchronous=FULL",
  "busy_timeout=5000",
  "foreign_keys=ON",
  // What is deleted is overwritten.
  "secure_delete=ON",
]
  .map((pragma) => `PRAGMA ${pragma};`)
  .join(" ");

// Sequelize opens a new SQLite connection per transaction and calls no hooks on it: the pragmas live in the
// class.
class PragmaDatabase extends sqlite3.Database {
  constructor(filename: string, mode: number, callback: (error: Error | null) => void) {
    super(filename, mode, (error: Error | null) => {
      if (error) callback(error);
      else this.exec(PRAGMAS, callback);
    });
  }
}

export const isSqlite = config.databaseUrl.startsWith("sqlite:");

const common = {
  logging: false as const,
  define: { timestamps: false, freezeTableName: true },
};

// A transaction is always ended, so that its connection is free.
const beforeQuery = (options: QueryOptions) => {
  if (!("completesTransaction" in options)) assertTimeLeft();
};

function openSqlite(): Sequelize {
  const storage = path.resolve(config.databaseUrl.slice("sqlite:".length));
  mkdirSync(path.dirname(storage), { recursive: true });
  for (const part of ["", "-wal", "-shm"]) makePrivate(storage + part);
  return new Sequelize({
    ...common,
    dialect: "sqlite",
    storage,
    hooks: { beforeQuery },
    dialectModule: { ...sqlite3, Database: PragmaDatabase },
  });
}

const urls = toHostUrls(config.databaseUrl) ?? [];
const hosts = urls.length > 1 ? watchHosts(urls) : null;

/** The hosts that `DATABASE_URL` lists; null if it names a single one. */
export const readHosts = hosts?.read ?? null;

function openMysql(): Sequelize {
  const mysql = new Sequelize(urls[0] ?? config.databaseUrl, {
    ...common,
    dialect: "mysql",
    dialectModule: createDriver((connection) => hosts?.leave(connection)),
    timezone: "+00:00",
    pool: {
      max: config.databasePool,
      min: 0,
      acquire: 5_000,
      idle: 30_000,
      validate: (connection) => isUsable(connection as Connection),
    },
    dialectOptions: {
      charset: "utf8mb4",
      supportBigNumbers: true,
      connectTimeout: 4_000,
      // An update counts the rows that it finds, as on SQLite, also those that have the values already.
      flags: "FOUND_ROWS",
    },
    hooks: {
      beforeQuery,
      beforeConnect: async (options) => void Object.assign(options, await hosts?.choose()),
      afterConnect: async (opened) => {
        const connection = opened as Connection;
        hosts?.add(connection);
        await prepareSession(connection.promise()).catch((error: Error) => {
          // As Sequelize reports one that is lost while it is made.
          throw new ConnectionError(error);
        });
      },
    },
  });
  const { connectionManager } = mysql as unknown as {
    connectionManager: { validate(one: unknown): boolean };
  };
  const isUsable = (connection: Connection) =>
    connectionManager.validate(connection) && (hosts?.isCurrent(connection) ?? true);
  return mysql;
}

let isGalera = false;

/** Whether the database is a cluster whose nodes do not know each other's locks. */
export const isOnCluster = () => isGalera;

async function prepareSession(connection: ReturnType<Connection["promise"]>): Promise<void> {
  // REPEATABLE READ locks gaps, and newer MariaDB reports conflicts as error 1020.
  await connection.query("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
  // The same wait as on SQLite. The server's default is 50.
  await connection.query("SET SESSION innodb_lock_wait_timeout = 5");
  // MariaDB cuts longer JSON of rows.
  await connection.query("SET SESSION group_concat_max_len = 67108864");
  const [galera] = await connection.query<RowDataPacket[]>("SHOW VARIABLES WHERE Variable_name = 'wsrep_on'");
  // Each statement waits for what other nodes have committed, also an INSERT that needs its parent.
  isGalera = galera[0]?.Value === "ON";
  if (isGalera) await connection.query("SET SESSION wsrep_sync_wait = 7");
}

export const sequelize = isSqlite ? openSqlite() : openMysql();

type Pool = { size: number; using: number; waiting: number };

/** How many connections are open and in use, and how much work waits for one; null on SQLite, which has no pool. */
export const readPool = isSqlite
  ? null
  : () => {
      // Sequelize 6 has no other way to ask its pool.
      const { pool } = sequelize.connectionManager as unknown as { pool: Pool };
      return { open: pool.size, inUse: pool.using, waiting: pool.waiting };
    };

const MAX_TRIES = 8;
const MAX_TOTAL_MS = 5_000;
/** How long after the time of its id a row may be committed. The clocks of processes differ, too. */
export const COMMITTED_WITHIN_MS = 15_000;
/** What a commit may take on a slow disk. */
const COMMIT_MS = 500;

/** Disk space is rarely free again soon. */
const FULL_RETRY_SECONDS = 60;

// One write transaction at a time on SQLite: more waiting BEGINs than libuv has threads would block the
// holder's commit.
const oneWriter = pLimit(1);

/**
 * Transactions of one queue change the same rows. Each would hold a connection while it waits, until none is
 * left for others.
 */
const queues = new Map<string, LimitFunction>();
const QUEUE_WIDTH = 3;

async function inQueue<T>(name: string, run: () => Promise<T>): Promise<T> {
  const queue = queues.get(name) ?? pLimit(QUEUE_WIDTH);
  queues.set(name, queue);
  try {
    return await queue(run);
  } finally {
    if (queue.activeCount + queue.pendingCount === 0) queues.delete(name);
  }
}

type Work<T> = (transaction: Transaction) => Promise<T>;

/**
 * Runs `work` in one transaction and repeats it after a deadlock, a busy SQLite or a lost connection. Work
 * after the commit belongs after the promise: `afterCommit` also runs if COMMIT failed.
 * @param queue the name of what many of them change at once: few of a queue run together
 * @throws {Unavailable} after eight attempts, at the request's deadline, or after five seconds where queries have a
 * limit, including the wait for other transactions
 */
export function inTransaction<T>(work: Work<T>, { queue }: { queue?: string } = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const deadline = Date.now() + Math.min(hasQueryLimit() ? MAX_TOTAL_MS : Infinity, getTimeLeft());
    let timer: NodeJS.Timeout | undefined;
    const rejectAtDeadline = () => {
      if (deadline !== Infinity) timer = setTimeout(() => reject(tooLate()), deadline - Date.now());
    };
    // Only waiting is limited, because the work may be about to commit.
    const begun: Work<T> = async (transaction) => {
      clearTimeout(timer);
      // The caller has stopped waiting.
      if (Date.now() >= deadline) throw tooLate();
      try {
        const result = await work(transaction);
        // The client would have its 503 before the commit has ended, and think that nothing is changed.
        assertTimeLeft(COMMIT_MS);
        return result;
      } catch (error) {
        rejectAtDeadline();
        throw error;
      }
    };
    rejectAtDeadline();
    const start = () => retryTransaction(begun, deadline);
    // An abandoned BEGIN keeps its place in the queue until it ends: two at once would block two threads.
    const run = () => (isSqlite ? oneWriter(start) : queue === undefined ? start() : inQueue(queue, start));
    inSpan("transaction", {}, run)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

const tooLate = () =>
  new Unavailable(undefined, undefined, {
    cause: new Error("No transaction could begin in time."),
  });

/** One transaction of Sequelize, without repeating it. */
export async function transact<T>(work: Work<T>): Promise<T> {
  let begun: Transaction | undefined;
  const result = await sequelize.transaction({ type: Transactions.TYPES.IMMEDIATE }, (transaction) => {
    begun = transaction;
    return work(transaction);
  });
  if (begun) assertCommitted(begun);
  return result;
}

async function retryTransaction<T>(work: Work<T>, deadline: number): Promise<T> {
  for (let tries = 1; ; tries++) {
    if (Date.now() >= deadline) throw tooLate();
    try {
      let committed: Transaction | undefined;
      const result = await transact((transaction) => {
        committed = transaction;
        return work(transaction);
      });
      if (committed) emitAnnounced(committed);
      return result;
    } catch (error) {
      reportFullDisk(error);
      if (isDiskFull(error)) throw new Unavailable(undefined, FULL_RETRY_SECONDS, { cause: error });
      if (!isRetryable(error)) throw error;
      log.info({ reason: toErrorCode(error), tries }, "a transaction is repeated");
      const waitMs = Math.random() * 10 * 2 ** tries;
      if (tries >= MAX_TRIES || Date.now() + waitMs > deadline) {
        throw new Unavailable(undefined, undefined, { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

/** A slower database hangs, and a second read would only double the wait. */
const HANGING_MS = 1_000;

/** Repeats a read after a lost connection, or from a node that is not ready. */
export async function retryRead<T>(read: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  try {
    return await read();
  } catch (error) {
    if (!isRetryable(error)) throw error;
    if (Date.now() - startedAt > HANGING_MS) throw new Unavailable(undefined, undefined, { cause: error });
    try {
      return await read();
    } catch (again) {
      throw isRetryable(again) ? new Unavailable(undefined, undefined, { cause: again }) : again;
    }
  }
}
