import type { z } from "zod";
import type { ProfileForm } from "#app/schemas/profile.ts";
import { sealedCookie } from "./sealed-cookie.server.ts";

type Typed = z.infer<typeof ProfileForm>;

const cookie = sealedCookie<{ sessionId: string; typed: Typed; begunAt: number }>(
  "attesto_typed_profile",
  "/dashboard/settings",
);

/** What was typed into the profile's form while the password is asked for. It is shown once more, not kept, and only to whose session it was. */
export const typedProfile = {
  issue: ({ sessionId, typed }: { sessionId: string; typed: Typed }) =>
    cookie.issue({ sessionId, typed, begunAt: Date.now() }),
  clear: cookie.clear,
  read(request: Request, sessionId: string): Typed | null {
    const kept = cookie.read(request);
    return kept?.sessionId === sessionId ? kept.typed : null;
  },
};
