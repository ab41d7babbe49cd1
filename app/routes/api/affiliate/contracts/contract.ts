import { del, endpoint, get, patch } from "#app/http/api/endpoint.server.ts";
import { presentContract, presentContractMonth } from "#app/presenters/contract.ts";
import {
  ContractChange,
  ContractOrPreview,
  ContractParams,
  ContractQuery,
  OneContractResponse,
} from "#app/schemas/contracts.ts";
import {
  deleteContract,
  getContract,
  updateContract,
} from "#app/services/platforms/contracts/manage-contracts.server.ts";
import { previewContract } from "#app/services/worth/preview-contract.server.ts";

const path = "/api/affiliate/{platformId}/contracts/{id}";

const handle = endpoint(
  get({
    path,
    summary: "A contract of a broker",
    description: "Its end is what was typed, or the day before the next contract.",
    auth: "user",
    action: "platforms:read",
    params: ContractParams,
    response: OneContractResponse,
    errors: { 404: ["not_found"] },
    run: async ({ workspace, params: { platformId, id } }) => ({
      contract: presentContract(await getContract({ workspaceId: workspace.id, platformId, contractId: id })),
    }),
  }),
  patch({
    path,
    summary: "Change a contract of a broker",
    description:
      "What is left out stays. `parts` are replaced as a whole; a step that is sent with its id keeps it. What was earned when claims were verified keeps its terms. With `preview=true` nothing is saved: the response is the last three months as if the contract had held from the beginning.",
    auth: "user",
    action: "platforms:write",
    params: ContractParams,
    query: ContractQuery,
    body: ContractChange,
    example: { endsOn: "2026-12-31", paidOnDay: 15 },
    response: ContractOrPreview,
    errors: { 404: ["not_found"] },
    run: async ({ access, workspace, params: { platformId, id }, query, body }) => {
      const one = { platformId, contractId: id };
      if (query.preview) {
        const months = await previewContract({ workspace, ...one, input: body });
        return { preview: months.map(presentContractMonth) };
      }
      return { contract: presentContract(await updateContract({ access, ...one, input: body })) };
    },
  }),
  del({
    path,
    summary: "Delete a contract of a broker",
    description:
      "Its months have no contract then, or that of before where it had no end of its own. What was earned when claims were verified stays.",
    auth: "user",
    action: "platforms:write",
    params: ContractParams,
    status: 204,
    errors: { 404: ["not_found"] },
    run: async ({ access, params: { platformId, id } }) => {
      await deleteContract({ access, platformId, contractId: id });
    },
  }),
);

export const loader = handle;
export const action = handle;
