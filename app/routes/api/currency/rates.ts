import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { presentRates } from "#app/presenters/rates.ts";
import { RatesResponse } from "#app/schemas/exchange-rates.ts";
import { getRates } from "#app/services/exchange-rates/get-rates.server.ts";

const handle = endpoint(
  get({
    path: "/api/currency/rates",
    summary:
      "Exchange rates, as the European Central Bank publishes them; for your own see /api/exchange-rates",
    description:
      "The daily reference rates, one euro in each currency. They are fetched when they are due; isStale says that the source has not responded since, and the last known ones serve.",
    auth: "user",
    action: "platforms:read",
    response: RatesResponse,
    run: async () => presentRates(await getRates()),
  }),
);

export const loader = handle;
export const action = handle;
