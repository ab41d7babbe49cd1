import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { countFailures } from "#app/lib/rate-limiter.server.ts";
import { CodeInput, RecoveryCodesResponse } from "#app/schemas/two-factor.ts";
import { twoFactorLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";
import { renewRecoveryCodes } from "#app/services/auth/sign-in/two-factor.server.ts";

const handle = endpoint(
  post({
    path: "/api/user/two-step/recovery-codes",
    summary: "Make ten new recovery codes, with the app's code or an old one; the old ones end",
    description: "Each code replaces the app's code once. They are shown this once.",
    auth: "user",
    needsRecentAuthentication: true,
    body: CodeInput,
    example: { code: "123456" },
    status: 201,
    response: RecoveryCodesResponse,
    errors: { 409: ["two_step_off"] },
    limits: ({ clientAddress }) => [twoFactorLimits.byAddress(clientAddress)],
    run: async ({ user, body }) => {
      const recoveryCodes = await countFailures([twoFactorLimits.bySignedIn(user.id)], () =>
        renewRecoveryCodes({ owner: user, code: body.code }),
      );
      return { recoveryCodes };
    },
  }),
);

export const loader = handle;
export const action = handle;
