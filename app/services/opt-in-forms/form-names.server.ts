import { literal, Op, type Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { has } from "#app/database/dialect.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { readValues, rowsOf } from "#app/database/values.server.ts";
import { formLabel, formName } from "#app/lib/form-name.ts";
import { OptInForm } from "#app/models/index.server.ts";
import { FORM_ORDER } from "./default-form.server.ts";

/** A form as claims name it: its label says where it is archived or deleted. */
export type NamedForm = { id: string; name: string; label: string };

/** All forms that claims can name: those of the workspace in its order, then deleted ones that have claims. */
export async function listFormNames(workspaceId: string): Promise<NamedForm[]> {
  const { forms } = await retryRead(() => readValues({ forms: rowsOf(OptInForm, named(workspaceId)) }));
  return forms.map(nameForm);
}

/** The same in a transaction. */
export const findFormNames = async (workspaceId: string, transaction: Transaction): Promise<NamedForm[]> =>
  (await findRows(OptInForm, { ...named(workspaceId), transaction })).map(nameForm);

const nameForm = (form: Pick<OptInForm, (typeof NAMED)[number]>) => ({
  id: form.id,
  name: formName(form),
  label: formLabel(form),
});

const NAMED = ["id", "name", "slug", "archivedAt", "deletedAt", "position"] as const;

const named = (workspaceId: string) => ({
  where: {
    workspaceId,
    [Op.or]: [{ deletedAt: null }, literal(has("submissions", "submissions.formId = `OptInForm`.`id`"))],
  },
  attributes: NAMED,
  // Both dialects sort NULL first.
  order: [["deletedAt", "ASC"], ...FORM_ORDER] as ["deletedAt" | "position" | "id", "ASC"][],
});

/** The names of the forms that claims are of; none where the workspace has one form. */
export const nameForms = (forms: NamedForm[], claims: { formId: string }[]): string[] =>
  forms.length < 2
    ? []
    : forms.filter(({ id }) => claims.some(({ formId }) => formId === id)).map(({ name }) => name);
