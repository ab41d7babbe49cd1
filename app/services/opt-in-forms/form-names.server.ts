import { literal, Op, type Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { has } from "#app/database/dialect.server.ts";
import { formLabel, formName } from "#app/lib/form-name.ts";
import { OptInForm } from "#app/models/index.server.ts";
import { FORM_ORDER } from "./default-form.server.ts";

/** A form as claims name it: its label says where it is archived or deleted. */
export type NamedForm = { id: string; name: string; label: string };

/** All forms that claims can name: those of the workspace in its order, then deleted ones that have claims. */
export const listFormNames = (workspaceId: string): Promise<NamedForm[]> =>
  retryRead(() => findFormNames(workspaceId));

/** The same in a transaction. */
export async function findFormNames(workspaceId: string, transaction?: Transaction): Promise<NamedForm[]> {
  const hasClaims = literal(has("submissions", "submissions.formId = `OptInForm`.`id`"));
  const forms = await OptInForm.findAll({
    where: { workspaceId, [Op.or]: [{ deletedAt: null }, hasClaims] },
    attributes: ["id", "name", "slug", "archivedAt", "deletedAt"],
    // Both dialects sort NULL first.
    order: [["deletedAt", "ASC"], ...FORM_ORDER],
    ...(transaction && { transaction }),
  });
  return forms.map((form) => ({ id: form.id, name: formName(form), label: formLabel(form) }));
}

/** The names of the forms that claims are of; none where the workspace has one form. */
export const nameForms = (forms: NamedForm[], claims: { formId: string }[]): string[] =>
  forms.length < 2
    ? []
    : forms.filter(({ id }) => claims.some(({ formId }) => formId === id)).map(({ name }) => name);
