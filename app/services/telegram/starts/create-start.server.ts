import { inTransaction } from "#app/database/connection.server.ts";
import { CLICK_ID_GROUPS } from "#app/lib/ad-platforms.ts";
import { DAY } from "#app/lib/dates.ts";
import type { Language } from "#app/lib/languages.ts";
import { newToken, sha256 } from "#app/lib/random.server.ts";
import { START_DAYS } from "#app/lib/telegram.ts";
import { TelegramStart } from "#app/models/index.server.ts";
import type { LiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import type { KeptEntry } from "#app/services/submissions/kept-visits.server.ts";

/** The part of a browser visit that the chat continues with. */
export type ContinuedVisit = {
  /** Of the form's workspace. */
  entry: KeptEntry;
  /** The ad platforms' cookies, by name. */
  cookies: Record<string, string>;
  /** ISO 3166, where a proxy says it. */
  country: string | null;
};

type NewStart = {
  form: Pick<LiveForm, "id" | "workspaceId">;
  /** What the pressed link's address has in place of the form. */
  link: string;
  language: Language;
  visit: ContinuedVisit;
  /** The claim whose private link was pressed. */
  submissionId?: string;
};

const hasClickId = ({ entry }: ContinuedVisit): boolean =>
  entry.visits.some(({ parameters }) => CLICK_ID_GROUPS.flat().some((id) => parameters?.[id] !== undefined));

/** Keeps a visit that goes on in Telegram. @returns the token that the link to the bot carries */
export async function createStart({
  form: { id: formId, workspaceId },
  link,
  language,
  visit,
  submissionId,
}: NewStart): Promise<string> {
  const token = newToken();
  const createdAt = new Date();
  await inTransaction((transaction) =>
    TelegramStart.create(
      {
        workspaceId,
        formId,
        submissionId: submissionId ?? null,
        tokenHash: sha256(token),
        visit: JSON.stringify(visit),
        visitId: visit.entry.id ?? null,
        link,
        language,
        hasClickId: hasClickId(visit),
        createdAt,
        expiresAt: new Date(+createdAt + START_DAYS * DAY),
      },
      { transaction },
    ),
  );
  return token;
}
