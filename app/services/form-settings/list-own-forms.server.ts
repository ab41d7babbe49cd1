import { retryRead } from "#app/database/connection.server.ts";
import { findDefault } from "#app/lib/default-form.ts";
import { formName } from "#app/lib/form-name.ts";
import { toTruth } from "#app/lib/truth.ts";
import { type OptInForm, OptInFormPlatform, Platform, type Workspace } from "#app/models/index.server.ts";
import type { FormState, ListedForm } from "#app/schemas/form-settings.ts";
import { countForms } from "#app/services/analytics/count-forms.server.ts";
import { readPeriod } from "#app/services/analytics/read-period.server.ts";
import { findCountedDays } from "#app/services/counting/count-parts.server.ts";
import { listForms } from "./own-forms.server.ts";
import { readFormUsage } from "./place-form.server.ts";

/** All forms of a workspace in its order, archived ones too. */
export async function listOwnForms(workspace: Workspace) {
  const { id: workspaceId } = workspace;
  const [{ days }, always] = await Promise.all([
    readPeriod(workspace, { period: "28days", compare: "none" }),
    readPeriod(workspace, { period: "all", compare: "none" }),
  ]);
  const [forms, offering, recent, all] = await Promise.all([
    retryRead(() => listForms(workspaceId)),
    findOffering(workspaceId),
    findCountedDays({ workspaceId, days }).then(countForms),
    findCountedDays({ workspaceId, days: always.days }).then(countForms),
  ]);
  const figures = new Map(recent.map((row) => [row.value, row]));
  const waiting = new Map(all.map((row) => [row.value, row.waiting]));
  return {
    days,
    usage: readFormUsage(workspace, forms),
    forms: forms.map((form): ListedForm => {
      const { views, submissions, ...decisions } = figures.get(form.id) ?? NONE;
      return {
        id: form.id,
        name: formName(form),
        slug: form.slug,
        isDefault: form === findDefault(forms),
        state: toState(form, offering),
        views,
        claims: submissions,
        truth: toTruth(decisions),
        waiting: waiting.get(form.id) ?? 0,
      };
    }),
  };
}

const NONE = { views: 0, submissions: 0, decided: 0, verified: 0, waiting: 0 };

function toState({ id, archivedAt, isActive }: OptInForm, offering: Set<string>): FormState {
  if (archivedAt !== null) return "archived";
  if (!isActive) return "paused";
  return offering.has(id) ? "open" : "no broker";
}

/** Whether visitors can send a form, and otherwise why not. */
export const findFormState = async (form: OptInForm): Promise<FormState> =>
  toState(form, await findOffering(form.workspaceId));

/** The forms that offer a broker. */
async function findOffering(workspaceId: string): Promise<Set<string>> {
  return retryRead(async () => {
    const active = await Platform.findAll({
      where: { workspaceId, isActive: true, archivedAt: null },
      attributes: ["id"],
    });
    const places = await OptInFormPlatform.findAll({
      where: { platformId: active.map(({ id }) => id) },
      attributes: ["formId"],
    });
    return new Set(places.map(({ formId }) => formId));
  });
}
