import { Op } from "sequelize";
import { DAY, HOUR } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { newToken, sha256 } from "#app/lib/random.server.ts";
import type { EntryState } from "#app/lib/telegram.ts";
import {
  Submission,
  TelegramBot,
  TelegramClaim,
  TelegramDoor,
  TelegramEntry,
  TelegramStart,
} from "#app/models/index.server.ts";
import { sealToken } from "#app/services/telegram/bots/find-bot.server.ts";
import { NOT_SET_UP } from "#app/services/telegram/bots/set-up-bot.server.ts";
import { telegramVariables } from "#app/services/telegram/variables.server.ts";
import { DEMO_BOT, DEMO_CHANNEL, DEMO_PEOPLE } from "./demo-channel.ts";
import type { SampleOwner } from "./sample-owner.ts";

/** Visits that went on in Telegram and became no claim. */
const STARTED_ONLY = 9;

/** A bot at the sandbox's Telegram with one door, at which people wait, have come in, and have left. */
export async function seedTelegram({ workspace, form }: SampleOwner, now: Date): Promise<void> {
  const { id: workspaceId } = workspace;
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const botId = newId();
  const work = { attemptCount: 0, dueAt: null };
  await TelegramBot.create({
    id: botId,
    workspaceId,
    telegramId: String(DEMO_BOT.id),
    username: `sandbox_${DEMO_BOT.id}_bot`,
    token: sealToken(DEMO_BOT.token, botId),
    ...NOT_SET_UP,
    state: "on",
    health: "ok",
    ...work,
    dueAt: now,
    createdAt: ago(30 * DAY),
  });
  const door = await TelegramDoor.create({
    workspaceId,
    botId,
    chatId: String(DEMO_CHANNEL.id),
    title: DEMO_CHANNEL.title,
    needs: "verified",
    platformId: null,
    texts: JSON.stringify({ en: "Welcome. What we publish is information, and no advice." }),
    inviteLink: `${telegramVariables.linkUrl}/+${DEMO_CHANNEL.link}`,
    problem: null,
    checkedAt: ago(DAY),
    confirmedAt: ago(28 * DAY),
    confirmedByName: "Iria Vázquez-Montenegro",
    createdAt: ago(29 * DAY),
  });
  const { waiting, open, in: inside, doubtful, out } = DEMO_PEOPLE;
  const find = (where: object, limit: number) =>
    Submission.findAll({ where: { workspaceId, ...where }, order: [["createdAt", "DESC"]], limit });
  const verified = await find(
    { status: "handled", withdrawnAt: null },
    waiting.length + open.length + inside.length + out.length,
  );
  const withdrawn = await find({ withdrawnAt: { [Op.ne]: null } }, doubtful.length);

  const saveStart = async (startedAt: Date, hasClickId: boolean) => {
    const visit = { entry: { workspace: workspaceId, days: 30, visits: [] }, cookies: {}, country: null };
    const start = await TelegramStart.create({
      workspaceId,
      formId: form.id,
      tokenHash: sha256(newToken()),
      visit: JSON.stringify(visit),
      link: form.slug,
      language: "en",
      hasClickId,
      createdAt: startedAt,
      startedAt,
      expiresAt: new Date(startedAt.getTime() + 30 * DAY),
    });
    return start.id;
  };
  const saveEntry = async (claim: Submission | undefined, id: number, values: Partial<TelegramEntry>) => {
    if (!claim) throw new Error("The demo has claims for its door.");
    const { id: submissionId, createdAt } = claim;
    const telegramUserId = String(id);
    const joinedAt = values.joinedAt ?? null;
    await claim.update({ channel: "telegram" }, { silent: true });
    await TelegramClaim.create({
      submissionId,
      workspaceId,
      botId,
      telegramUserId,
      startId: await saveStart(new Date(createdAt.getTime() - HOUR / 10), claim.fbclid !== null),
      language: "en",
      link: form.slug,
      startedAt: createdAt,
      joinedAt,
      state: "idle",
      ...work,
      createdAt,
    });
    await TelegramEntry.create({
      workspaceId,
      doorId: door.id,
      telegramUserId,
      submissionId,
      state: "in",
      ...work,
      createdAt,
      ...values,
    });
  };
  const take = () => verified.shift();
  const opened = (hoursAgo: number) => ({ openedAt: ago(hoursAgo * HOUR) });
  const joined = (hoursAgo: number) => ({ ...opened(hoursAgo), joinedAt: ago((hoursAgo - 1) * HOUR) });
  for (const id of waiting) await saveEntry(take(), id, { state: "waiting", waitsFor: "evidence" });
  for (const id of open) await saveEntry(take(), id, { state: "open", ...opened(3) });
  for (const [index, id] of inside.entries()) await saveEntry(take(), id, joined(9 + 20 * index));
  for (const id of out)
    await saveEntry(take(), id, { state: "out" as EntryState, ...joined(90), endedAt: ago(30 * HOUR) });
  for (const [index, id] of doubtful.entries())
    await saveEntry(withdrawn[index], id, {
      ...joined(80),
      problem: "withdrawn",
      problemAt: ago(20 * HOUR),
    });
  for (let number = 0; number < STARTED_ONLY; number++)
    await saveStart(ago((5 + 17 * number) * HOUR), number % 3 > 0);
}
