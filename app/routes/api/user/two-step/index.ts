import { del, endpoint, get, post } from "#app/http/endpoint.server.ts";
import { AppSecretAnswer, TwoStepAnswer } from "#app/schemas/two-step.ts";
import { beginTwoStep, endTwoStep, getTwoStep } from "#app/services/accounts/two-step.server.ts";

const path = "/api/user/two-step";

const handle = endpoint(
  get({
    path,
    summary: "Whether two-step sign-in is on",
    auth: "user",
    answer: TwoStepAnswer,
    run: async ({ user }) => {
      const { since, codesLeft } = await getTwoStep({ owner: user });
      return {
        twoStep: { isOn: since !== null, since: since?.toISOString() ?? null, recoveryCodesLeft: codesLeft },
      };
    },
  }),
  post({
    path,
    summary: "Begin two-step sign-in: it counts once a first code was confirmed",
    auth: "user",
    needsFreshProof: true,
    status: 201,
    answer: AppSecretAnswer,
    refuses: { 409: "two_step_on" },
    run: async ({ user }) => {
      const { secret, address } = await beginTwoStep({ owner: user });
      return { secret, uri: address };
    },
  }),
  del({
    path,
    summary: "Switch two-step sign-in off",
    auth: "user",
    needsFreshProof: true,
    status: 204,
    run: ({ user }) => endTwoStep({ owner: user }),
  }),
);

export const loader = handle;
export const action = handle;
