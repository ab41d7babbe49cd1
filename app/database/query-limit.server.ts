import type { Connection } from "mysql2";
import { SECOND } from "#app/lib/dates.ts";
import { getTimeLeft } from "#app/lib/deadline.server.ts";
import { createScope } from "#app/lib/scope.server.ts";

/** How long a query may take; that of a request also ends at its deadline. */
const QUERY_MAX_MS = 5 * SECOND;

/** For one statement of a transaction. */
const TRANSACTION_MAX_MS = 4 * SECOND;

const limit = createScope<number>();

/**
 * Runs `work` with another time limit for each of its queries. `Infinity` sets none, also for the wait of its
 * transactions.
 */
export const withQueryLimit = limit.run;

export const hasQueryLimit = (): boolean => limit.get() !== Infinity;

export type DriverError = Error & { errno?: number };
type Callback = (error: DriverError | null, ...results: unknown[]) => void;
type Run = (...args: unknown[]) => unknown;
type LimitedConnection = Record<"query" | "execute", Run> & { stream: { destroy(): void } };

/**
 * Closes the connection of a query that takes too long, because a server that hangs never responds. The
 * caller sees a lost connection.
 * @param onError gives the error that the caller sees, null for none
 */
export function limitQueries(
  connection: Connection,
  onError: (error: DriverError, sql: string) => DriverError | null,
): Connection {
  const limited = connection as unknown as LimitedConnection;
  let isInTransaction = false;
  for (const name of ["query", "execute"] as const) {
    const run = limited[name].bind(connection);
    limited[name] = (...args) => {
      const sql = toSql(args[0]);
      if (sql.startsWith("START TRANSACTION")) isInTransaction = true;
      const ownMs = limit.get() ?? (isInTransaction ? TRANSACTION_MAX_MS : QUERY_MAX_MS);
      const ms = Math.min(ownMs, Math.max(0, getTimeLeft()));
      if (sql.startsWith("COMMIT") || sql.startsWith("ROLLBACK")) isInTransaction = false;
      const callback = args.at(-1);
      if (typeof callback !== "function") return run(...args);
      const timer = ms === Infinity ? undefined : setTimeout(() => limited.stream.destroy(), ms);
      const onResult: Callback = (error, ...results) => {
        clearTimeout(timer);
        if (!error) return (callback as Callback)(null, ...results);
        const seen = onError(error, sql);
        return seen ? (callback as Callback)(seen, ...results) : (callback as Callback)(null, {});
      };
      return run(withoutValues(args[0]), ...args.slice(1, -1), onResult);
    };
  }
  return connection;
}

/** Sequelize has put the values into the text: the driver would look through all of it for places of more. */
const withoutValues = (statement: unknown): unknown =>
  typeof statement === "object" ? { values: null, ...statement } : statement;

const toSql = (statement: unknown): string =>
  typeof statement === "string" ? statement : (statement as { sql: string }).sql;
