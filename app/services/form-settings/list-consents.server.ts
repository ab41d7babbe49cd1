import { fn, literal } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { readCovers } from "#app/lib/consent.ts";
import { readFormJson } from "#app/lib/form-json.ts";
import { Submission } from "#app/models/index.server.ts";
import type { ShownConsent } from "#app/schemas/form-settings.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { findNamedPlatforms } from "#app/services/ad-platforms/shared/named-platforms.ts";
import { toConsentTexts } from "#app/services/opt-in-forms/consent-texts.server.ts";
import { findOwnForm, type OwnForm } from "./own-forms.server.ts";

type WaitingCount = { consentVersion: number; count: number };

/** The current consent text of a form, and the earlier ones that claims still wait with, the newest first. */
export async function listConsents({ form, pastConsents }: OwnForm): Promise<ShownConsent[]> {
  const { id: formId, workspaceId } = form;
  const rows = (await retryRead(() =>
    Submission.findAll({
      where: { workspaceId, status: "pending", formId },
      attributes: ["consentVersion", [fn("COUNT", literal("*")), "count"]],
      group: ["consentVersion"],
      raw: true,
    }),
  )) as unknown as WaitingCount[];
  const describe = (version: number, texts: string[], covers: string | null, listed: string | null) => ({
    ...{ version, texts, covers: readCovers(covers) },
    named: findNamedPlatforms(texts.join("\n"), adPlatforms.all()),
    waiting: Number(rows.find(({ consentVersion }) => consentVersion === version)?.count ?? 0),
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

/** Those of the workspace's form; none without one. */
export async function findConsents(workspaceId: string): Promise<ShownConsent[]> {
  const own = await findOwnForm(workspaceId);
  return own ? listConsents(own) : [];
}
