import { endpoint, post } from "#app/http/endpoint.server.ts";
import { CodeInput, RecoveryCodesAnswer } from "#app/schemas/two-step.ts";
import type { SignedIn } from "#app/services/accounts/sessions.server.ts";
import { confirmTwoStep } from "#app/services/accounts/two-step.server.ts";

const handle = endpoint(
  post({
    path: "/api/user/two-step/confirm",
    summary: "Switch two-step sign-in on with the app's first code; the other sessions end",
    auth: "user",
    needsFreshProof: true,
    renewsCookie: true,
    body: CodeInput,
    answer: RecoveryCodesAnswer,
    refuses: { 409: "two_step_not_begun, two_step_on" },
    run: async ({ user, session, body }) => {
      // No key gets here: the call names no scope.
      const { sessionId } = session as SignedIn;
      return { recoveryCodes: await confirmTwoStep({ owner: user, code: body.code, sessionId }) };
    },
  }),
);

export const loader = handle;
export const action = handle;
