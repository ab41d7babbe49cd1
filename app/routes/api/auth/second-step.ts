import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { addressKey, twoFactorLimits } from "#app/http/limits/rate-limits.server.ts";
import { readDevice } from "#app/http/request-device.server.ts";
import { presentUser } from "#app/presenters/user.ts";
import { verifyTwoFactorCode } from "#app/routes/auth/two-factor.server.ts";
import { SignInResponse } from "#app/schemas/accounts.ts";
import { SecondFactorInput } from "#app/schemas/two-factor.ts";
import { issueAccessToken } from "#app/services/auth/credentials/access-tokens.server.ts";
import { getDefaultWorkspace } from "#app/services/workspaces/memberships.server.ts";

const handle = endpoint(
  post({
    path: "/api/auth/login/second-step",
    summary: "Finish a sign-in with the app's code or a recovery code",
    auth: "public",
    body: SecondFactorInput,
    accepts: ["json", "form"],
    response: SignInResponse,
    errors: { 401: "invalid_code, second_step_ended", 403: "account_deactivated" },
    limits: ({ clientAddress }) => [twoFactorLimits.byAddress(addressKey(clientAddress))],
    run: async ({ body, request }) => {
      const origin = readDevice(request.header, request.clientAddress);
      const { user, sessionId } = await verifyTwoFactorCode({
        token: body.secondStepToken,
        code: body.code,
        origin,
      });
      return {
        token: await issueAccessToken({ sessionId, userId: user.id }),
        user: presentUser(user, await getDefaultWorkspace(user.id)),
      };
    },
  }),
);

export const loader = handle;
export const action = handle;
