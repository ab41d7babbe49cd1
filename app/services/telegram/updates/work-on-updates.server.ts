import pLimit from "p-limit";
import { literal, Op, QueryTypes } from "sequelize";
import { inTransaction, retryRead, sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { Unavailable } from "#app/lib/errors.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { log } from "#app/lib/log.server.ts";
import { TelegramBot, TelegramUpdate } from "#app/models/index.server.ts";
import { NotYet } from "../shared/turn.server.ts";
import { handleUpdate } from "./handle-update.server.ts";

/** How many updates of a bot are worked on before another bot's turn. */
const AT_ONCE = 100;
const PARALLEL = 4;
/** What fails as often is put aside, so that its person gets on. */
const ATTEMPTS_MAX = 5;

/** Another process works on it, or on an earlier one of the same person. */
class WorkedElsewhere extends Error {}

/**
 * Works on the updates that wait, some of each bot in turn, those of a person one after the other.
 * @returns whether more wait
 */
export async function workOnUpdates(isStopping: () => boolean = () => false): Promise<boolean> {
  let hasMore = false;
  for (const botId of await listWaitingBots()) {
    if (isStopping()) return true;
    const bot = await retryRead(() => TelegramBot.findByPk(botId));
    if (bot && (await workOnSome(bot, isStopping))) hasMore = true;
  }
  return hasMore;
}

async function listWaitingBots(): Promise<string[]> {
  const rows = await retryRead(() =>
    sequelize.query<{ botId: string }>("SELECT DISTINCT botId FROM telegramUpdates WHERE state = 'new'", {
      type: QueryTypes.SELECT,
    }),
  );
  return rows.map(({ botId }) => botId);
}

type Waiting = Pick<TelegramUpdate, "id" | "updateId" | "person" | "body" | "attemptCount">;

/** How many people may wait for something in one turn of a bot before the others wait for the next one. */
const STUCK_MAX = 200;

/** @returns whether another turn of the bot has something to do */
async function workOnSome(bot: TelegramBot, isStopping: () => boolean): Promise<boolean> {
  // What reached it waits until Telegram takes a token of it again.
  if (bot.state === "off") return false;
  const stuck = new Set<string>();
  while (stuck.size < STUCK_MAX) {
    const updates = await findWaiting(bot, [...stuck]);
    const byPerson = groupBy(updates, ({ person, id }) => person ?? id);
    const limit = pLimit(PARALLEL);
    const hasDone = await Promise.all(
      [...byPerson].map(([person, own]) =>
        limit(async () => {
          for (const update of own) {
            if (!isStopping() && (await workOn(bot, update))) continue;
            stuck.add(person);
            return false;
          }
          return true;
        }),
      ),
    );
    if (updates.length < AT_ONCE || isStopping()) return false;
    if (hasDone.some(Boolean)) return true;
    // All of these wait for something: others do not wait for them.
  }
  return false;
}

function findWaiting({ workspaceId, id: botId }: TelegramBot, stuck: string[]): Promise<Waiting[]> {
  const others = { [Op.or]: [{ person: null }, { person: { [Op.notIn]: stuck } }] };
  return retryRead(() =>
    findRows(TelegramUpdate, {
      where: { workspaceId, botId, state: "new", ...(stuck.length > 0 ? others : {}) },
      attributes: ["id", "updateId", "person", "body", "attemptCount"],
      order: [["updateId", "ASC"]],
      limit: AT_ONCE,
    }),
  );
}

/** @returns whether the next one of the same person may follow */
async function workOn(bot: TelegramBot, update: Waiting): Promise<boolean> {
  try {
    const save = await handleUpdate(bot, update.body ?? "");
    await inTransaction(async (transaction) => {
      const [taken] = await TelegramUpdate.update(
        { state: "done", person: null, body: null },
        { where: { ...waits(bot, update), [Op.and]: isFirst(bot, update) }, transaction },
      );
      if (taken !== 1) throw new WorkedElsewhere();
      await save(transaction);
    });
    return true;
  } catch (error) {
    // What is away for a moment is no fault of the update.
    if ([WorkedElsewhere, NotYet, Unavailable].some((passing) => error instanceof passing)) return false;
    const isLast = update.attemptCount + 1 >= ATTEMPTS_MAX;
    log.warn(
      { err: error, botId: bot.id, updateId: update.updateId, isLast },
      "an update could not be worked on",
    );
    await inTransaction(async (transaction) => {
      await TelegramUpdate.update(
        {
          attemptCount: literal("attemptCount + 1") as unknown as number,
          ...(isLast ? { state: "failed" as const, person: null, body: null } : {}),
        },
        { where: waits(bot, update), transaction },
      );
    });
    return isLast;
  }
}

const waits = ({ workspaceId, id: botId }: TelegramBot, { id }: Waiting) => ({
  id,
  workspaceId,
  botId,
  state: "new",
});

/** Whether no earlier update of the same person waits. MySQL reads its own table through a derived one. */
const isFirst = ({ id: botId }: TelegramBot, { updateId, person }: Waiting) =>
  literal(
    person === null
      ? "1 = 1"
      : `NOT EXISTS (SELECT 1 FROM (SELECT id FROM telegramUpdates
           WHERE state = 'new' AND botId = ${escapeValue(botId)} AND person = ${escapeValue(person)}
             AND updateId < ${escapeValue(updateId)}) earlier)`,
  );
