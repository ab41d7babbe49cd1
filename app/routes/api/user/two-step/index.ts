import { del, endpoint, get, post } from "#app/http/endpoint.server.ts";
import { ownCodeLimits } from "#app/http/own-code.server.ts";
import { consume } from "#app/http/rate-limits.server.ts";
import { AppSecretAnswer, CodeInput, TwoStepAnswer } from "#app/schemas/two-step.ts";
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
    summary: "Switch two-step sign-in off, with the app's code or a recovery code",
    auth: "user",
    needsFreshProof: true,
    renewsCookie: true,
    body: CodeInput,
    status: 204,
    limits: ({ clientAddress }) => [ownCodeLimits.byAddress(clientAddress)],
    run: async ({ user, body }) => {
      await consume([ownCodeLimits.byAccount(user.id)]);
      await endTwoStep({ owner: user, code: body.code });
    },
  }),
);

export const loader = handle;
export const action = handle;
