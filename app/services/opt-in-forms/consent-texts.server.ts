import type { Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { type OptInForm, PastConsentText } from "#app/models/index.server.ts";

/** Stores the current consent text of a form, and gives the new one its version. */
export async function replaceConsentText(
  form: OptInForm,
  text: string,
  transaction: Transaction,
): Promise<Pick<OptInForm, "consentText" | "consentVersion">> {
  const { id: formId, consentText, consentVersion: version } = form;
  if (text === consentText) return { consentText, consentVersion: version };
  await PastConsentText.create(
    { formId, version, text: consentText, replacedAt: new Date() },
    { transaction },
  );
  return { consentText: text, consentVersion: version + 1 };
}

type ShownForm = { id: string; consentText: string; page: { consentVersion: number } };

/** The text that a visitor saw: of the given version if the form has shown it, otherwise the current one. */
export async function findShownConsentText(form: ShownForm, version: number | undefined): Promise<string> {
  if (version === undefined || version === form.page.consentVersion) return form.consentText;
  const past = await retryRead(() => PastConsentText.findOne({ where: { formId: form.id, version } }));
  return past?.text ?? form.consentText;
}
