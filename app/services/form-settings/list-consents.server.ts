import { fn, literal } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { readCovers } from "#app/lib/consent.ts";
import { readFormJson } from "#app/lib/form-json.ts";
import { formName } from "#app/lib/form-name.ts";
import { Submission } from "#app/models/index.server.ts";
import type { FormConsents, ShownConsent } from "#app/schemas/form-settings.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { findNamedInAll, findNamedPlatforms } from "#app/services/ad-platforms/shared/named-platforms.ts";
import { findFormRecipients } from "#app/services/opt-in-forms/consent-lists.server.ts";
import { listPastConsents, toConsentTexts } from "#app/services/opt-in-forms/consent-texts.server.ts";
import { listForms, type OwnForm } from "./own-forms.server.ts";

type WaitingCount = { formId: string; consentVersion: number; count: number };

const countWaiting = async (where: { workspaceId: string; formId?: string }): Promise<WaitingCount[]> =>
  (await retryRead(() =>
    Submission.findAll({
      where: { ...where, status: "pending" },
      attributes: ["formId", "consentVersion", [fn("COUNT", literal("*")), "count"]],
      group: ["formId", "consentVersion"],
      raw: true,
    }),
  )) as unknown as WaitingCount[];

type TextsOfForm = Pick<OwnForm, "form" | "pastConsents">;

/** The current consent text of a form, and the earlier ones that claims still wait with, the newest first. */
export const listConsents = async (own: TextsOfForm): Promise<ShownConsent[]> =>
  describeConsents(own, {
    counts: await countWaiting({ workspaceId: own.form.workspaceId, formId: own.form.id }),
    recipients: await findRecipients(own.form),
  });

const findRecipients = (form: OwnForm["form"]): Promise<string[]> =>
  retryRead(() => findFormRecipients({ workspaceId: form.workspaceId, sendTo: readFormJson(form).sendTo }));

type Facts = { counts: WaitingCount[]; recipients: string[] };

function describeConsents(
  { form, pastConsents }: TextsOfForm,
  { counts, recipients }: Facts,
): ShownConsent[] {
  const rows = counts.filter(({ formId }) => formId === form.id);
  const describe = (version: number, texts: string[], covers: string | null, listed: string | null) => ({
    version,
    texts,
    covers: readCovers(covers),
    named: findNamedPlatforms(texts.join("\n"), adPlatforms.all()),
    waiting: Number(rows.find(({ consentVersion }) => consentVersion === version)?.count ?? 0),
    isAsked: covers === null && listed === null && namesFewer(texts, recipients),
    isListed: listed !== null,
    isCurrent: version === form.consentVersion,
  });
  const { languages, texts: own } = readFormJson(form);
  const all = toConsentTexts({ ...own, [languages.default]: form }, languages.default);
  const shown = new Set([form.consentText, ...Object.values(all)]);
  return [
    describe(form.consentVersion, [...shown], form.consentCovers, form.consentListed),
    ...pastConsents
      .map(({ version, text, texts, covers, listed }) => {
        const others: string[] = texts === null ? [] : Object.values(JSON.parse(texts));
        return describe(version, [...new Set([text, ...others])], covers, listed);
      })
      .filter(({ waiting }) => waiting > 0),
  ];
}

const namesFewer = (texts: string[], recipients: string[]): boolean => {
  const named = findNamedInAll(texts, adPlatforms.all());
  return recipients.some((id) => !named.includes(id));
};

/** Those of each form; of an archived one only those that claims still wait with. */
export async function findConsents(workspaceId: string): Promise<FormConsents[]> {
  const forms = await retryRead(() => listForms(workspaceId));
  const [past, waiting] = await Promise.all([
    retryRead(() => listPastConsents(forms.map(({ id }) => id))),
    countWaiting({ workspaceId }),
  ]);
  const recipients = await Promise.all(forms.map(findRecipients));
  return forms.map((form, index) => {
    const pastConsents = past.filter(({ formId }) => formId === form.id);
    const facts = { counts: waiting, recipients: recipients[index] ?? [] };
    const consents = describeConsents({ form, pastConsents }, facts);
    return {
      id: form.id,
      name: forms.length > 1 ? formName(form) : null,
      consents: form.archivedAt === null ? consents : consents.filter((one) => one.waiting > 0),
    };
  });
}
