import { Op, type Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { findDefault } from "#app/lib/default-form.ts";
import { NotFound } from "#app/lib/errors.ts";
import { formName } from "#app/lib/form-name.ts";
import { OptInForm, type PastConsentText, type Workspace } from "#app/models/index.server.ts";
import { listPastConsents } from "#app/services/opt-in-forms/consent-texts.server.ts";
import { FORM_ORDER, findDefaultForm } from "#app/services/opt-in-forms/default-form.server.ts";
import { findPlatformIds } from "#app/services/platforms/form-platforms.server.ts";
import { type Access, changeWorkspace } from "#app/services/workspaces/access.server.ts";

/** A form with its chosen platforms in their order, and its earlier consent texts, the newest first. */
export type OwnForm = { form: OptInForm; platformIds: string[]; pastConsents: PastConsentText[] };

export const findFormParts = async (form: OptInForm, transaction?: Transaction): Promise<OwnForm> => ({
  form,
  platformIds: await findPlatformIds(form.id, transaction),
  pastConsents: await listPastConsents(form.id, transaction),
});

/** The forms of a workspace in its order, archived ones too; without those that it deleted. */
export const listForms = (workspaceId: string, transaction?: Transaction): Promise<OptInForm[]> =>
  OptInForm.findAll({
    where: { workspaceId, deletedAt: null },
    order: FORM_ORDER,
    ...(transaction && { transaction }),
  });

/** What tells the forms of a workspace apart, in its order. */
export const listFormChoices = async (workspaceId: string) => {
  const forms = await retryRead(() =>
    OptInForm.findAll({
      where: { workspaceId, deletedAt: null },
      attributes: ["id", "name", "slug", "isDefault", "archivedAt"],
      order: FORM_ORDER,
    }),
  );
  const shownDefault = findDefault(forms);
  return forms.map((form) => ({
    id: form.id,
    name: formName(form),
    isDefault: form === shownDefault,
    isArchived: form.archivedAt !== null,
  }));
};

/**
 * Finds a form of the workspace. Without an id it is the default form.
 * @returns null if there is no such form, or it was deleted
 */
export function findOwnForm(workspaceId: string, formId?: string): Promise<OwnForm | null> {
  return retryRead(async () => {
    const form =
      formId === undefined
        ? await findDefaultForm(workspaceId)
        : await OptInForm.findOne({ where: { id: formId, workspaceId, deletedAt: null } });
    return form && findFormParts(form);
  });
}

/** All forms of the workspace, in its order. */
export const findAllForms = (workspaceId: string): Promise<OwnForm[]> =>
  retryRead(async () => {
    const forms: OwnForm[] = [];
    for (const form of await listForms(workspaceId)) forms.push(await findFormParts(form));
    return forms;
  });

export type OtherForms = {
  /** All of the workspace, this one too. */
  forms: OptInForm[];
  workspace: Workspace;
};

/**
 * Clears the old mark first, because the unique key allows one. Deleted forms are cleared too: an older version
 * leaves them marked.
 */
export async function makeDefault(form: OptInForm | undefined, transaction: Transaction): Promise<void> {
  if (!form) return;
  const { id, workspaceId } = form;
  await OptInForm.update(
    { isDefault: null },
    { where: { workspaceId, isDefault: true, id: { [Op.ne]: id } }, transaction },
  );
  await form.update({ isDefault: true }, { transaction });
}

/**
 * Locks the workspace, as changes of its platforms do, so that one change follows another. The default form of an
 * older version is marked first: no other one then takes its place because it is moved or restored.
 */
export const changeForms = <T>(
  access: Access,
  work: (forms: OptInForm[], transaction: Transaction, workspace: Workspace) => Promise<T>,
): Promise<T> =>
  changeWorkspace(access, "settings:write", async (workspace, transaction) => {
    const forms = await listForms(workspace.id, transaction);
    const first = findDefault(forms);
    if (!first?.isDefault) await makeDefault(first, transaction);
    return work(forms, transaction, workspace);
  });

/** @throws {NotFound} */
export const changeForm = <T>(
  access: Access,
  formId: string | undefined,
  work: (form: OptInForm, others: OtherForms, transaction: Transaction) => Promise<T>,
): Promise<T> =>
  changeForms(access, (forms, transaction, workspace) => {
    const form = formId === undefined ? findDefault(forms) : forms.find(({ id }) => id === formId);
    if (!form) throw new NotFound("Form");
    return work(form, { forms, workspace }, transaction);
  });
