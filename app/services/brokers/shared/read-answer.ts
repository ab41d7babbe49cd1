import type { z } from "zod";
import { HOUR, MINUTE } from "#app/lib/dates.ts";
import type { HttpResult } from "#app/lib/http-client.server.ts";
import { type Fields, readJsonBody } from "#app/services/ad-platforms/shared/response-body.ts";
import { retryAfterMs } from "#app/services/ad-platforms/shared/retry-after.ts";
import type { Answer, UnclearAnswer } from "../broker-api.ts";
import { describeShape } from "./describe-shape.ts";

/** An answer's own clock may differ from ours by as much. */
const CLOCK_MAX_MS = HOUR;

export const clear = <T>(value: T): Answer<T> => ({ isClear: true, value });

type Reason = Pick<UnclearAnswer, "state" | "problem"> & Partial<UnclearAnswer>;

export const unclear = (call: string, reason: Reason): UnclearAnswer => ({
  isClear: false,
  isOfQuestion: false,
  retryAfterMs: null,
  shape: null,
  ...reason,
  call,
});

const AGAIN = "Nothing to do: it is asked again, and nothing has changed.";

export const isAway = (call: string, what: string, waitMs: number | null = null): UnclearAnswer =>
  unclear(call, { state: "away", problem: `${what} ${AGAIN}`, retryAfterMs: waitMs });

export const isLimited = (call: string, { headers }: Pick<HttpResult, "headers">): UnclearAnswer =>
  unclear(call, {
    state: "limited",
    problem: `The broker answers no more calls for now. ${AGAIN}`,
    retryAfterMs: retryAfterMs(headers) ?? MINUTE,
  });

export const isChanged = (call: string, body: unknown): UnclearAnswer =>
  unclear(call, {
    state: "changed",
    problem: `The broker answers in a form that is not known here. It is asked again, nothing has changed, and the administrators of this installation know.`,
    shape: describeShape(body),
  });

export const isRefused = (call: string, problem: string): UnclearAnswer =>
  unclear(call, { state: "refused", problem });

/** The JSON of an answer of any status below 500, and its status; unclear for all that is no such answer. */
export function readAnswer(
  call: string,
  response: HttpResult,
  now: Date,
): Answer<{ fields: Fields; status: number }> {
  const { kind, httpStatus, isOversized, headers } = response;
  const status = httpStatus ?? 0;
  if (kind === "unreached") return isAway(call, "The broker cannot be reached at the moment.");
  if (kind === "incomplete") return isAway(call, "The broker does not answer at the moment.");
  if (status === 429) return isLimited(call, response);
  if (status === 408 || status >= 500)
    return isAway(call, "The broker has a fault at the moment.", retryAfterMs(headers));
  if (status >= 300 && status < 400)
    return isAway(call, "The broker sends calls elsewhere, which are not followed.");
  const at = Date.parse(headers.date ?? "");
  if (Math.abs(at - now.getTime()) > CLOCK_MAX_MS)
    return isAway(call, "The broker’s answer is of another time than our clock.");
  const body = readJsonBody(response);
  if (body.kind === "json") return clear({ fields: body.fields, status });
  // Refusals without JSON are told apart by their status.
  if (status === 401 || status === 403) return clear({ fields: {}, status });
  if (isOversized) return isAway(call, "The broker’s answer is too large.");
  return isAway(
    call,
    body.kind === "empty"
      ? "The broker’s answer is empty."
      : "The broker answers with a page in place of data.",
  );
}

/** What an answer says if it has the shape; its names and types if it has another one. */
export function readShape<Shape extends z.ZodType>(
  call: string,
  shape: Shape,
  body: unknown,
): Answer<z.output<Shape>> {
  const read = shape.safeParse(body);
  return read.success ? clear(read.data) : isChanged(call, body);
}
