import type { ApiError } from "@grammyjs/types";

/** What Telegram answers in place of a result, in its own words. */
export class Refusal extends Error {
  constructor(
    readonly code: number,
    description: string,
    readonly parameters?: ApiError["parameters"],
  ) {
    super(description);
  }

  get answer(): ApiError {
    const { code, message, parameters } = this;
    return { ok: false, error_code: code, description: message, ...(parameters && { parameters }) };
  }
}

export const badRequest = (what: string) => new Refusal(400, `Bad Request: ${what}`);
export const forbidden = (what: string) => new Refusal(403, `Forbidden: ${what}`);
export const conflict = (what: string) => new Refusal(409, `Conflict: ${what}`);

/** As Telegram writes it into the description and beside it. */
export const tooManyRequests = (seconds: number) =>
  new Refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
