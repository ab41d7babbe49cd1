import { readOrigin } from "#app/http/device.server.ts";
import { endpoint, post } from "#app/http/endpoint.server.ts";
import { signInAccountLimit, signInAddressLimit } from "#app/http/sign-in-limits.server.ts";
import { presentUser } from "#app/presenters/user.ts";
import { SignInInput } from "#app/schemas/accounts.ts";
import { SignInOrSecondStep } from "#app/schemas/two-step.ts";
import { completeFirstStep, proveAccount } from "#app/services/accounts/sign-in.server.ts";
import { issueSignInToken } from "#app/services/accounts/sign-in-tokens.server.ts";

const handle = endpoint(
  post({
    path: "/api/auth/login",
    summary: "Sign in",
    auth: "public",
    body: SignInInput,
    accepts: ["json", "form"],
    answer: SignInOrSecondStep,
    refuses: { 401: "invalid_credentials", 403: "email_unverified, account_deactivated" },
    limits: ({ clientAddress }) => [signInAddressLimit(clientAddress)],
    bodyLimits: async ({ usernameOrEmail }, { header, clientAddress }) => [
      await signInAccountLimit(usernameOrEmail, readOrigin(header, clientAddress).cookieId),
    ],
    run: async ({ body, request }) => {
      const origin = readOrigin(request.header, request.clientAddress);
      const done = await completeFirstStep({ user: await proveAccount(body), origin });
      if ("secondStepToken" in done) return { secondStepRequired: true as const, ...done };
      const { sessionId, user } = done;
      return { token: await issueSignInToken({ sessionId, userId: user.id }), user: presentUser(user) };
    },
  }),
);

export const loader = handle;
export const action = handle;
