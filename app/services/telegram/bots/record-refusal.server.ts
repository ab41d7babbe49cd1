import type { Transaction } from "sequelize";
import type { TelegramBot } from "#app/models/index.server.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";

/** Has the owners of a bot told that Telegram refuses its token. */
export const recordRefusal = ({ id, workspaceId }: TelegramBot, transaction: Transaction): Promise<void> =>
  recordEvents([{ type: "telegramBot.refused", workspaceId, subjectId: id, payload: {} }], transaction);
