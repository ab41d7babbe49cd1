import type { Transaction } from "sequelize";
import { Mail } from "#app/models/index.server.ts";

/**
 * Deletes a person's emails.
 * @returns their ids; `deleteMailFiles` deletes their files after the commit
 */
export async function deleteUserMails(userId: string, transaction: Transaction): Promise<string[]> {
  const mails = await Mail.findAll({ where: { userId }, attributes: ["id"], raw: true, transaction });
  const ids = mails.map(({ id }) => id);
  await Mail.destroy({ where: { id: ids }, transaction });
  return ids;
}
