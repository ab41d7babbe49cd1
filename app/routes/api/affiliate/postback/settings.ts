import { endpoint, get, put } from "#app/http/api/endpoint.server.ts";
import { presentPostbackSettings, seesCalls } from "#app/presenters/postback.ts";
import { PostbackParams, PostbackSettingsInput, PostbackSettingsResponse } from "#app/schemas/postbacks.ts";
import { describeAddress } from "#app/services/postbacks/describe-address.server.ts";
import { findPostbackAddress, savePostbackAddress } from "#app/services/postbacks/manage-postbacks.server.ts";

const path = "/api/affiliate/{platformId}/postback";

const handle = endpoint(
  get({
    path,
    summary: "Where a broker calls back, and how its calls are read",
    description: "Before the first PUT there is no address.",
    auth: "user",
    action: "brokers:write",
    memberAction: "brokers:read",
    params: PostbackParams,
    response: PostbackSettingsResponse,
    errors: { 404: ["not_found"] },
    run: async ({ workspace, params: { platformId }, allows }) => {
      const broker = { workspaceId: workspace.id, platformId };
      const address = await findPostbackAddress(broker);
      const shown = { isShown: allows("brokers:write"), hasExamples: seesCalls(allows) };
      return presentPostbackSettings(await describeAddress(address, broker, shown));
    },
  }),
  put({
    path,
    summary: "Make a broker's postback address, or change how its calls are read",
    description:
      "What is given replaces what is stored. Calls of the log that said nothing are read again. Only owners change the secret, whose value is shown in this response and never again; an API key cannot.",
    auth: "user",
    action: "brokers:write",
    params: PostbackParams,
    body: PostbackSettingsInput,
    example: {
      system: "affilka",
      answer: "ok",
      fields: [
        { name: "event", meaning: "kind" },
        { name: "player", meaning: "account" },
        { name: "amount", meaning: "amount" },
        { name: "currency", meaning: "currency" },
        { name: "transaction_id", meaning: "transactionId" },
      ],
      amountIn: "units",
      currency: "EUR",
      timeZone: "Europe/Madrid",
      dateOrder: "day-first",
      kinds: { ftd: "first_deposit" },
    },
    response: PostbackSettingsResponse,
    errors: { 404: ["not_found"] },
    run: async ({ access, workspace, params: { platformId }, body, allows }) => {
      const { address, shownSecret } = await savePostbackAddress({ access, platformId, input: body });
      const broker = { workspaceId: workspace.id, platformId };
      const shown = { isShown: true, hasExamples: seesCalls(allows) };
      const described = await describeAddress(address, broker, shown);
      return presentPostbackSettings({ ...described, shownSecret });
    },
  }),
);

export const loader = handle;
export const action = handle;
