import { del, endpoint } from "#app/http/api/endpoint.server.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { deleteOwnRate } from "#app/services/own-rates/manage-own-rates.server.ts";

const handle = endpoint(
  del({
    path: "/api/exchange-rates/{id}",
    summary: "Delete an exchange rate; commissions are then calculated again",
    description: "The bank's rate counts again for the two currencies, where it has one.",
    auth: "user",
    action: "platforms:write",
    params: idParams("rate"),
    status: 204,
    errors: { 404: ["not_found"] },
    run: ({ access, params }) => deleteOwnRate({ access, rateId: params.id }),
  }),
);

export const loader = handle;
export const action = handle;
