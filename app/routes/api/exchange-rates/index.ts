import { endpoint, get, post } from "#app/http/api/endpoint.server.ts";
import { presentOwnRate } from "#app/presenters/rates.ts";
import { OneOwnRateResponse, OwnRateInput, OwnRatesResponse } from "#app/schemas/exchange-rates.ts";
import { listOwnRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { setOwnRate } from "#app/services/own-rates/manage-own-rates.server.ts";

const path = "/api/exchange-rates";

const handle = endpoint(
  get({
    path,
    summary: "The owner's exchange rates, each pair's latest first",
    description: "The rates that the workspace has set itself; GET /api/currency/rates has the bank's.",
    auth: "user",
    action: "platforms:read",
    response: OwnRatesResponse,
    run: async ({ workspace }) => ({ rates: (await listOwnRates(workspace.id)).map(presentOwnRate) }),
  }),
  post({
    path,
    summary:
      "Set the rate of two currencies, which counts before the bank's in both directions; one of the same pair and day is replaced. Commissions are then calculated again",
    description:
      "For currencies whose rate the bank does not publish, or that are pegged. With validFrom it holds from that day on, without it on all days.",
    auth: "user",
    action: "platforms:write",
    body: OwnRateInput,
    example: { from: "USD", to: "AED", rate: "3.6725" },
    response: OneOwnRateResponse,
    status: 201,
    errors: { 409: ["too_many_rates"] },
    run: async ({ access, body }) => ({ rate: presentOwnRate(await setOwnRate({ access, input: body })) }),
  }),
);

export const loader = handle;
export const action = handle;
