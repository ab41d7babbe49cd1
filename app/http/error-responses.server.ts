import { isPassing } from "#app/database/errors.server.ts";
import type { ErrorCode } from "#app/lib/error-codes.ts";
import { DomainError, type FieldError, Invalid, Unavailable } from "#app/lib/errors.ts";
import { visitorLocale } from "#app/lib/language-regions.ts";
import type { Language } from "#app/lib/languages.ts";
import { log } from "#app/lib/log.server.ts";
import { translateError, translateFields } from "#app/schemas/languages/index.ts";

type ErrorBody = {
  error: string;
  code: ErrorCode;
  errors?: FieldError[];
  details?: FieldError[];
  requestId: string;
};

export type ErrorResponse = { status: number; body: ErrorBody; headers: Record<string, string> };

const UNEXPECTED = "Something went wrong on our side. Please try again later.";

/** An expected or temporary database error; null for anything else. */
export function toDomainError(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error;
  return isPassing(error) ? new Unavailable(undefined, undefined, { cause: error }) : null;
}

/** The one shape of all errors. Unexpected ones are logged with their cause and reveal nothing. */
export function toErrorResponse(
  thrown: unknown,
  requestId: string,
  language: Language | null = null,
  acceptLanguage: string | null = null,
): ErrorResponse {
  const error = toDomainError(thrown);
  if (!error) {
    log.error({ err: thrown, requestId }, "unexpected error");
    return { status: 500, body: { error: UNEXPECTED, code: "internal_error", requestId }, headers: {} };
  }
  if (error instanceof Unavailable) log.warn({ err: error.cause ?? error, requestId }, "unavailable");
  const errors = error instanceof Invalid ? error.errors : error.status === 400 ? [] : undefined;
  const locale = language ? visitorLocale(language, acceptLanguage) : undefined;
  const list = errors && language ? translateFields(errors, language, locale) : errors;
  return {
    status: error.status,
    body: {
      error: language ? translateError(error, language, locale) : error.message,
      code: error.code,
      ...(list ? { errors: list, details: list } : {}),
      requestId,
    },
    headers: error.headers,
  };
}
