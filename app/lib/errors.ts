import type { ErrorCode, ErrorStatus } from "./error-codes.ts";

/** A code only goes with its status. */
type ErrorArguments = {
  [S in ErrorStatus]: [status: S, code: ErrorCode<S>, message: string, options?: ErrorOptions];
}[ErrorStatus];

/** An expected error: the contract's status and code, and a sentence for people. */
export class DomainError extends Error {
  readonly status: ErrorStatus;
  readonly code: ErrorCode;
  /** Extra response headers, such as `Retry-After`. */
  readonly headers: Record<string, string> = {};

  constructor(...[status, code, message, options]: ErrorArguments) {
    super(message, options);
    this.name = new.target.name;
    this.status = status;
    this.code = code;
  }
}

export type FieldOption = { value: string; label: string };

/** `options` are what the field may have meant, where the sender has to choose. */
export type FieldError = { field: string; message: string; options?: FieldOption[] };

/** Joins messages into one line with a period between sentences; the last stays as it is. */
export function joined(errors: FieldError[]): string {
  const last = errors.length - 1;
  return errors.map(({ message }, index) => (index < last ? message.replace(/\.$/, "") : message)).join(". ");
}

/** Invalid input: 400 with one entry per field, or none if the input could not be read. */
export class Invalid extends DomainError {
  readonly errors: FieldError[];

  constructor(
    errors: FieldError[],
    message = errors[0]?.message ?? "Please check your information and try again.",
    code: ErrorCode<400> = "validation_failed",
  ) {
    super(400, code, message);
    this.errors = errors;
  }
}

/** A body, path or query that cannot be parsed. */
export class Malformed extends DomainError {
  constructor(code: ErrorCode<400>, message: string) {
    super(400, code, message);
  }
}

export class Unauthenticated extends DomainError {
  override readonly headers = { "WWW-Authenticate": "Bearer" };

  constructor(message = "Please sign in to continue.", code: ErrorCode<401> = "unauthenticated") {
    super(401, code, message);
  }
}

export class Forbidden extends DomainError {
  /** The field that would allow it. */
  readonly field: string | undefined;

  constructor(code: ErrorCode<403>, message: string, field?: string) {
    super(403, code, message);
    this.field = field;
  }
}

/** Missing, or somebody else's: both get the same message. */
export class NotFound extends DomainError {
  constructor(what: string) {
    super(404, "not_found", `${what} not found.`);
  }
}

export class Conflict extends DomainError {
  /** The field that conflicts, if it is a single one. */
  readonly field: string | undefined;

  constructor(code: ErrorCode<409>, message: string, field?: string) {
    super(409, code, message);
    this.field = field;
  }
}

/** Too busy, or the database is unreachable. Retry after `retryAfterSeconds`. */
export class Unavailable extends DomainError {
  override readonly headers: Record<string, string>;

  constructor(
    message = "The service is busy. Please try again in a moment.",
    retryAfterSeconds = 2,
    options?: ErrorOptions,
  ) {
    super(503, "unavailable", message, options);
    this.headers = { "Retry-After": String(retryAfterSeconds) };
  }
}
