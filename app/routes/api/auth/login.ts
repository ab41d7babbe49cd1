import { readDevice } from "#app/http/device.server.ts";
import { endpoint, post } from "#app/http/endpoint.server.ts";
import { addressKey, signInLimits } from "#app/http/rate-limits.server.ts";
import { presentUser } from "#app/presenters/user.ts";
import { SignInAnswer, SignInInput } from "#app/schemas/accounts.ts";
import { accountKey, signIn } from "#app/services/accounts/sign-in.server.ts";
import { issueSignInToken } from "#app/services/accounts/sign-in-tokens.server.ts";

const handle = endpoint(
  post({
    path: "/api/auth/login",
    summary: "Sign in",
    auth: "public",
    body: SignInInput,
    accepts: ["json", "form"],
    answer: SignInAnswer,
    refuses: { 401: "invalid_credentials", 403: "email_unverified, account_deactivated" },
    limits: ({ clientAddress }) => [signInLimits.byAddress(addressKey(clientAddress))],
    bodyLimits: ({ usernameOrEmail }) => [signInLimits.byAccount(accountKey(usernameOrEmail))],
    run: async ({ body, request }) => {
      const device = readDevice(request.header, request.clientAddress);
      const { sessionId, user } = await signIn({ ...body, device });
      return { token: await issueSignInToken({ sessionId, userId: user.id }), user: presentUser(user) };
    },
  }),
);

export const loader = handle;
export const action = handle;
