import { readOrigin } from "#app/http/device.server.ts";
import { endpoint, post } from "#app/http/endpoint.server.ts";
import { addressKey, secondStepLimits } from "#app/http/rate-limits.server.ts";
import { tryCode } from "#app/http/second-step.server.ts";
import { presentUser } from "#app/presenters/user.ts";
import { SignInAnswer } from "#app/schemas/accounts.ts";
import { SecondStepInput } from "#app/schemas/two-step.ts";
import { issueSignInToken } from "#app/services/accounts/sign-in-tokens.server.ts";

const handle = endpoint(
  post({
    path: "/api/auth/login/second-step",
    summary: "Finish a sign-in with the app's code or a recovery code",
    auth: "public",
    body: SecondStepInput,
    accepts: ["json", "form"],
    answer: SignInAnswer,
    refuses: { 401: "invalid_code, second_step_ended", 403: "account_deactivated" },
    limits: ({ clientAddress }) => [secondStepLimits.byAddress(addressKey(clientAddress))],
    run: async ({ body, request }) => {
      const origin = readOrigin(request.header, request.clientAddress);
      const { user, sessionId } = await tryCode({ token: body.secondStepToken, code: body.code, origin });
      return { token: await issueSignInToken({ sessionId, userId: user.id }), user: presentUser(user) };
    },
  }),
);

export const loader = handle;
export const action = handle;
