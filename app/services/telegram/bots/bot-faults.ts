import type { BotHealth } from "#app/lib/telegram.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { BotFault } from "../bot-api.server.ts";

const SAID_MAX = 200;

/** How a bot is after a call without a result, in a sentence for its owner. */
export function describeFault({ fault, description }: Pick<BotFault, "fault" | "description">): {
  health: Exclude<BotHealth, "ok">;
  problem: string;
} {
  if (fault === "refused") return { health: "refused", problem: messages.telegram.refused };
  if (fault === "elsewhere") {
    const isSet = /webhook/i.test(description.slice(0, SAID_MAX));
    return {
      health: "elsewhere",
      problem: isSet ? messages.telegram.setElsewhere : messages.telegram.polledElsewhere,
    };
  }
  const said = description.slice(0, SAID_MAX);
  return { health: "away", problem: `${messages.telegram.unclear} It said: ${said}` };
}
