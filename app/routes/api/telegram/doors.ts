import { endpoint, get, post } from "#app/http/api/endpoint.server.ts";
import { presentDoor } from "#app/presenters/telegram-door.ts";
import { DoorInput, DoorListResponse, OneDoorResponse } from "#app/schemas/telegram-doors.ts";
import { createDoor, listDoors } from "#app/services/telegram/doors/manage-doors.server.ts";

const path = "/api/telegram/doors";

const handle = endpoint(
  get({
    path,
    summary: "The channels and groups that the bot lets people into",
    description:
      "The product knows only people who came through a door. Who they are at Telegram is in no response.",
    auth: "user",
    action: "telegram:write",
    memberAction: "doors:read",
    response: DoorListResponse,
    run: async ({ workspace }) => ({ doors: (await listDoors(workspace.id)).map(presentDoor) }),
  }),
  post({
    path,
    summary: "Let people into a private channel or group",
    description:
      "The bot has to be an administrator there with the right to invite. It makes a link by which people ask to join, and approves the request of exactly the Telegram account that made the claim. For owners and keys.",
    auth: "user",
    action: "telegram:write",
    memberAction: "workspace:write",
    body: DoorInput,
    example: { chatId: "-1001234567890", needs: { state: "verified" }, text: { en: "The channel is open." } },
    response: OneDoorResponse,
    status: 201,
    errors: { 404: ["not_found"], 409: ["door_taken"], 502: ["platform_unreachable"] },
    run: async ({ access, body }) => ({
      door: presentDoor({ door: await createDoor({ access, input: body }), cameThrough: 0, due: 0 }),
    }),
  }),
);

export const loader = handle;
export const action = handle;
