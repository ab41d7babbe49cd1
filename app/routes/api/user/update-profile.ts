import { z } from "zod";
import { endpoint, patch } from "#app/http/endpoint.server.ts";
import { consume, emailChangeLimits } from "#app/http/rate-limits.server.ts";
import { presentUser } from "#app/presenters/user.ts";
import { UserAnswer } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages.ts";
import { ProfileInput } from "#app/schemas/profile.ts";
import { isFreshProof } from "#app/services/accounts/sessions.server.ts";
import { changesEmail, updateProfile } from "#app/services/accounts/update-profile.server.ts";

const handle = endpoint(
  patch({
    path: "/api/user/update-profile",
    summary: "Change name, username, address or preferences; a new address counts once its link was used",
    auth: "user",
    body: ProfileInput,
    answer: z.object({ user: UserAnswer, message: z.string().optional() }),
    refuses: { 403: "reauthentication_required", 409: "username_taken" },
    run: async ({ user, session, body }) => {
      const isProven = session !== null && isFreshProof(session);
      const { email } = body;
      if (isProven && email !== undefined && changesEmail({ user, email }))
        await consume(emailChangeLimits({ userId: user.id, email }));
      const changed = await updateProfile({ userId: user.id, input: body, isProven });
      return {
        user: presentUser(changed.user),
        ...(changed.isEmailPending ? { message: messages.profile.emailPending } : {}),
      };
    },
  }),
);

export const loader = handle;
export const action = handle;
