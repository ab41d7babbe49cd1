import { endpoint, get, post } from "#app/http/api/endpoint.server.ts";
import { presentContract, presentContractMonth } from "#app/presenters/contract.ts";
import { BrokerParams } from "#app/schemas/broker-links.ts";
import {
  ContractInput,
  ContractOrPreview,
  ContractQuery,
  ContractsResponse,
} from "#app/schemas/contracts.ts";
import { createContract } from "#app/services/platforms/contracts/manage-contracts.server.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { previewContract } from "#app/services/worth/preview-contract.server.ts";

const path = "/api/affiliate/{platformId}/contracts";

const handle = endpoint(
  get({
    path,
    summary: "A broker's contracts, the earliest first",
    description:
      "What the broker pays for, each for whole months. The commission tiers are the steps of the parts `percent_of_deposits` and `per_deposit`. A contract whose only part is `unknown` says nothing of what is paid.",
    auth: "user",
    action: "platforms:read",
    params: BrokerParams,
    response: ContractsResponse,
    errors: { 404: ["not_found"] },
    run: async ({ workspace, params: { platformId } }) => {
      const { contracts = [] } = await getPlatform({ workspaceId: workspace.id, platformId });
      return { contracts: contracts.map(presentContract) };
    },
  }),
  post({
    path,
    summary: "Add a contract to a broker",
    description:
      "It begins on the first of a month. A contract before it without an end of its own ends on the day before; earlier months keep theirs. Without `timeZone` and `currency` it has the workspace's. A broker has at most 60 contracts. With `preview=true` nothing is saved: the response is a 200 with the last three months as if the contract had held from the beginning, by what is known of its clients.",
    auth: "user",
    action: "platforms:write",
    params: BrokerParams,
    query: ContractQuery,
    body: ContractInput,
    example: {
      startsOn: "2026-12-01",
      endsOn: null,
      timeZone: "Europe/Nicosia",
      currency: "USD",
      parts: [
        {
          kind: "cpa",
          steps: [
            { from: "100", to: "999.99", value: "150" },
            { from: "1000", value: "400" },
            { from: "100", countries: ["DE", "FR"], value: "450" },
          ],
          qualification: { depositMin: "100", within: "days", days: 30, lotsMin: "1" },
          clawBackDays: 60,
        },
        { kind: "share_of_revenue", steps: [{ value: "15" }], carriesLosses: true },
      ],
      paidOnDay: 20,
    },
    response: ContractOrPreview,
    status: 201,
    isRepeated: (response) => "preview" in response,
    errors: { 404: ["not_found"], 409: ["too_many_contracts"] },
    run: async ({ access, workspace, params: { platformId }, query, body }) => {
      if (query.preview) {
        const months = await previewContract({ workspace, platformId, input: body });
        return { preview: months.map(presentContractMonth) };
      }
      return { contract: presentContract(await createContract({ access, platformId, input: body })) };
    },
  }),
);

export const loader = handle;
export const action = handle;
