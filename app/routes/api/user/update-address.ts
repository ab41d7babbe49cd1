import { z } from "zod";
import { endpoint, patch } from "#app/http/api/endpoint.server.ts";
import { presentUser } from "#app/presenters/user.ts";
import { UserResponse } from "#app/schemas/accounts.ts";
import { AddressInput } from "#app/schemas/profile.ts";
import { updateAddress } from "#app/services/accounts/update-account.server.ts";

const handle = endpoint(
  patch({
    path: "/api/user/update-address",
    summary: "Change the parts of the address that are sent",
    description: "An empty text removes a part.",
    auth: "user",
    body: AddressInput,
    example: {
      address: { street: "Rúa do Príncipe 12", city: "Vigo", postalCode: "36202", country: "Spain" },
    },
    response: z.object({ user: UserResponse }),
    run: async ({ user, workspace, body }) => ({
      user: presentUser(await updateAddress({ userId: user.id, address: body.address }), workspace),
    }),
  }),
);

export const loader = handle;
export const action = handle;
