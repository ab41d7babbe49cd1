import mysql, { type Connection, type ConnectionOptions } from "mysql2";
import { DatabaseError, type Transaction } from "sequelize";
import { limitQueries, toSql, type WrappedConnection } from "./query-limit.server.ts";

type Callback = (error: DriverError | null, ...results: unknown[]) => void;
type DriverError = Error & { errno?: number };

/** After these the server has ended the transaction: deadlock, which is also lost certification, and a failed commit. */
const ENDED_ERRNOS = new Set([1213, 1180]);
/** The node of a cluster is not ready. */
const NOT_READY_ERRNO = 1047;

/** Why the last COMMIT of a connection failed. */
const failedCommits = new WeakMap<object, DriverError>();

/**
 * Keeps the error of a COMMIT or ROLLBACK from Sequelize, which would write to the console and kill the
 * connection: nodes of a cluster refuse commits every day. A connection whose transaction may still be open is
 * closed.
 */
function keepFailedEnds(connection: Connection, onNotReady: (connection: Connection) => void): Connection {
  const kept = connection as unknown as WrappedConnection;
  for (const name of ["query", "execute"] as const) {
    const run = kept[name].bind(connection);
    kept[name] = (...args) => {
      const callback = args.at(-1);
      if (typeof callback !== "function") return run(...args);
      const sql = toSql(args[0]);
      const isCommit = sql.startsWith("COMMIT");
      const isEnd = isCommit || sql.startsWith("ROLLBACK");
      const onResult: Callback = (error, ...results) => {
        if (error?.errno === NOT_READY_ERRNO) onNotReady(connection);
        if (!error || !isEnd) return (callback as Callback)(error, ...results);
        if (isCommit) failedCommits.set(connection, error);
        if (!ENDED_ERRNOS.has(error.errno ?? 0)) kept.stream.destroy();
        return (callback as Callback)(null, {});
      };
      return run(...args.slice(0, -1), onResult);
    };
  }
  return connection;
}

/** @throws {DatabaseError} if the COMMIT of this transaction failed, which Sequelize takes for done */
export function assertCommitted(transaction: Transaction): void {
  const { connection } = transaction as unknown as { connection: object };
  const error = failedCommits.get(connection);
  if (!error) return;
  failedCommits.delete(connection);
  throw new DatabaseError(Object.assign(error, { sql: "COMMIT" }));
}

/** The driver, with connections whose queries have a time limit and whose failed commits are known. */
export const createDriver = (onNotReady: (connection: Connection) => void) => ({
  ...mysql,
  createConnection: (options: ConnectionOptions) =>
    keepFailedEnds(limitQueries(mysql.createConnection(options)), onNotReady),
});
