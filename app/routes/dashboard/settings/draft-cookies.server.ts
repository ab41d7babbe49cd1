import { createEncryptedCookie } from "#app/http/cookies/encrypted-cookie.server.ts";
import type { ApiKeyDraft } from "#app/schemas/api-keys.ts";
import type { ProfileFields } from "#app/schemas/profile.ts";

/** What was typed into a settings form while the password is asked for. It is shown once more, not kept, and only to whose session it was. */
function typedCookie<T>(name: string) {
  const cookie = createEncryptedCookie<{ sessionId: string; typed: T; begunAt: number }>(
    name,
    "/dashboard/settings",
  );
  return {
    issue: ({ sessionId, typed }: { sessionId: string; typed: T }) =>
      cookie.issue({ sessionId, typed, begunAt: Date.now() }),
    clear: cookie.clear,
    read(request: Request, sessionId: string): T | null {
      const kept = cookie.read(request);
      return kept?.sessionId === sessionId ? kept.typed : null;
    },
  };
}

export const apiKeyDraft = typedCookie<ApiKeyDraft>("attesto_typed_key");
export const profileDraft = typedCookie<ProfileFields>("attesto_typed_profile");
