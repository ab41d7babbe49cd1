import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CutResponse, LOAD_FAILED, type LoadFailure, NetworkError, patchFetch } from "./fetch-with-device.ts";

const ORIGIN = "https://attesto.test";
const PAGE_DATA = `${ORIGIN}/dashboard/overview.data`;
const FETCHER_DATA = `${PAGE_DATA}?_routes=routes%2Foverview`;
const CALL = `${ORIGIN}/api/news`;

const fromRemix = { "X-Remix-Response": "yes" };
const fromServer = { "X-Request-Id": "1" };
const page = "<h1>Something in front</h1>";

type Network = (request: Request) => Response | Promise<Response>;

/** A page whose browser sends requests into such a network. */
function openPage(network: Network) {
  const sent: Request[] = [];
  const failures: LoadFailure[] = [];
  const window = Object.assign(new EventTarget(), {
    fetch: async (request: Request) => {
      sent.push(request);
      request.signal.throwIfAborted();
      return network(request);
    },
  });
  window.addEventListener(LOAD_FAILED, (event) => failures.push((event as CustomEvent<LoadFailure>).detail));
  vi.stubGlobal("window", window);
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("navigator", {});
  patchFetch();
  const fetch = window.fetch as typeof globalThis.fetch;
  const post = (url: string, init?: RequestInit) => fetch(url, { method: "POST", body: "a=1", ...init });
  return { fetch, post, sent, failures };
}

/** Lets all retries pass, and tells whether the promise settled. */
async function settle(promise: Promise<unknown>): Promise<unknown> {
  let outcome: unknown = "pending";
  promise.then(
    (value) => {
      outcome = value;
    },
    (error) => {
      outcome = error;
    },
  );
  await vi.advanceTimersByTimeAsync(60_000);
  return outcome;
}

const offline: Network = () => Promise.reject(new TypeError("Failed to fetch"));
const answer =
  (status: number, body: string | null, headers: HeadersInit = {}): Network =>
  () =>
    new Response(body, { status, headers });
/** The headers and the beginning of the body come, then the connection breaks. */
const breaking =
  (headers: HeadersInit): Network =>
  () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("[{")),
      pull: (controller) => controller.error(new TypeError("network error")),
    });
    return new Response(body, { headers });
  };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", new URL(ORIGIN));
  vi.stubGlobal("localStorage", { getItem: (key: string) => `stored ${key}` });
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("request of a page", () => {
  it("every request of a page carries the device's identity to the app, and to no other origin", async () => {
    const { fetch, post, sent } = openPage(answer(200, "", { ...fromRemix, ...fromServer }));
    await fetch(CALL);
    await post(PAGE_DATA);
    await fetch("https://elsewhere.example/file");
    expect(
      sent.map(({ headers }) => [headers.get("X-Device-Id"), headers.get("X-Device-Fingerprint")]),
    ).toEqual([
      ["stored _att_did", "stored _att_dfp"],
      ["stored _att_did", "stored _att_dfp"],
      [null, null],
    ]);
  });

  it("every request of a page is sent once to another origin, whatever it responds", async () => {
    const { post, sent } = openPage(answer(502, page));
    expect((await post("https://elsewhere.example/file")).status).toBe(502);
    expect(sent).toHaveLength(1);
  });
});

describe("post", () => {
  it.each([
    ["the data of an accepted form", PAGE_DATA, 202, fromRemix],
    ["the data of a refused form", PAGE_DATA, 400, fromRemix],
    ["the data of the app's own fault", PAGE_DATA, 500, fromRemix],
    ["a fetcher's data", FETCHER_DATA, 200, fromRemix],
    ["a call's response", CALL, 201, fromServer],
    ["a refused call's response", CALL, 503, fromServer],
  ])("a post gets %s whole", async (_, url, status, headers) => {
    const { post, sent } = openPage(answer(status, "[1]", headers));
    const response = await post(url);
    expect([response.status, await response.text()]).toEqual([status, "[1]"]);
    expect(sent).toHaveLength(1);
  });

  it("a post gets a response without a body", async () => {
    const { post } = openPage(answer(204, null, fromRemix));
    expect((await post(PAGE_DATA)).status).toBe(204);
  });

  const inFront: [string, number, string | null, HeadersInit?][] = [
    ...[500, 502, 504, 520, 521, 522, 523, 524].flatMap((status): [string, number, string | null][] => [
      [`a bare ${status}`, status, null],
      [`a page with ${status}`, status, page],
    ]),
    ["JSON with 503", 503, "{}", { "content-type": "application/json" }],
    ["a page with 200", 200, page],
    ["a page with 403", 403, page],
    ["a page with 413", 413, page],
    ["a page with 429", 429, page],
    // Before Remix, as when a form is too large: the server's own page, and no data.
    ["a page of the server", 413, page, fromServer],
  ];

  it.each(inFront)(
    "a post fails with the status of %s that is no data, and is not sent again",
    async (_, status, body, headers) => {
      const { post, sent } = openPage(answer(status, body, headers));
      const error = await settle(post(PAGE_DATA));
      expect(error).toBeInstanceOf(NetworkError);
      expect(error).not.toBeInstanceOf(CutResponse);
      expect(error).toMatchObject({ status });
      expect(sent).toHaveLength(1);
    },
  );

  it("a post fails with the status of what responds to a call in place of the app", async () => {
    const { post } = openPage(answer(403, page, fromRemix));
    expect(await settle(post(CALL))).toMatchObject({ status: 403 });
  });

  it("a post fails without a status if there is no connection, and is not sent again", async () => {
    const { post, sent } = openPage(offline);
    const error = await settle(post(PAGE_DATA));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).not.toBeInstanceOf(CutResponse);
    expect(error).toMatchObject({ status: null, cause: new TypeError("Failed to fetch") });
    expect(sent).toHaveLength(1);
  });

  it("a post is known to be cut if the app's response breaks halfway, and is not sent again", async () => {
    const { post, sent } = openPage(breaking(fromRemix));
    expect(await settle(post(PAGE_DATA))).toBeInstanceOf(CutResponse);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ["before the response", offline],
    ["during the response", breaking(fromRemix)],
  ])("a post given up by the page %s fails as given up", async (_, network) => {
    const leaving = new AbortController();
    const { post } = openPage((request) => {
      leaving.abort("left");
      return network(request);
    });
    const error = await settle(post(PAGE_DATA, { signal: leaving.signal }));
    expect(error).toBeInstanceOf(TypeError);
  });
});

