import { once } from "node:events";
import { createServer } from "node:http";

export type GraphServer = {
  url: string;
  /** What `me` answers, by the code that the browser brings back. */
  profiles: Map<string, Record<string, unknown>>;
  /** The bodies of the exchanges, in order. */
  exchanges: URLSearchParams[];
  close(): Promise<void>;
};

/** The two calls of Facebook's Graph that a sign-in makes, as its documentation describes them. */
export async function startGraphServer(): Promise<GraphServer> {
  const profiles = new Map<string, Record<string, unknown>>();
  const exchanges: URLSearchParams[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json; charset=UTF-8" });
      response.end(JSON.stringify(body));
    };
    if (url.pathname.endsWith("/oauth/access_token")) {
      let body = "";
      for await (const chunk of request) body += chunk;
      const fields = new URLSearchParams(body);
      exchanges.push(fields);
      const code = fields.get("code") ?? "";
      if (!profiles.has(code)) return answer(400, { error: { message: "Invalid code", code: 100 } });
      return answer(200, { access_token: `token-of-${code}`, token_type: "bearer", expires_in: 5_183_944 });
    }
    const code = /^Bearer token-of-(.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const profile = url.pathname.endsWith("/me") ? profiles.get(code) : undefined;
    return profile ? answer(200, profile) : answer(401, { error: { message: "No token", code: 190 } });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    profiles,
    exchanges,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
