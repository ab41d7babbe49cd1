import type { z } from "zod";
import type { ApiKeyForm } from "#app/schemas/api-keys.ts";
import { sealedCookie } from "./sealed-cookie.server.ts";

type Typed = z.infer<typeof ApiKeyForm>;

const cookie = sealedCookie<{ sessionId: string; typed: Typed; begunAt: number }>(
  "attesto_typed_key",
  "/dashboard/settings",
);

/** What was asked of a new key while the password is asked for. It is shown once more, and only to whose session it was. */
export const typedKey = {
  issue: ({ sessionId, typed }: { sessionId: string; typed: Typed }) =>
    cookie.issue({ sessionId, typed, begunAt: Date.now() }),
  clear: cookie.clear,
  read(request: Request, sessionId: string): Typed | null {
    const kept = cookie.read(request);
    return kept?.sessionId === sessionId ? kept.typed : null;
  },
};
