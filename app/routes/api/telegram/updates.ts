import { z } from "zod";
import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { receive } from "#app/lib/deadline.server.ts";
import { UPDATE_MAX_BYTES } from "#app/lib/telegram.ts";
import { ReceivedResponse } from "#app/schemas/postbacks.ts";
import { receiveUpdate } from "#app/services/telegram/updates/receive-update.server.ts";

const handle = endpoint(
  post({
    path: "/api/telegram/updates/{id}",
    summary: "Take what Telegram says of a bot",
    description:
      "Telegram's own call. The header `X-Telegram-Bot-Api-Secret-Token` has what Telegram was given for this bot. The response comes once the update is stored. The same update again, or one that nobody reads, changes nothing.",
    auth: "public",
    params: z.object({ id: z.string().max(100).describe("The bot's id") }),
    response: ReceivedResponse,
    errors: { 401: ["invalid_token"], 503: ["unavailable"] },
    takesAnyBody: true,
    // A bot in a large group has far more than a person makes.
    limits: () => [],
    run: async ({ params, request }) => {
      const body = await receive(() => request.body(UPDATE_MAX_BYTES), request.deadline);
      const secret = request.header("x-telegram-bot-api-secret-token");
      await receiveUpdate({ botId: params.id, secret, body });
      return { received: true as const };
    },
  }),
);

export const loader = handle;
export const action = handle;
