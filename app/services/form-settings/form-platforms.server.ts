import type { Transaction } from "sequelize";
import { Invalid } from "#app/lib/errors.ts";
import { type OptInForm, OptInFormPlatform, Platform } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { FORM_PLATFORMS_MAX } from "#app/schemas/shared/limits.ts";

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
