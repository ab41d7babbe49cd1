import { timingSafeEqual } from "node:crypto";
import { ForeignKeyConstraintError } from "sequelize";
import { Unauthenticated } from "#app/lib/errors.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { findLiveBot, type LiveBot } from "../bots/live-bots.server.ts";
import { readUpdate } from "./read-update.ts";
import { logDropped, NOTED_EVERY_MS, writeUpdate } from "./store-updates.server.ts";

/** A call of Telegram, as it arrives. */
export type UpdateCall = {
  botId: string;
  /** What Telegram was given for its calls of this bot. */
  secret: string | null;
  /** Null for a body over the limit. */
  body: Buffer | null;
};

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Stores an update of a bot; it is on disk when this resolves. One that cannot be read is dropped, because Telegram
 * would send it again for a day.
 * @throws {Unauthenticated} a wrong secret, or an unknown bot
 * @throws {Unavailable} Telegram sends it again
 */
export async function receiveUpdate({ botId, secret, body }: UpdateCall, now = Date.now()): Promise<void> {
  const bot = await findLiveBot(botId);
  if (!bot || !isSecretOf(bot, secret)) throw refused();
  if (!bot.isServed) return logDropped(botId, "inactive");
  if (body === null) return logDropped(botId, "too long");
  const update = readUpdate(tryParse(body));
  if (!update) return logDropped(botId, "unread");
  const isNoted = now - bot.lastUpdateAt > NOTED_EVERY_MS;
  if (isNoted) bot.lastUpdateAt = now;
  try {
    await writeUpdate(bot, update, isNoted);
  } catch (error) {
    // The bot was disconnected just now.
    if (error instanceof ForeignKeyConstraintError) throw refused();
    throw error;
  }
}

const refused = () => new Unauthenticated(messages.telegram.updateRefused, "invalid_token");

const isSecretOf = ({ secretHash }: LiveBot, secret: string | null): boolean =>
  secretHash !== null &&
  secret !== null &&
  timingSafeEqual(Buffer.from(sha256(secret)), Buffer.from(secretHash));

function tryParse(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    return null;
  }
}
