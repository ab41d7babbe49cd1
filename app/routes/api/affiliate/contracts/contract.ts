import { del, endpoint, get, patch } from "#app/http/api/endpoint.server.ts";
import { presentContract } from "#app/presenters/contract.ts";
import { ContractChange, ContractParams, OneContractResponse } from "#app/schemas/contracts.ts";
import {
  deleteContract,
  getContract,
  updateContract,
} from "#app/services/platforms/contracts/manage-contracts.server.ts";

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
      "What is left out stays. `parts` are replaced as a whole; a step that is sent with its id keeps it. What was earned when claims were verified keeps its terms.",
    auth: "user",
    action: "platforms:write",
    params: ContractParams,
    body: ContractChange,
    example: { endsOn: "2026-12-31", paidOnDay: 15 },
    response: OneContractResponse,
    errors: { 404: ["not_found"] },
    run: async ({ access, params: { platformId, id }, body }) => ({
      contract: presentContract(await updateContract({ access, platformId, contractId: id, input: body })),
    }),
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
