import type { Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { NotFound } from "#app/lib/errors.ts";
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

/** A form that an older version wrote has no mark. */
export const findDefault = (forms: OptInForm[]): OptInForm | undefined =>
  forms.find(({ isDefault }) => isDefault) ?? forms.find(({ archivedAt }) => archivedAt === null);

/** A form of the workspace, the default one without an id; null if there is none or it was deleted. */
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

/** Locks the workspace, as changes of its platforms do, so that one change follows another. */
export const changeForms = <T>(
  access: Access,
  work: (forms: OptInForm[], transaction: Transaction, workspace: Workspace) => Promise<T>,
): Promise<T> =>
  changeWorkspace(access, "settings:write", async (workspace, transaction) =>
    work(await listForms(workspace.id, transaction), transaction, workspace),
  );

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
