import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Clear = { status: number; json: unknown };
type Spoiled = {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** How the connection ends in place of a whole answer. */
  end?: "reset" | "half";
};
type Random = () => number;

const any = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T;
const PAGE = "<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Sorry.</h1></body></html>";
const DAY_MS = 24 * 60 * 60 * 1000;
/** What names a client, a page or the answer itself, which a placeholder does not replace. */
const NAMES = [
  "uid",
  "userId",
  "orderId",
  "client_uid",
  "client_account",
  "accounts",
  "affiliation",
  "nextPageCursor",
  "retCode",
  "code",
  "time",
  "requestTime",
];
const CLIENTS = ["uid", "userId", "client_account", "client_uid"];

/** Replaces values by their names, at any depth. */
function replaceValues(
  value: unknown,
  replace: (name: string, value: unknown) => unknown,
  name = "",
): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceValues(one, replace, name));
  if (value === null || typeof value !== "object") return replace(name, value);
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, replaceValues(one, replace, key)]),
  );
}

/** Gives the names at a depth another one. */
function rename(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.map((one) => rename(one, depth));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [depth === 0 ? `${key}_v9` : key, rename(one, depth - 1)]),
  );
}

const ok = (json: unknown): Spoiled => ({ body: JSON.stringify(json) });

/** Each makes of a clear answer one that says nothing. */
const WAYS: Record<string, (answer: Clear, random: Random) => Spoiled> = {
  "429": (_, random) => ({
    status: 429,
    headers: { "retry-after": any(["30", "Thu, 01 Jan 1970 00:00:00 GMT", "soon"], random) },
    body: any(["", PAGE, '{"code":"Throttled"}'], random),
  }),
  "5xx": ({ json }, random) => ({
    status: any([500, 502, 503, 504, 520, 529], random),
    body: any(["", PAGE, JSON.stringify(json)], random),
  }),
  "a page": (_, random) => ({ status: any([200, 200, 400, 404], random), body: PAGE }),
  nothing: (_, random) => ({ body: any(["", " ", "\n"], random) }),
  "no object": (_, random) => ({ body: any(["null", "[]", '"ok"', "0", "true", "{}"], random) }),
  "cut off": ({ json }, random) => {
    const text = JSON.stringify(json);
    return { body: text.slice(0, Math.floor(random() * text.length)) };
  },
  "other names": ({ json }) => ok(rename(json, 0)),
  "other values": ({ json }, random) => ok(replaceValues(json, () => any([{}, [[]], [null]], random))),
  wrapped: ({ json }, random) => ok(any([[json], { payload: json }, { answer: { result: json } }], random)),
  "unknown code": (_, random) => ({
    body: JSON.stringify({
      retCode: 4_000_000 + Math.floor(random() * 1_000),
      code: "99999",
      result: {},
      data: null,
    }),
  }),
  placeholders: ({ json }, random) => {
    const placeholder = any(["", null, "-", "N/A", "0", "0001-01-01"], random);
    return ok(replaceValues(json, (name, value) => (NAMES.includes(name) ? value : placeholder)));
  },
  "another client": ({ json }) =>
    ok(replaceValues(json, (name, value) => (CLIENTS.includes(name) ? "99999999" : value))),
  yesterday: ({ json }) => ({ ...ok(json), headers: { date: new Date(Date.now() - DAY_MS).toUTCString() } }),
  redirect: (_, random) => ({ status: any([301, 302, 307], random), headers: { location: "/received" } }),
  reset: () => ({ end: "reset" }),
  half: ({ json }) => ({ ...ok(json), end: "half" }),
};
/** The broker itself refuses the key. */
const REFUSED = "an expired credential";
const KEYS = ["x-bapi-api-key", "access-key", "authorization"];

export type SpoiledBroker = {
  url: string;
  /** How many answers of each kind it has given. */
  counts: Map<string, number>;
  close(): Promise<void>;
};

/** A server between a broker and us, of which no answer says anything. */
export async function startSpoiledBroker(brokerUrl: string, random: Random): Promise<SpoiledBroker> {
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const way = any([...Object.keys(WAYS), REFUSED], random);
    const clear = await askBroker(brokerUrl, request, way === REFUSED);
    counts.set(way, (counts.get(way) ?? 0) + 1);
    const spoil = WAYS[way] ?? (({ status, json }: Clear): Spoiled => ({ status, ...ok(json) }));
    const { status = 200, headers = {}, body = "", end } = spoil(clear, random);
    if (end === "reset") return void request.socket.resetAndDestroy();
    const bytes = Buffer.from(body);
    response.writeHead(status, {
      "content-type": body.startsWith("<") ? "text/html" : "application/json",
      "content-length": bytes.length,
      ...headers,
    });
    if (end === "half")
      return void response.write(bytes.subarray(0, bytes.length >> 1), () =>
        setImmediate(() => response.destroy()),
      );
    response.end(bytes);
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What the broker answers. */
async function askBroker(url: string, request: IncomingMessage, isKeyWrong: boolean): Promise<Clear> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] => {
    if (typeof value !== "string" || ["host", "connection", "content-length"].includes(name)) return [];
    return [[name, isKeyWrong && KEYS.includes(name) ? "JWT expired" : value]];
  });
  const response = await fetch(url + request.url, {
    method: request.method ?? "GET",
    headers,
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
  });
  return { status: response.status, json: await response.json() };
}
