import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { authenticatePassword } from "#app/http/auth/authenticator.server.ts";
import { presentSignIn } from "#app/http/auth/sign-in-response.server.ts";
import { readDevice } from "#app/http/request-device.server.ts";
import { SignInInput } from "#app/schemas/accounts.ts";
import { SignInOrSecondFactor } from "#app/schemas/two-factor.ts";
import { signInLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";
import { signIn } from "#app/services/auth/sign-in/sign-in.server.ts";

const handle = endpoint(
  post({
    path: "/api/auth/login",
    summary: "Sign in",
    description:
      "Returns a token, which is valid for an hour and renewed by POST /api/auth/refresh-token. With two-step sign-in it returns a secondStepToken instead, for POST /api/auth/login/second-step. An unknown account and a wrong password get the same response.",
    auth: "public",
    body: SignInInput,
    example: { usernameOrEmail: "iria@example.com", password: "verify what is true" },
    accepts: ["json", "form"],
    response: SignInOrSecondFactor,
    errors: {
      401: ["invalid_credentials"],
      403: ["email_unverified", "account_deactivated", "role_refused"],
    },
    limits: ({ clientAddress }) => [signInLimits.byAddress(clientAddress)],
    run: async ({ body, request }) => {
      const device = readDevice(request.header, request.clientAddress);
      const credentials = await authenticatePassword(body, request.header("cookie"));
      return presentSignIn(await signIn({ credentials, device }));
    },
  }),
);

export const loader = handle;
export const action = handle;
