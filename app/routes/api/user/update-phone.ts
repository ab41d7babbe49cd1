import { z } from "zod";
import { endpoint, patch } from "#app/http/api/endpoint.server.ts";
import { presentUser } from "#app/presenters/user.ts";
import { UserResponse } from "#app/schemas/accounts.ts";
import { PhoneInput } from "#app/schemas/profile.ts";
import { updatePhone } from "#app/services/accounts/update-account.server.ts";

const handle = endpoint(
  patch({
    path: "/api/user/update-phone",
    summary: "Change the phone number, kept as E.164; null or an empty one removes it",
    description: "The number needs its country code, because no country is known.",
    auth: "user",
    body: PhoneInput,
    example: { phoneNumber: "+34 600 555 123" },
    response: z.object({ user: UserResponse }),
    run: async ({ user, workspace, body }) => ({
      user: presentUser(await updatePhone({ userId: user.id, phoneNumber: body.phoneNumber }), workspace),
    }),
  }),
);

export const loader = handle;
export const action = handle;