describe("read", () => {
  const passing: Network[] = [offline, answer(503, page), breaking(fromRemix)];

  it.each([
    ["a page's data", PAGE_DATA],
    ["a fetcher's data", FETCHER_DATA],
  ])("a read gets %s at the fourth try, after 1, 2 and 4 seconds", async (_, url) => {
    const askedAt: number[] = [];
    const began = Date.now();
    const { fetch, failures } = openPage((request) => {
      askedAt.push(Date.now() - began);
      return (passing[askedAt.length - 1] ?? answer(200, "[1]", fromRemix))(request);
    });
    const response = (await settle(fetch(url))) as Response;
    expect(await response.text()).toBe("[1]");
    expect(askedAt).toEqual([0, 1000, 3000, 7000]);
    expect(failures).toEqual([]);
  });

  it.each([
    ["of a page's data", PAGE_DATA, 404, fromRemix],
    ["of a page's data", PAGE_DATA, 400, fromRemix],
    ["of a call", CALL, 429, fromServer],
  ])("%s is not repeated when the app refuses it with %s", async (_, url, status, headers) => {
    const { fetch, sent, failures } = openPage(answer(status, "{}", headers));
    expect(await settle(fetch(url))).toMatchObject({ status });
    expect(sent).toHaveLength(1);
    expect(failures).toEqual([]);
  });

  it("a read of a page's data passes on the app's own fault in the end", async () => {
    const { fetch, sent, failures } = openPage(answer(500, "{}", fromRemix));
    expect(await settle(fetch(PAGE_DATA))).toMatchObject({ status: 500 });
    expect(sent).toHaveLength(4);
    expect(failures).toEqual([]);
  });

  it.each([
    ["no connection", offline, null, 4],
    ["data that breaks halfway", breaking(fromRemix), null, 4],
    ["a bare 502", answer(502, null), 502, 4],
    ["a page with 502", answer(502, page), 502, 4],
    ["a page with 524", answer(524, page), 524, 4],
    ["a page with 200", answer(200, page), 200, 1],
    ["a page with 403", answer(403, page), 403, 1],
    ["a page with 404", answer(404, page, fromServer), 404, 1],
  ])(
    "a read of a page's data says with %s that the page failed to load, and never settles",
    async (_, network, status, tries) => {
      const { fetch, sent, failures } = openPage(network);
      const leaving = new AbortController();
      const load = fetch(PAGE_DATA, { signal: leaving.signal });
      expect(await settle(load)).toBe("pending");
      expect(failures).toEqual([{ status }]);
      expect(sent).toHaveLength(tries);
      leaving.abort(new Error("left"));
      expect(await settle(load)).toEqual(new Error("left"));
      expect(failures).toHaveLength(1);
    },
  );

  it.each([
    ["a fetcher's data", FETCHER_DATA],
    ["a call", CALL],
  ])("a read of %s fails in the end without a connection, without a word about the page", async (_, url) => {
    const { fetch, sent, failures } = openPage(offline);
    expect(await settle(fetch(url))).toEqual(new TypeError("Failed to fetch"));
    expect(sent).toHaveLength(4);
    expect(failures).toEqual([]);
  });

  it.each([
    ["a fetcher's data", FETCHER_DATA],
    ["a call", CALL],
  ])("a read of %s gets the last response of the proxy", async (_, url) => {
    const { fetch, sent, failures } = openPage(answer(502, page));
    expect(await settle(fetch(url))).toMatchObject({ status: 502 });
    expect(sent).toHaveLength(4);
    expect(failures).toEqual([]);
  });

  it.each([
    ["a page's data", PAGE_DATA],
    ["a call", CALL],
  ])("a read of %s given up between two tries ends there", async (_, url) => {
    const { fetch, sent, failures } = openPage(offline);
    const leaving = new AbortController();
    const load = fetch(url, { signal: leaving.signal });
    load.catch(() => {});
    await vi.advanceTimersByTimeAsync(1500);
    expect(sent).toHaveLength(2);
    leaving.abort(new Error("left"));
    expect(await settle(load)).toEqual(new Error("left"));
    expect(sent).toHaveLength(2);
    expect(failures).toEqual([]);
  });

  it.each([
    ["a page's data", PAGE_DATA],
    ["a call", CALL],
  ])("a read of %s given up during a try is not repeated", async (_, url) => {
    const leaving = new AbortController();
    const { fetch, sent, failures } = openPage((request) => {
      leaving.abort("left");
      return offline(request);
    });
    expect(await settle(fetch(url, { signal: leaving.signal }))).toEqual(new TypeError("Failed to fetch"));
    expect(sent).toHaveLength(1);
    expect(failures).toEqual([]);
  });
});
