import { z } from "zod";
import { SECOND } from "#app/lib/dates.ts";
import { sendRequest } from "#app/lib/http-client.server.ts";
import { telegramVariables } from "./variables.server.ts";

/**
 * What came of a call to Telegram that gave no result:
 * - `refused`: Telegram does not take the token
 * - `blocked`: the person has blocked the bot, or the bot may not do it in this chat
 * - `elsewhere`: another program gets the bot's updates
 * - `limited`: too many calls
 * - `wrong`: Telegram understood the call and does not do it
 * - `away`: no clear answer; the call may have been done
 */
export type BotFault = {
  isDone: false;
  fault: "refused" | "blocked" | "elsewhere" | "limited" | "wrong" | "away";
  /** Telegram's own words, or what happened to the connection. */
  description: string;
  /** How long to wait, where Telegram says it. */
  retryAfterMs: number | null;
};
export type BotAnswer<Result> = { isDone: true; result: Result } | BotFault;

const Envelope = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  description: z.string().max(1000).optional(),
  parameters: z.object({ retry_after: z.number().min(0).max(86_400).optional() }).optional(),
});

const FAULTS: Partial<Record<number, BotFault["fault"]>> = {
  400: "wrong",
  401: "refused",
  403: "blocked",
  // Of a bot that does not exist: methods are ours.
  404: "refused",
  409: "elsewhere",
  429: "limited",
};

const ANSWER_MAX_BYTES = 2 * 1024 * 1024;

/** Calls a method of the Bot API. The shape of a result is Telegram's word for it. */
export async function callBot<Result>(
  token: string,
  method: string,
  body: object = {},
  { timeoutMs = 10 * SECOND, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<BotAnswer<Result>> {
  const { apiUrl } = telegramVariables;
  const answer = await sendRequest({
    method: "POST",
    url: `${apiUrl}/bot${token}/${method}`,
    allowedBase: apiUrl,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    bodyMaxBytes: ANSWER_MAX_BYTES,
    timeoutMs,
    ...(signal ? { signal } : {}),
  });
  const fail = (fault: BotFault["fault"], description: string, retryAfterMs: number | null = null) =>
    ({ isDone: false, fault, description, retryAfterMs }) as const;
  if (answer.kind !== "complete" || answer.isOversized)
    return fail("away", answer.fault ?? "answer too long");
  const said = readEnvelope(answer.body);
  if (!said) return fail("away", `HTTP ${answer.httpStatus}`);
  if (said.ok) return { isDone: true, result: said.result as Result };
  const retryAfter = said.parameters?.retry_after;
  return fail(
    FAULTS[answer.httpStatus ?? 0] ?? "away",
    said.description ?? `HTTP ${answer.httpStatus}`,
    retryAfter === undefined ? null : retryAfter * SECOND,
  );
}

function readEnvelope(text: string): z.infer<typeof Envelope> | null {
  try {
    return Envelope.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
