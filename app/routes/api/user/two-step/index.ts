import { del, endpoint, get, post } from "#app/http/api/endpoint.server.ts";
import { countFailures } from "#app/lib/rate-limiter.server.ts";
import { CodeInput, TotpSecretResponse, TwoFactorResponse } from "#app/schemas/two-factor.ts";
import { twoFactorLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";
import {
  disableTwoFactor,
  getTwoFactor,
  startTwoFactorSetup,
} from "#app/services/auth/sign-in/two-factor.server.ts";

const path = "/api/user/two-step";

const handle = endpoint(
  get({
    path,
    summary: "Whether two-step sign-in is on",
    description: "Says since when, and how many recovery codes are left.",
    auth: "user",
    response: TwoFactorResponse,
    run: async ({ user }) => {
      const { since, codesLeft } = await getTwoFactor({ owner: user });
      return {
        twoStep: { isOn: since !== null, since: since?.toISOString() ?? null, recoveryCodesLeft: codesLeft },
      };
    },
  }),
  post({
    path,
    summary: "Begin two-step sign-in: it counts once a first code was confirmed",
    description:
      "Returns the secret for an authenticator app. Nothing changes until POST /api/user/two-step/confirm.",
    auth: "user",
    needsRecentAuthentication: true,
    status: 201,
    response: TotpSecretResponse,
    errors: { 409: ["two_step_on"] },
    run: async ({ user }) => {
      const { secret, address } = await startTwoFactorSetup({ owner: user });
      return { secret, uri: address };
    },
  }),
  del({
    path,
    summary: "Switch two-step sign-in off, with the app's code or a recovery code",
    description: "Signing in asks for the password alone from then on.",
    auth: "user",
    needsRecentAuthentication: true,
    rotatesSession: true,
    body: CodeInput,
    example: { code: "123456" },
    status: 204,
    limits: ({ clientAddress }) => [twoFactorLimits.byAddress(clientAddress)],
    run: async ({ user, body }) => {
      await countFailures([twoFactorLimits.bySignedIn(user.id)], () =>
        disableTwoFactor({ owner: user, code: body.code }),
      );
    },
  }),
);

export const loader = handle;
export const action = handle;
