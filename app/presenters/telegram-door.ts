import type { TelegramDoor } from "#app/models/telegram-door.server.ts";
import type { DoorResponse } from "#app/schemas/telegram-doors.ts";

export const presentDoor = ({
  door,
  cameThrough,
  due,
}: {
  door: TelegramDoor;
  cameThrough: number;
  due: number;
}): DoorResponse => ({
  id: door.id,
  chatId: door.chatId,
  title: door.title,
  needs: { state: door.needs, platformId: door.platformId },
  text: JSON.parse(door.texts),
  problem: door.problem,
  confirmedAt: door.confirmedAt?.toISOString() ?? null,
  confirmedBy: door.confirmedByName,
  cameThrough,
  due,
});
