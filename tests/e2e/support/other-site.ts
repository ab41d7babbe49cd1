import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type OtherSite = AsyncDisposable & { url: string };

/**
 * A site of another origin, with the same page at each path: a real server, because browsers keep what a public
 * site frames from reaching this machine.
 */
export async function startOtherSite(html: () => string, cookies: string[] = []): Promise<OtherSite> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader("set-cookie", cookies);
    response.end(`<!doctype html><html lang="en"><title>Other site</title><body>${html()}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
