import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { countOf, readValues, someOf } from "#app/database/values.server.ts";
import { CLICK_IDS } from "#app/lib/ad-platforms.ts";
import { endOfDay, startOfDay } from "#app/lib/date-range.ts";
import { dayIn } from "#app/lib/dates.ts";
import { type Days, plusDays } from "#app/lib/periods.ts";
import { START_DAYS, type TelegramFigures } from "#app/lib/telegram.ts";
import {
  Submission,
  TelegramBot,
  TelegramEntry,
  TelegramStart,
  type Workspace,
} from "#app/models/index.server.ts";

/** What came by Telegram, each by its own day; null where there never was a bot. */
export async function getTelegramFigures(
  { id: workspaceId, timeZone }: Pick<Workspace, "id" | "timeZone">,
  { from, to }: Days,
  now = new Date(),
): Promise<TelegramFigures | null> {
  const inRange = { [Op.gte]: startOfDay(from, timeZone), [Op.lt]: endOfDay(to, timeZone) };
  const inChat = { workspaceId, channel: "telegram" };
  const claims = { ...inChat, createdAt: inRange };
  const hasClickId = { [Op.or]: Object.keys(CLICK_IDS).map((name) => ({ [name]: { [Op.ne]: null } })) };
  const { hasBot, hadClaims, ...counts } = await retryRead(() =>
    readValues({
      hasBot: someOf(TelegramBot, { workspaceId }),
      hadClaims: someOf(Submission, inChat),
      started: countOf(TelegramStart, { workspaceId, startedAt: inRange }),
      claimed: countOf(Submission, claims),
      verified: countOf(Submission, { ...claims, status: "handled" }),
      withClickId: countOf(Submission, { ...claims, ...hasClickId }),
      cameIn: countOf(TelegramEntry, { workspaceId, joinedAt: inRange }),
    }),
  );
  if (!hasBot && !hadClaims) return null;
  return { ...counts, isStartedWhole: from >= plusDays(dayIn(timeZone, now), -START_DAYS) };
}
