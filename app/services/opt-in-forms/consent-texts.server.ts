import { Op, type Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { type ConsentCovers, readCovers, storeCovers } from "#app/lib/consent.ts";
import { type OptInForm, PastConsentText } from "#app/models/index.server.ts";

type ConsentColumns = Pick<OptInForm, "consentText" | "consentVersion" | "consentCovers">;

/**
 * Stores the current consent text of a form, and gives the new one its version. What the old one covers is not
 * taken over: the owner says it once for each version.
 */
export async function replaceConsentText(
  form: OptInForm,
  text: string,
  transaction: Transaction,
): Promise<Partial<ConsentColumns>> {
  const { id: formId, consentText, consentVersion: version, consentCovers: covers } = form;
  if (text === consentText) return {};
  await PastConsentText.create(
    { formId, version, text: consentText, covers, replacedAt: new Date() },
    { transaction },
  );
  return { consentText: text, consentVersion: version + 1, consentCovers: null };
}

type ShownForm = {
  id: string;
  consentText: string;
  consentCovers: ConsentCovers;
  page: { consentVersion: number };
};
type SeenConsent = { text: string; version: number; covers: ConsentCovers };

/** The text that a visitor saw: of the given version if the form has shown it, otherwise the current one. */
export async function findShownConsent(form: ShownForm, version: number | undefined): Promise<SeenConsent> {
  const { id: formId, consentText: text, consentCovers: covers, page } = form;
  const current = { text, version: page.consentVersion, covers };
  if (version === undefined || version === current.version) return current;
  const past = await retryRead(() => PastConsentText.findOne({ where: { formId, version } }));
  return past ? { text: past.text, version, covers: readCovers(past.covers) } : current;
}

/** The earlier consent texts of a form, the newest first. */
export const listPastConsents = (formId: string, transaction?: Transaction): Promise<PastConsentText[]> =>
  PastConsentText.findAll({
    where: { formId },
    order: [["version", "DESC"]],
    ...(transaction && { transaction }),
  });

/** What the consent texts of a form cover, by version. A missing one covers all. */
export type CoversByVersion = ReadonlyMap<number, ConsentCovers>;

/** By the form's id. */
export async function findCovers(
  forms: Pick<OptInForm, "id" | "consentVersion" | "consentCovers">[],
  transaction?: Transaction,
): Promise<Map<string, CoversByVersion>> {
  const changed = forms.filter(({ consentVersion }) => consentVersion > 1).map(({ id }) => id);
  const past =
    changed.length === 0
      ? []
      : await PastConsentText.findAll({
          where: { formId: changed, covers: { [Op.ne]: null } },
          attributes: ["formId", "version", "covers"],
          ...(transaction && { transaction }),
        });
  return new Map(
    forms.map(({ id, consentVersion, consentCovers }) => [
      id,
      new Map([
        ...past
          .filter(({ formId }) => formId === id)
          .map(({ version, covers }): [number, ConsentCovers] => [version, readCovers(covers)]),
        [consentVersion, readCovers(consentCovers)],
      ]),
    ]),
  );
}

/** Says what an earlier consent text covers. @returns false without such a version */
export async function setPastCovers(
  { formId, version, covers }: { formId: string; version: number; covers: ConsentCovers },
  transaction: Transaction,
): Promise<boolean> {
  const where = { formId, version };
  const known = await PastConsentText.count({ where, transaction });
  await PastConsentText.update({ covers: storeCovers(covers) }, { where, transaction });
  return known > 0;
}
