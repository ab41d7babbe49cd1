import { z } from "zod";
import { del, endpoint, get } from "#app/http/api/endpoint.server.ts";
import { ReplayResponse } from "#app/schemas/replays.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { cancelReplay, getReplay } from "#app/services/replays/replays.server.ts";

const path = "/api/replays/{id}";

const handle = endpoint(
  get({
    path,
    summary: "How far a replay is",
    description: "Ask again until its state is done or cancelled.",
    auth: "user",
    action: "deliveries:read",
    params: idParams("replay"),
    response: z.object({ replay: ReplayResponse }),
    errors: { 404: ["not_found"] },
    run: async ({ workspace, params }) => ({
      replay: await getReplay({ workspaceId: workspace.id, replayId: params.id }),
    }),
  }),
  del({
    path,
    summary: "Cancel a replay: what has not been begun stays failed",
    description: "What was begun ends by itself. A replay that has ended stays as it is.",
    auth: "user",
    action: "deliveries:write",
    params: idParams("replay"),
    status: 200,
    response: z.object({ replay: ReplayResponse }),
    errors: { 404: ["not_found"] },
    run: async ({ access, params }) => ({
      replay: await cancelReplay({ access, replayId: params.id }),
    }),
  }),
);

export const loader = handle;
export const action = handle;
