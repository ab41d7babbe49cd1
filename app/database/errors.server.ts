/** MySQL: deadlock, lock wait timeout, changed since read, certification failure, node not ready. */
const REPEATABLE_ERRNOS = new Set([1213, 1205, 1020, 1180, 1047]);
const LOST_CONNECTION = new Set([
  "PROTOCOL_CONNECTION_LOST",
  "ECONNRESET",
  "EPIPE",
  "ECONNREFUSED",
  "ETIMEDOUT",
  "ER_SERVER_SHUTDOWN",
]);

type DriverError = {
  name?: string;
  errno?: number;
  code?: string;
  parent?: DriverError;
  original?: DriverError;
};

function driverError(error: unknown): DriverError {
  const outer = (error ?? {}) as DriverError;
  return outer.parent ?? outer.original ?? outer;
}

/** Whether the database connection went away, so that nothing is known of what was under way on it. */
export function isLostConnection(error: unknown): boolean {
  const { name } = (error ?? {}) as DriverError;
  return (
    LOST_CONNECTION.has(driverError(error).code ?? "") || (name?.startsWith("SequelizeConnection") ?? false)
  );
}

/** Whether the whole transaction may simply be run again. */
export function isRetryable(error: unknown): boolean {
  const { errno, code } = driverError(error);
  return REPEATABLE_ERRNOS.has(errno ?? 0) || code === "SQLITE_BUSY" || isLostConnection(error);
}
