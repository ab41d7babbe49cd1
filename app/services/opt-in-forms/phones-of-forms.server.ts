import { retryRead } from "#app/database/connection.server.ts";
import { parsePhone } from "#app/lib/read-phone.ts";
import { OptInForm } from "#app/models/index.server.ts";

/** The numbers that a text is in the countries of the workspace's forms; those of deleted ones have claims too. */
export async function readPhonesOfForms(workspaceId: string, typed: string): Promise<string[]> {
  const forms = await retryRead(() =>
    OptInForm.findAll({
      where: { workspaceId },
      attributes: ["phoneCountry"],
      group: ["phoneCountry"],
      raw: true,
    }),
  );
  const countries = forms.map(({ phoneCountry }) => phoneCountry ?? undefined);
  const phones = [undefined, ...countries].flatMap((country) => parsePhone(typed, country)?.e164 ?? []);
  return [...new Set(phones)];
}
