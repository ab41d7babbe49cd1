import { endpoint, post } from "#app/http/endpoint.server.ts";
import { ownCodeLimits } from "#app/http/own-code.server.ts";
import { consume } from "#app/http/rate-limits.server.ts";
import { CodeInput, RecoveryCodesAnswer } from "#app/schemas/two-step.ts";
import { renewRecoveryCodes } from "#app/services/accounts/two-step.server.ts";

const handle = endpoint(
  post({
    path: "/api/user/two-step/recovery-codes",
    summary: "Make ten new recovery codes, with the app's code or an old one; the old ones end",
    auth: "user",
    needsFreshProof: true,
    body: CodeInput,
    status: 201,
    answer: RecoveryCodesAnswer,
    refuses: { 409: "two_step_off" },
    limits: ({ clientAddress }) => [ownCodeLimits.byAddress(clientAddress)],
    run: async ({ user, body }) => {
      await consume([ownCodeLimits.byAccount(user.id)]);
      return { recoveryCodes: await renewRecoveryCodes({ owner: user, code: body.code }) };
    },
  }),
);

export const loader = handle;
export const action = handle;
