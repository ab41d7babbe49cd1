import { LRUCache } from "lru-cache";
import { Op } from "sequelize";
import { onChange } from "#app/database/announcements.server.ts";
import { retryRead } from "#app/database/connection.server.ts";
import { createLiveRows } from "#app/database/live-rows.server.ts";
import { hasActiveOwner } from "#app/database/queries/active-owner.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { isId } from "#app/lib/ids.ts";
import { TelegramBot } from "#app/models/index.server.ts";

/** A bot with all that a call of Telegram needs. Kept in memory. */
export type LiveBot = {
  id: string;
  workspaceId: string;
  secretHash: string | null;
  /** Whether its workspace has an active owner. */
  isServed: boolean;
  /** As far as this process knows. */
  lastUpdateAt: number;
};

const CACHED_MAX = 5_000;

/** Ids of no bot, apart from bots: whoever tries many pushes out only others of these. */
const unknown = new LRUCache<string, true>({ max: CACHED_MAX, ttl: 10 * SECOND });

onChange((topics) => {
  if (topics.includes("forms")) unknown.clear();
});

const bots = createLiveRows<LiveBot>({ topics: ["forms"], max: CACHED_MAX, load });

/** Finds the bot of an address that Telegram calls. Returns null for an unknown id. */
export async function findLiveBot(id: string): Promise<LiveBot | null> {
  if (!isId(id) || unknown.has(id)) return null;
  const bot = await bots.find(id);
  if (bot) return bot;
  bots.forget(id);
  unknown.set(id, true);
  return null;
}

async function load(id: string): Promise<LiveBot | null> {
  const bot = await retryRead(() =>
    TelegramBot.findByPk(id, { attributes: ["id", "workspaceId", "secretHash", "lastUpdateAt"] }),
  );
  if (!bot) return null;
  const { workspaceId, secretHash, lastUpdateAt } = bot;
  return { id, workspaceId, secretHash, isServed: await isBotServed(id), lastUpdateAt: +(lastUpdateAt ?? 0) };
}

/** Whether the workspace of a bot has an active owner. */
export const isBotServed = async (id: string): Promise<boolean> =>
  (await retryRead(() =>
    TelegramBot.count({ where: { [Op.and]: [{ id }, hasActiveOwner("TelegramBot")] } }),
  )) > 0;
