import { Op, type Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction } from "#app/database/connection.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { createBatcher } from "#app/lib/batcher.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { Unavailable } from "#app/lib/errors.ts";
import { newId } from "#app/lib/ids.ts";
import { log } from "#app/lib/log.server.ts";
import { TelegramBot, TelegramUpdate } from "#app/models/index.server.ts";
import { type ReadUpdate, readUpdate } from "./read-update.ts";

type OfBot = { id: string; workspaceId: string };
type NewUpdate = { bot: OfBot; update: ReadUpdate; isNoted: boolean };

/** How often a bot's row says when its last update came. */
export const NOTED_EVERY_MS = MINUTE;

/** What one process holds while the database is slow. */
const WAITING_MAX = 1_000;
const BATCH = 100;

let waiting = 0;

const batcher = createBatcher<NewUpdate, true>({ getKey: () => "all", max: BATCH, run: writeBatch });

/**
 * Stores an update together with others that are waiting. Resolves after the commit; one that is there already
 * changes nothing. @param isNoted whether the bot's row says that it came
 * @throws {Unavailable} if too many are waiting, or the database stays unreachable
 */
export async function writeUpdate(bot: OfBot, update: ReadUpdate, isNoted: boolean): Promise<void> {
  if (waiting >= WAITING_MAX) throw new Unavailable();
  waiting += 1;
  try {
    await batcher.add({ bot, update, isNoted });
  } finally {
    waiting -= 1;
  }
}

/** Resolves when no update waits to be stored. */
export const drainUpdates = (): Promise<void> => batcher.settled();

async function writeBatch(updates: NewUpdate[]): Promise<true[]> {
  await inTransaction(async (transaction) => {
    const noted = new Set(updates.filter(({ isNoted }) => isNoted).map(({ bot }) => bot.id));
    // Before the rows, which lock their bot's.
    if (noted.size > 0) await noteUpdates([...noted].sort(), transaction);
    await insertUpdates(
      updates.map(({ bot, update }) => toRow(bot, update)),
      transaction,
    );
  });
  return updates.map(() => true);
}

/**
 * Stores what Telegram gave a bot, in a transaction of the caller. What is there already changes nothing; what is
 * no update that was asked for is left out.
 */
export async function storeUpdates(
  bot: OfBot,
  updates: readonly unknown[],
  transaction: Transaction,
): Promise<void> {
  const read = updates.map(readUpdate);
  const rows = read.filter((update) => update !== null).map((update) => toRow(bot, update));
  logDropped(bot.id, "unread", read.length - rows.length);
  await insertUpdates(rows, transaction);
}

/** Counts updates that are not stored, without what they say. */
export function logDropped(telegramBotId: string, reason: "unread" | "too long" | "inactive", count = 1) {
  if (count > 0) log.info({ telegramBotId, reason, count }, "updates of a Telegram bot were not stored");
}

const toRow = (bot: OfBot, { updateId, person, body }: ReadUpdate) => ({
  id: newId(),
  workspaceId: bot.workspaceId,
  botId: bot.id,
  updateId,
  state: "new" as const,
  person,
  body,
  attemptCount: 0,
});

async function insertUpdates(rows: ReturnType<typeof toRow>[], transaction: Transaction): Promise<void> {
  if (rows.length === 0) return;
  await insertRows(TelegramUpdate, rows, transaction, { skipsKnown: true });
  announceDue(TelegramUpdate, transaction);
}

async function noteUpdates(id: string[], transaction: Transaction): Promise<void> {
  const now = new Date();
  const before = new Date(+now - NOTED_EVERY_MS);
  const isOld = { [Op.or]: [{ lastUpdateAt: null }, { lastUpdateAt: { [Op.lt]: before } }] };
  await TelegramBot.update({ lastUpdateAt: now }, { where: { id, ...isOld }, transaction });
}
