import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { Forbidden } from "#app/lib/errors.ts";
import { countFailures } from "#app/lib/rate-limiter.server.ts";
import { PasswordChange } from "#app/schemas/accounts.ts";
import { changePassword } from "#app/services/auth/registration/change-password.server.ts";
import { signInLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";

const handle = endpoint(
  post({
    path: "/api/user/change-password",
    summary: "Change the password; the other sessions end",
    description: "A wrong current password is a 400 at its field. Too many of them are a 429.",
    auth: "user",
    rotatesSession: true,
    body: PasswordChange,
    example: { currentPassword: "verify what is true", newPassword: "only what is verified" },
    status: 204,
    limits: ({ clientAddress }) => [signInLimits.byAddress(clientAddress)],
    run: async ({ user, session, body }) => {
      if (!session) throw new Forbidden("scope_missing", "This call is closed to API keys.");
      await countFailures([signInLimits.bySignedIn(user.id)], () =>
        changePassword({ member: session, ...body }),
      );
    },
  }),
);

export const loader = handle;
export const action = handle;
