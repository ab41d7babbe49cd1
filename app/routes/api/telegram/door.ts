import { del, endpoint, patch } from "#app/http/api/endpoint.server.ts";
import { presentDoor } from "#app/presenters/telegram-door.ts";
import { DoorChange, DoorParams, OneDoorResponse } from "#app/schemas/telegram-doors.ts";
import { archiveDoor, getDoor, updateDoor } from "#app/services/telegram/doors/manage-doors.server.ts";

const path = "/api/telegram/doors/{id}";

const handle = endpoint(
  patch({
    path,
    summary: "Change a door, or confirm it",
    description:
      "Managers change what the bot says, owners whom it is for. Before a door opens for a verified claim, an owner confirms once that the broker's partnership and the law allow it.",
    auth: "user",
    action: "telegram:write",
    params: DoorParams,
    body: DoorChange,
    example: { text: { en: "The information channel is open to you." } },
    response: OneDoorResponse,
    errors: { 403: ["role_refused", "scope_missing"], 404: ["not_found"] },
    run: async ({ access, workspace, user, request, params: { id }, body }) => {
      const actor = { user, ip: request.clientAddress || null };
      await updateDoor({ access, doorId: id, input: body, actor });
      return { door: presentDoor(await getDoor({ workspaceId: workspace.id, doorId: id })) };
    },
  }),
  del({
    path,
    summary: "Close a door",
    description: "Nobody comes in any more. Who is in stays in.",
    auth: "user",
    action: "telegram:write",
    memberAction: "workspace:write",
    params: DoorParams,
    status: 204,
    errors: { 404: ["not_found"] },
    run: async ({ access, params: { id } }) => archiveDoor({ access, doorId: id }),
  }),
);

export const loader = handle;
export const action = handle;
