import { Op, type Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { findDefault } from "#app/lib/default-form.ts";
import { Invalid } from "#app/lib/errors.ts";
import { formName } from "#app/lib/form-name.ts";
import { OptInForm, OptInFormPlatform, Platform } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { FORM_PLATFORMS_MAX } from "#app/schemas/shared/limits.ts";
import { activeForms, FORM_ORDER, findDefaultForm } from "#app/services/opt-in-forms/default-form.server.ts";
import { changePlatforms, findOwn, type PlatformArguments } from "./change-platforms.server.ts";

/** Puts a platform on the workspace's default form. @throws {NotFound} @throws {Invalid} if the form is full */
export function addToForm({ access, platformId }: PlatformArguments): Promise<void> {
  return changePlatforms(access, async (platforms, transaction) => {
    const platform = findOwn(platforms, platformId);
    if (!(await joinForm(platform, platforms, transaction)))
      throw new Invalid([{ field: "platformId", message: messages.formSettings.platformsMany }]);
  });
}

/**
 * Puts a platform on the workspace's default form, if that has room: at its place in the owner's order, or
 * at the end of the form's own.
 * @param platforms the workspace's, in the owner's order
 * @returns whether no form lacks it
 */
export async function joinForm(
  { id: platformId, workspaceId }: Platform,
  platforms: Platform[],
  transaction: Transaction,
): Promise<boolean> {
  const form = await findDefaultForm(workspaceId, { transaction });
  if (!form) return true;
  const chosen = await findPlatformIds(form.id, transaction);
  if (chosen.includes(platformId)) return true;
  if (chosen.length >= FORM_PLATFORMS_MAX) return false;
  chosen.push(platformId);
  const inOwnersOrder = platforms.map(({ id }) => id).filter((id) => chosen.includes(id));
  await choosePlatforms(form, form.hasOwnOrder ? chosen : inOwnersOrder, transaction);
  // Settings that were opened before would take it off again.
  await form.update({ version: form.version + 1, updatedAt: new Date() }, { transaction });
  return true;
}

/** The forms of a workspace that are not archived, in its order, with the platforms that each offers. */
export const findOfferingForms = (workspaceId: string) =>
  retryRead(async () => {
    const forms = await OptInForm.findAll({
      where: activeForms(workspaceId),
      attributes: ["id", "name", "slug", "isDefault", "archivedAt", "isActive"],
      order: FORM_ORDER,
    });
    const places = await OptInFormPlatform.findAll({ where: { formId: forms.map(({ id }) => id) } });
    const shownDefault = findDefault(forms);
    return forms.map((form) => ({
      id: form.id,
      name: formName(form),
      isDefault: form === shownDefault,
      isOpen: form.isActive,
      platformIds: places.flatMap(({ formId, platformId }) => (formId === form.id ? [platformId] : [])),
    }));
  });

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

/**
 * Makes the platforms of a form those given, in their order.
 * @returns whether the order differs from the owner's
 * @throws {Invalid} for one that is not the workspace's
 */
export async function choosePlatforms(
  form: OptInForm,
  ids: string[],
  transaction: Transaction,
): Promise<boolean> {
  const own = await Platform.findAll({
    where: { workspaceId: form.workspaceId, archivedAt: null },
    attributes: ["id"],
    order: [
      ["position", "ASC"],
      ["id", "ASC"],
    ],
    transaction,
  });
  const order = own.map(({ id }) => id);
  if (!ids.every((id) => order.includes(id)))
    throw new Invalid([{ field: "selectedPlatforms", message: messages.formSettings.platformUnknown }]);
  await OptInFormPlatform.destroy({ where: { formId: form.id }, transaction });
  await OptInFormPlatform.bulkCreate(
    ids.map((platformId, position) => ({ formId: form.id, platformId, position })),
    { transaction },
  );
  return order.filter((id) => ids.includes(id)).join() !== ids.join();
}

/** The active platforms of a workspace in its order, as many as a form can have. */
export async function activePlatformIds(workspaceId: string, transaction: Transaction): Promise<string[]> {
  const platforms = await Platform.findAll({
    where: { workspaceId, isActive: true, archivedAt: null },
    attributes: ["id"],
    order: [
      ["position", "ASC"],
      ["id", "ASC"],
    ],
    limit: FORM_PLATFORMS_MAX,
    transaction,
  });
  return platforms.map(({ id }) => id);
}

/** The chosen platforms of a form, in its order. */
export async function findPlatformIds(formId: string, transaction?: Transaction): Promise<string[]> {
  const rows = await OptInFormPlatform.findAll({
    where: { formId },
    order: [["position", "ASC"]],
    ...(transaction && { transaction }),
  });
  return rows.map(({ platformId }) => platformId);
}
