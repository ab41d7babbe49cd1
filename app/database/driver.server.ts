import mysql, { type Connection, type ConnectionOptions } from "mysql2";
import { DatabaseError, type Transaction } from "sequelize";
import { toSocket } from "./hosts.server.ts";
import { type DriverError, limitQueries } from "./query-limit.server.ts";

/**
 * After these the server has ended the transaction: deadlock, which is also lost certification, and a failed
 * commit.
 */
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
function keepFailedEnd(connection: Connection, error: DriverError, sql: string): DriverError | null {
  const isCommit = sql.startsWith("COMMIT");
  if (!isCommit && !sql.startsWith("ROLLBACK")) return error;
  if (isCommit) failedCommits.set(connection, error);
  if (!ENDED_ERRNOS.has(error.errno ?? 0)) toSocket(connection).destroy();
  return null;
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
  createConnection(options: ConnectionOptions) {
    const connection = mysql.createConnection(options);
    return limitQueries(connection, (error, sql) => {
      if (error.errno === NOT_READY_ERRNO) onNotReady(connection);
      return keepFailedEnd(connection, error, sql);
    });
  },
});
