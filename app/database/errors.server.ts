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
  fatal?: boolean;
  code?: string;
  message?: string;
  parent?: DriverError;
  original?: DriverError;
};

function driverError(error: unknown): DriverError {
  const outer = (error ?? {}) as DriverError;
  return outer.parent ?? outer.original ?? outer;
}

/** The driver's own code, without the statement and its values. */
export const toErrorCode = (error: unknown): string => driverError(error).code ?? "unknown";

/** Whether the connection was lost, so that the result of its statement is unknown. */
function isLostConnection(error: unknown): boolean {
  const { name } = (error ?? {}) as DriverError;
  const { code, errno, fatal } = driverError(error);
  // The driver alone gives a fatal error without a number: the connection was closed before.
  const isClosed = fatal === true && errno === undefined;
  return isClosed || LOST_CONNECTION.has(code ?? "") || (name?.startsWith("SequelizeConnection") ?? false);
}

/** SQLite's code, and MySQL's: disk full, storage engine error 28, table full, file not written. */
const DISK_FULL = new Set(["SQLITE_FULL", "ER_DISK_FULL", "ER_RECORD_FILE_FULL"]);
const NO_SPACE = /\b(?:Errcode|error|errno):? 28\b/i;

/** Whether the database's disk is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, message } = driverError(error);
  return DISK_FULL.has(code ?? "") || NO_SPACE.test(message ?? "");
}

/** Whether the whole transaction can be repeated. */
export function isRetryable(error: unknown): boolean {
  const { errno, code } = driverError(error);
  return REPEATABLE_ERRNOS.has(errno ?? 0) || code === "SQLITE_BUSY" || isLostConnection(error);
}

/** Whether an error is the database's and temporary. */
export function isPassing(error: unknown): boolean {
  const { name } = (error ?? {}) as DriverError;
  return (name?.startsWith("Sequelize") ?? false) && (isRetryable(error) || isDiskFull(error));
}
