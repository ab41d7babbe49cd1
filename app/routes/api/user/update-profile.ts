import { z } from "zod";
import { endpoint, patch } from "#app/http/api/endpoint.server.ts";
import { emailChangeLimits } from "#app/http/limits/limits.server.ts";
import { consume } from "#app/lib/rate-limiter.server.ts";
import { presentUser } from "#app/presenters/user.ts";
import { UserResponse } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { ProfileInput } from "#app/schemas/profile.ts";
import { changesEmail, updateProfile } from "#app/services/accounts/update-account.server.ts";
import { isProven } from "#app/services/auth/sessions/sessions.server.ts";

const handle = endpoint(
  patch({
    path: "/api/user/update-profile",
    summary: "Change name, username, address or preferences; a new address counts once its link was used",
    description:
      "What is not sent stays as it is. preferences.timezone, preferences.currency and preferences.region are the workspace's, and only an owner changes them.",
    auth: "user",
    body: ProfileInput,
    example: { name: "Iria Vázquez", preferences: { theme: "dark" } },
    response: z.object({ user: UserResponse, message: z.string().optional() }),
    errors: { 403: ["reauthentication_required", "role_refused"], 409: ["username_taken"] },
    run: async ({ user, workspace, access, session, body }) => {
      const isRecent = isProven(session);
      const { email } = body;
      if (isRecent && email !== undefined && changesEmail({ user, email }))
        await consume(emailChangeLimits({ userId: user.id, email }));
      const changed = await updateProfile({
        workspace,
        access,
        userId: user.id,
        input: body,
        isProven: isRecent,
      });
      return {
        user: presentUser(changed.user, changed.workspace),
        ...(changed.isEmailPending ? { message: messages.profile.emailPending } : {}),
      };
    },
  }),
);

export const loader = handle;
export const action = handle;
