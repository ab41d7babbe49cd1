import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { refreshNews } from "#app/services/news/refresh-news.server.ts";
import { rss, startFeedServer } from "../../servers/feeds.ts";

const server = await startFeedServer();
const PATHS = { "/rss": "Markets", "/atom": "Ads", "/rdf": "Rules" };
const feeds = Object.entries(PATHS).map(([path, category]) => ({ category, url: server.url + path }));

afterAll(() => server.close());
beforeEach(() => server.reset());

const refresh = () => refreshNews(() => false, feeds);
const send = (path: string, body: string | Buffer, more: Record<string, string> = {}) =>
  server.respond(path, (response) => response.writeHead(200, more).end(body));

describe("news", () => {
  test("news are fetched by one of several processes, and not again before 15 minutes have passed", async () => {
    send("/rss", rss([{ title: "Euro", link: "https://a.example/1" }]));
    await Promise.all([refresh(), refresh(), refresh()]);
    await refresh();
    expect(server.asked("/rss")).toBe(1);
  });
});
