import { z } from "zod";
import { createEncryptedCookie } from "#app/http/cookies/encrypted-cookie.server.ts";
import { SupportDraft } from "#app/schemas/admin.ts";
import { ApiKeyDraft } from "#app/schemas/api-keys.ts";
import { ProfileFields } from "#app/schemas/profile.ts";
import { TeamDraft } from "#app/schemas/team.ts";

/** Text typed into a settings form while the password is confirmed. Only its own session can read it. */
function createDraftCookie<T>(name: string, schema: z.ZodType<T>) {
  const cookie = createEncryptedCookie(name, z.object({ sessionId: z.string(), typed: schema }));
  return {
    serialize: cookie.serialize,
    clear: cookie.clear,
    async parse(request: Request, sessionId: string): Promise<T | null> {
      const draft = await cookie.parse(request.headers.get("cookie"));
      return draft?.sessionId === sessionId ? draft.typed : null;
    },
  };
}

export const apiKeyDraft = createDraftCookie("attesto_typed_key", ApiKeyDraft);
export const teamDraft = createDraftCookie("attesto_typed_team", TeamDraft);
export const supportDraft = createDraftCookie("attesto_typed_support", SupportDraft);
export const profileDraft = createDraftCookie("attesto_typed_profile", ProfileFields);
