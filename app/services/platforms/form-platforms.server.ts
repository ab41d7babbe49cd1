import { Op, type Transaction } from "sequelize";
import { OptInForm, OptInFormPlatform, type Platform } from "#app/models/index.server.ts";

/** Adds the first platform to a form without any, which could take no claims. */
export async function joinEmptyForm(
  { id: platformId, workspaceId }: Platform,
  transaction: Transaction,
): Promise<void> {
  const form = await OptInForm.findOne({
    where: { workspaceId, deletedAt: null },
    attributes: ["id"],
    transaction,
  });
  if (!form || (await OptInFormPlatform.count({ where: { formId: form.id }, transaction })) > 0) return;
  await OptInFormPlatform.create({ formId: form.id, platformId, position: 0 }, { transaction });
}

/** Forms list their platforms in the owner's order, unless they have their own. */
export async function orderOnForms(
  { workspaceId, ids }: { workspaceId: string; ids: string[] },
  transaction: Transaction,
): Promise<void> {
  const own = await OptInForm.findAll({
    where: { workspaceId, hasOwnOrder: true },
    attributes: ["id"],
    transaction,
  });
  const formId = { [Op.notIn]: own.map(({ id }) => id) };
  const onForms = await OptInFormPlatform.findAll({ where: { platformId: ids, formId }, transaction });
  for (const entry of onForms) {
    const position = ids.indexOf(entry.platformId);
    if (position !== entry.position) await entry.update({ position }, { transaction });
  }
}
