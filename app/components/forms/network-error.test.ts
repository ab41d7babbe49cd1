import { toast } from "sonner";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CutResponse, NetworkError } from "#app/browser/fetch-with-device.ts";
import { addToast } from "#app/components/ui/toaster.tsx";
import { receiveToasts } from "#app/components/ui/toasts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { keepPageOnError } from "./network-error.ts";

const { cut, kept, offline, ourFault, refused, tooLarge } = messages.network;
const ORIGIN = "https://attesto.test";
/** What Remix makes of the app's response with an error. */
const routeError = (status: number, data: unknown) => ({ status, statusText: "", internal: false, data });

type Options = { error: unknown; failed?: string; url?: string; signal?: AbortSignal };

/** Posts a form whose action fails. */
function post({ error, failed, url = `${ORIGIN}/settings`, signal }: Options): Promise<unknown> {
  const keepPage = keepPageOnError((intent) => (intent === "save" ? failed : "Another sentence."));
  const init = { method: "POST", body: new URLSearchParams({ intent: "save" }), signal: signal ?? null };
  const serverAction = () => Promise.reject(error);
  return keepPage({ request: new Request(url, init), params: {}, serverAction });
}

const shown = () => toast.getToasts().map((one) => ("title" in one ? one.title : null));

beforeEach(() => {
  receiveToasts(addToast);
  vi.stubGlobal("location", new URL(`${ORIGIN}/settings?tab=one`));
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => run());
});

afterEach(() => {
  for (const { id } of toast.getToasts()) toast.dismiss(id);
  vi.unstubAllGlobals();
});

describe("form whose action got no response", () => {
  it.each([
    ["no connection", new NetworkError(null), offline],
    ["a response that broke halfway", new CutResponse({ cause: null }), cut],
    ["something in front that blocks it", new NetworkError(403), refused],
    ["something in front that finds it too large", new NetworkError(413), tooLarge],
    ["a page in front with 200", new NetworkError(200), ourFault],
    ["a server that is away", new NetworkError(502), ourFault],
    ["the app's own fault", routeError(500, null), ourFault],
    ["the app's own fault in data that is no sentence", routeError(400, { error: "no" }), ourFault],
    ["a sentence of the app", routeError(429, "Too many tries."), "Too many tries."],
    ["an error of the page's script", new Error("no"), ourFault],
  ])(
    "a form whose action got no response says so in a toast and in its reply, with %s",
    async (_, error, reason) => {
      const reply = (await post({ error })) as Response;
      expect(reply.status).toBe(503);
      expect(await reply.json()).toEqual({ networkError: reason });
      expect(shown()).toEqual([reason]);
    },
  );

  it("a form whose action got no response says first what failed", async () => {
    await post({ error: new NetworkError(null), failed: "Failed to save." });
    expect(shown()).toEqual([`Failed to save. ${offline}`]);
  });

  it("a form whose action got no response says once when to try again", async () => {
    await post({ error: new NetworkError(502), failed: "Failed to save. Please try again later." });
    expect(shown()).toEqual([`Failed to save. Please try again later. ${kept}`]);
  });

  it("a form whose action got no response does not say that it failed if it may have worked", async () => {
    await post({ error: new CutResponse({ cause: null }), failed: "Failed to save." });
    expect(shown()).toEqual([cut]);
  });

  it("a form whose action got no response says nothing where the page does", async () => {
    const keepPage = keepPageOnError(undefined, { showsToast: false });
    const request = new Request(`${ORIGIN}/settings`, { method: "POST", body: "" });
    const serverAction = () => Promise.reject(new NetworkError(null));
    const reply = (await keepPage({ request, params: {}, serverAction })) as Response;
    expect(await reply.json()).toEqual({ networkError: offline });
    expect(shown()).toEqual([]);
  });

  it("a form whose action got no response stays on its page if it leads to another one", async () => {
    const reply = (await post({ error: new NetworkError(null), url: `${ORIGIN}/logout` })) as Response;
    expect([reply.status, reply.headers.get("location")]).toEqual([302, "/settings?tab=one#main"]);
  });
});

describe("form whose action has not failed", () => {
  it.each([
    ["a redirect", new Response(null, { status: 302 })],
    ["a session that has ended", routeError(401, "Sign in.")],
    ["something deleted", routeError(404, "Gone.")],
  ])("a form whose action has not failed is left to Remix, with %s", async (_, error) => {
    await expect(post({ error })).rejects.toBe(error);
    expect(shown()).toEqual([]);
  });

  it("a form whose action has not failed is left to Remix when the page has gone on", async () => {
    const error = new NetworkError(null);
    const signal = AbortSignal.abort();
    await expect(post({ error, signal })).rejects.toBe(error);
    expect(shown()).toEqual([]);
  });
});
