import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { presentSignIn } from "#app/http/auth/sign-in-response.server.ts";
import { readDevice } from "#app/http/request-device.server.ts";
import { SignInResponse } from "#app/schemas/accounts.ts";
import { SecondFactorInput } from "#app/schemas/two-factor.ts";
import { twoFactorLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";
import { completeSecondFactor } from "#app/services/auth/sign-in/second-factor.server.ts";

const handle = endpoint(
  post({
    path: "/api/auth/login/second-step",
    summary: "Finish a sign-in with the app's code or a recovery code",
    description:
      "The secondStepToken comes from POST /api/auth/login. After too many wrong codes it expires, and you have to sign in again.",
    auth: "public",
    body: SecondFactorInput,
    example: { secondStepToken: "yGkNwq7pQb3xVd5sL2mT9rZc4aJ8eHf6", code: "123456" },
    accepts: ["json", "form"],
    response: SignInResponse,
    errors: { 401: ["invalid_code", "second_step_ended"], 403: ["account_deactivated", "role_refused"] },
    limits: ({ clientAddress }) => [twoFactorLimits.byAddress(clientAddress)],
    run: async ({ body: { secondStepToken, code }, request }) => {
      const device = readDevice(request.header, request.clientAddress);
      return presentSignIn(await completeSecondFactor({ token: secondStepToken, code, device }));
    },
  }),
);

export const loader = handle;
export const action = handle;
