import { brokenService, lostResponse } from "../broken-services.ts";
import type { Fault, FaultBook } from "../faults.ts";
import { decoded } from "../fields.ts";
import type { PlatformRequest } from "../platform.ts";
import { json, type Reply } from "../reply.ts";
import { botMethods } from "./methods/bot.ts";
import { type Call, Described, type Method } from "./methods/call.ts";
import { inviteMethods } from "./methods/invites.ts";
import { memberMethods } from "./methods/members.ts";
import { messageMethods } from "./methods/messages.ts";
import { readParameters } from "./parameters.ts";
import { Refusal, tooManyRequests } from "./refusal.ts";
import type { Bot, TelegramWorld } from "./world.ts";

const PATH = /^\/bot([^/]*)\/([^/]*)\/?$/;
const TOKEN = /^([1-9]\d{5,11}):[\w-]{30,46}$/;
const UNAUTHORIZED = new Refusal(401, "Unauthorized");
/** How long Telegram's own flood control lasts. */
const FLOOD_SECONDS = 35;

const METHODS = new Map<string, { name: string; run: Method }>(
  Object.entries({ ...botMethods, ...messageMethods, ...memberMethods, ...inviteMethods }).map(
    ([name, run]) => [name.toLowerCase(), { name, run }],
  ),
);

export const isBotApiPath = (path: string) => PATH.test(path);

type Options = { world: TelegramWorld; faults: FaultBook };

/** Answers a call of the Bot API as Telegram does. */
export async function respondAsBotApi(request: PlatformRequest, { world, faults }: Options): Promise<Reply> {
  const [, token = "", name = ""] = PATH.exec(decoded(request.path)) ?? [];
  const bot = findCaller(world, token);
  if (!bot) return refused(UNAUTHORIZED);
  const method = METHODS.get(name.toLowerCase());
  if (!method) return refused(new Refusal(404, "Not Found: method not found"));
  bot.calls.set(method.name, (bot.calls.get(method.name) ?? 0) + 1);
  const subject = { token, assetId: `${bot.user.id}/${method.name}`, eventIds: [method.name] };
  const fault = faults.forEvents(subject);
  const broken = brokenBotApi(fault);
  if (broken) return broken;
  const origin = `http://${request.headers.host ?? "127.0.0.1"}`;
  const reply = await answer(method.run, { world, bot, origin }, request);
  const end = lostResponse(fault);
  return end ? { ...reply, end } : reply;
}

function findCaller(world: TelegramWorld, token: string): Bot | null {
  const id = TOKEN.exec(token)?.[1];
  if (id === undefined || world.revokedTokens.has(token)) return null;
  const bot = world.takeBot(Number(id));
  bot.tokens.add(token);
  return bot;
}

/** A fault before the method is run. */
function brokenBotApi(fault: Fault | null): Reply | null {
  if (fault === "expired" || fault === "invalid") return refused(UNAUTHORIZED);
  if (fault === "429" || fault === "rate-limited") return refused(tooManyRequests(FLOOD_SECONDS));
  return brokenService(fault);
}

async function answer(run: Method, call: Omit<Call, "given">, request: PlatformRequest): Promise<Reply> {
  try {
    const given = await run({ ...call, given: await readParameters(request) });
    const { result, description } = given instanceof Described ? given : { result: given, description: null };
    return json(200, { ok: true, result, ...(description && { description }) });
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
}

function refused({ code, answer: body }: Refusal): Reply {
  const wait = body.parameters?.retry_after;
  return json(code, body, wait === undefined ? {} : { "retry-after": String(wait) });
}
