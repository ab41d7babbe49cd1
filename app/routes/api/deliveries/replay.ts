import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { ReplayInput, StartedReplayResponse } from "#app/schemas/replays.ts";
import { getReplay, planReplay, startReplay } from "#app/services/replays/replays.server.ts";

const handle = endpoint(
  post({
    path: "/api/deliveries/replay",
    summary:
      "Send the failed events of a range again, and verified claims that an ad platform never got, a few at a time; with dryRun only what would happen",
    description:
      "Takes failed deliveries that are still in time, of a range or of ids, and in a range also claims that have no delivery at a connected ad platform. A delivery is sent under the event id that it has. One replay runs at a time.",
    auth: "user",
    action: "deliveries:write",
    body: ReplayInput,
    example: { platform: "meta", from: "2026-11-16", to: "2026-11-22", dryRun: true },
    response: StartedReplayResponse,
    errors: { 409: ["replay_running", "nothing_to_replay"] },
    run: async ({ access, workspace, body: { dryRun, ...input } }) => {
      const preview = await planReplay({ workspace, input });
      if (dryRun) return { preview, replay: null };
      const { id: replayId } = await startReplay({ access, workspace, input });
      return { preview, replay: await getReplay({ workspaceId: workspace.id, replayId }) };
    },
  }),
);

export const loader = handle;
export const action = handle;
