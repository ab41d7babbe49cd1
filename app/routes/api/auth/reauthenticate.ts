import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { Forbidden } from "#app/lib/errors.ts";
import { countFailures } from "#app/lib/rate-limiter.server.ts";
import { CurrentPassword } from "#app/schemas/accounts.ts";
import { confirmPassword } from "#app/services/auth/credentials/reauthentication.server.ts";
import { signInLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";

const handle = endpoint(
  post({
    path: "/api/auth/reauthenticate",
    summary: "Prove the password once more, for what asks for a fresh proof",
    description:
      "Some calls respond 403 reauthentication_required unless the password was proven within the last 15 minutes. After this call, repeat them.",
    auth: "user",
    rotatesSession: true,
    body: CurrentPassword,
    example: { password: "verify what is true" },
    status: 204,
    limits: ({ clientAddress }) => [signInLimits.byAddress(clientAddress)],
    run: async ({ user, session, body }) => {
      if (!session) throw new Forbidden("scope_missing", "This call is closed to API keys.");
      const { sessionId } = session;
      await countFailures([signInLimits.bySignedIn(user.id)], () =>
        confirmPassword({ user, sessionId, password: body.password }),
      );
    },
  }),
);

export const loader = handle;
export const action = handle;
