import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { readDevice } from "#app/http/request-device.server.ts";
import { presentUser } from "#app/presenters/user.ts";
import { signInAccountLimit, signInAddressLimit } from "#app/routes/auth/sign-in-limits.server.ts";
import { SignInInput } from "#app/schemas/accounts.ts";
import { SignInOrSecondFactor } from "#app/schemas/two-factor.ts";
import { issueAccessToken } from "#app/services/auth/credentials/access-tokens.server.ts";
import { completeFirstFactor, verifyCredentials } from "#app/services/auth/sign-in/sign-in.server.ts";
import { getDefaultWorkspace } from "#app/services/workspaces/memberships.server.ts";

const handle = endpoint(
  post({
    path: "/api/auth/login",
    summary: "Sign in",
    auth: "public",
    body: SignInInput,
    accepts: ["json", "form"],
    response: SignInOrSecondFactor,
    errors: { 401: "invalid_credentials", 403: "email_unverified, account_deactivated" },
    limits: ({ clientAddress }) => [signInAddressLimit(clientAddress)],
    bodyLimits: async ({ usernameOrEmail }, { header, clientAddress }) => [
      await signInAccountLimit(usernameOrEmail, readDevice(header, clientAddress).cookieId),
    ],
    run: async ({ body, request }) => {
      const origin = readDevice(request.header, request.clientAddress);
      const done = await completeFirstFactor({ user: await verifyCredentials(body), origin });
      if ("secondStepToken" in done) return { secondStepRequired: true as const, ...done };
      const { sessionId, user } = done;
      return {
        token: await issueAccessToken({ sessionId, userId: user.id }),
        user: presentUser(user, await getDefaultWorkspace(user.id)),
      };
    },
  }),
);

export const loader = handle;
export const action = handle;
