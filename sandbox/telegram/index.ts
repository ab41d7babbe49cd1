import type { FaultBook } from "../faults.ts";
import { isFields, parsed } from "../fields.ts";
import type { PlatformRequest } from "../platform.ts";
import { json, type Reply } from "../reply.ts";
import { isBotApiPath, respondAsBotApi } from "./bot-api.ts";
import { respondWithPage } from "./pages/respond.ts";
import { Impossible } from "./people.ts";
import { ACTS, VIEWS } from "./people-endpoints.ts";
import { TelegramWorld, type WorldSettings } from "./world.ts";

const USUAL: WorldSettings = { retryMs: 1000, pace: 1 };

/** Points the product at this Telegram in place of the real one. */
export const telegramEnvironment = (url: string): Record<string, string> => ({
  TELEGRAM_API_URL: url,
  TELEGRAM_LINK_URL: `${url}/t.me`,
});

export const isTelegramPath = (path: string) =>
  isBotApiPath(path) || /^\/(?:telegram|t\.me)(?:\/|$)/.test(path);

type Options = { faults: FaultBook; now: () => number };

/** Telegram as one sandbox plays it: the Bot API, its people, and t.me. */
export class Telegram {
  private world: TelegramWorld;

  constructor(private readonly options: Options) {
    this.world = new TelegramWorld(options.now, USUAL);
  }

  async respond(request: PlatformRequest): Promise<Reply> {
    const { world } = this;
    if (isBotApiPath(request.path)) return respondAsBotApi(request, { world, faults: this.options.faults });
    if (request.path === "/telegram" && request.method === "DELETE") {
      this.reset();
      return { status: 204, headers: {}, body: "" };
    }
    return (await respondWithPage(request, world)) ?? this.respondToPeople(request);
  }

  reset(): void {
    this.close();
    this.world = new TelegramWorld(this.options.now, USUAL);
  }

  close(): void {
    this.world.stop();
  }

  private respondToPeople({ method, path, query, text }: PlatformRequest): Reply {
    const name = path.slice("/telegram/".length);
    const acts = method === "POST" ? ACTS : VIEWS;
    const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
    if (!act) return json(404, { error: "Telegram's people have no such act." });
    const body = method === "POST" ? parsed(text || "{}") : Object.fromEntries(query);
    if (!isFields(body)) return json(400, { error: "Send JSON." });
    try {
      return json(200, act(this.world, body));
    } catch (error) {
      if (error instanceof Impossible) return json(400, { error: error.message });
      throw error;
    }
  }
}
