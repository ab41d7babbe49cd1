import { endpoint, post } from "#app/http/endpoint.server.ts";
import { consume, recoveryCodesLimit } from "#app/http/rate-limits.server.ts";
import { RecoveryCodesAnswer } from "#app/schemas/two-step.ts";
import { renewRecoveryCodes } from "#app/services/accounts/two-step.server.ts";

const handle = endpoint(
  post({
    path: "/api/user/two-step/recovery-codes",
    summary: "Make ten new recovery codes; the old ones end",
    auth: "user",
    needsFreshProof: true,
    status: 201,
    answer: RecoveryCodesAnswer,
    refuses: { 409: "two_step_off" },
    run: async ({ user }) => {
      await consume([recoveryCodesLimit(user.id)]);
      return { recoveryCodes: await renewRecoveryCodes({ owner: user }) };
    },
  }),
);

export const loader = handle;
export const action = handle;
