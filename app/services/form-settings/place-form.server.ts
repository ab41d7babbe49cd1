import type { Transaction } from "sequelize";
import { findDefault } from "#app/lib/default-form.ts";
import { Conflict, Invalid } from "#app/lib/errors.ts";
import { nextDefault } from "#app/lib/next-default.ts";
import { findPlan } from "#app/lib/plans.ts";
import type { OptInForm, Workspace } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { ARCHIVED_FORMS_MAX } from "#app/schemas/shared/limits.ts";
import { makeDefault, type OtherForms } from "./own-forms.server.ts";

const sentences = messages.formSettings;

/** Behind the others. */
export const lastPosition = (forms: OptInForm[]): number =>
  Math.max(-1, ...forms.map(({ position }) => position)) + 1;

/** How many forms a workspace has that are not archived, and how many its plan has room for. */
export function readFormUsage(
  { subscriptionPlan }: Pick<Workspace, "subscriptionPlan">,
  forms: Pick<OptInForm, "archivedAt">[],
) {
  const plan = findPlan(subscriptionPlan);
  return {
    used: forms.filter(({ archivedAt }) => archivedAt === null).length,
    limit: plan?.forms ?? null,
    planName: plan?.name ?? subscriptionPlan,
  };
}

/** @throws {Conflict} `too_many_forms` where the plan has no room for one more */
export function assertRoom(workspace: Workspace, forms: OptInForm[]): void {
  const { used, limit, planName } = readFormUsage(workspace, forms);
  if (limit !== null && used >= limit)
    throw new Conflict("too_many_forms", sentences.tooMany(limit, planName));
}

/** Where a form stands among the workspace's. */
export type FormPlace = {
  isDefault?: true | undefined;
  isArchived?: boolean | undefined;
  position?: number | undefined;
};

/**
 * @throws {Invalid} if the default form would be archived
 * @throws {Conflict} `too_many_forms` beyond the plan's active forms, or the limit of archived ones
 */
export async function placeForm(
  form: OptInForm,
  { isDefault, isArchived, position }: FormPlace,
  { forms, workspace }: OtherForms,
  transaction: Transaction,
): Promise<void> {
  const wasArchived = form.archivedAt !== null;
  if (isDefault && (isArchived ?? wasArchived))
    throw new Invalid([{ field: "isDefault", message: sentences.defaultArchived }]);
  if (isArchived === false && wasArchived) {
    assertRoom(workspace, forms);
    await form.update({ archivedAt: null }, { transaction });
    if (findDefault(forms) === form) await makeDefault(form, transaction);
  }
  if (isArchived && !wasArchived) {
    if (forms.filter(({ archivedAt }) => archivedAt !== null).length >= ARCHIVED_FORMS_MAX)
      throw new Conflict("too_many_forms", sentences.tooManyArchived);
    await leaveDefault(form, forms, transaction);
    await form.update({ archivedAt: new Date() }, { transaction });
  }
  if (isDefault) await makeDefault(form, transaction);
  if (position === undefined) return;
  const others = forms.filter((one) => one !== form);
  for (const [index, one] of others.toSpliced(position, 0, form).entries())
    if (one.position !== index) await one.update({ position: index }, { transaction });
}

/** Leaves the place of the default to the next active form. */
export async function leaveDefault(
  form: OptInForm,
  forms: OptInForm[],
  transaction: Transaction,
): Promise<void> {
  if (findDefault(forms) !== form) return;
  const active = forms.filter((one) => one === form || one.archivedAt === null);
  await form.update({ isDefault: null }, { transaction });
  await makeDefault(nextDefault(active, form), transaction);
}
