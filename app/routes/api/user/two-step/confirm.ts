import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { CodeInput, RecoveryCodesResponse } from "#app/schemas/two-factor.ts";
import type { SignedInAccount } from "#app/services/auth/sessions/sessions.server.ts";
import { confirmTwoFactor } from "#app/services/auth/sign-in/two-factor.server.ts";

const handle = endpoint(
  post({
    path: "/api/user/two-step/confirm",
    summary: "Switch two-step sign-in on with the app's first code; the other sessions end",
    description:
      "The code is that of the authenticator app which was set up with POST /api/user/two-step. The recovery codes are shown this once.",
    auth: "user",
    needsRecentAuthentication: true,
    rotatesSession: true,
    body: CodeInput,
    example: { code: "123456" },
    response: RecoveryCodesResponse,
    errors: { 409: ["two_step_not_begun", "two_step_on"] },
    run: async ({ user, session, body }) => {
      // No key gets here: the call names no scope.
      const { sessionId } = session as SignedInAccount;
      return { recoveryCodes: await confirmTwoFactor({ owner: user, code: body.code, sessionId }) };
    },
  }),
);

export const loader = handle;
export const action = handle;
