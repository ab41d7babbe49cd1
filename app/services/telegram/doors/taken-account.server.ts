import { Op, type Transaction } from "sequelize";
import { TelegramEntry } from "#app/models/index.server.ts";

type Asked = {
  workspaceId: string;
  doorId: string;
  accountKey: string | null;
  /** Of the entry that asks, once there is one. */
  id?: string | undefined;
};

/** Whether an account at the broker opens the door, or is proven, for another Telegram account. */
export async function isAccountTaken(
  { workspaceId, doorId, accountKey, id }: Asked,
  transaction: Transaction,
): Promise<boolean> {
  if (accountKey === null) return false;
  const others = id === undefined ? {} : { id: { [Op.ne]: id } };
  const where = { workspaceId, doorId, accountKey, ...others };
  return (await TelegramEntry.count({ where, transaction })) > 0;
}
