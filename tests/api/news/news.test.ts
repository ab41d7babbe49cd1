import { once } from "node:events";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { fetchPublic } from "#app/lib/fetch-public.server.ts";
import { isPublicAddress } from "#app/lib/public-addresses.server.ts";
import { AuditEntry, NewsFeed, NewsItem } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { refreshNews } from "#app/services/news/refresh-news.server.ts";
import { createKey, createOwner, signInAs } from "../../factories/index.ts";
import { atom, rdf, rss, startFeedServer } from "../../servers/feeds.ts";
import { readFlash } from "../../support/flash.ts";
import { serveSite } from "../../support/site.ts";

const server = await startFeedServer();
const PATHS = { "/rss": "Markets", "/atom": "Ads", "/rdf": "Rules" };
const feeds = Object.entries(PATHS).map(([path, category]) => ({ category, url: server.url + path }));
// The tests fetch; a worker of the server would do it beside them.
const site = serveSite({
  NEWS_FEEDS: feeds.map(({ category, url }) => `${category}=${url}`).join(","),
  RUN_WORKER: "no",
});
const headers = { "sec-fetch-site": "same-origin" };

afterAll(() => server.close());
beforeEach(() => server.reset());

const refresh = () => refreshNews(() => false, feeds);
/** What makes every feed due again. */
const wait = () => NewsFeed.update({ dueAt: new Date(0) }, { where: {} });
const send = (path: string, body: string | Buffer, more: Record<string, string> = {}) =>
  server.respond(path, (response) => response.writeHead(200, more).end(body));
const titles = async () => (await NewsItem.findAll({ order: ["title"] })).map(({ title }) => title);
const readError = async (path: string) =>
  (await NewsFeed.findOne({ where: { url: server.url + path } }))?.lastError ?? null;

async function read(query = "") {
  const { token } = await signInAs(await createOwner());
  return site.send(`/api/news${query}`, { token });
}

describe("news", () => {
  test("news come from RSS, Atom and RDF as plain text, with filters for source and category", async () => {
    send(
      "/rss",
      rss([
        {
          title: "<![CDATA[<b>Euro</b> &amp; dollar]]>",
          link: "https://a.example/1",
          description: "&lt;p&gt;Up.&lt;/p&gt;",
        },
      ]),
    );
    send("/atom", atom);
    send("/rdf", rdf);
    await refresh();
    const { status, json } = await read();
    expect(status).toBe(200);
    expect(json.news).toMatchObject([
      {
        title: "Euro & dollar",
        summary: "Up.",
        url: "https://a.example/1",
        source: "Market Wire",
        category: "Markets",
        publishedAt: "2026-11-20T10:00:00.000Z",
      },
      {
        title: "Rates & spreads",
        summary: "Wider again.",
        url: `${server.url}/notes/1`,
        source: "Desk Notes",
        category: "Ads",
      },
      {
        title: "Notice",
        summary: "New margin rules.",
        source: "Bulletin",
        category: "Rules",
        publishedAt: "2026-11-18T08:00:00.000Z",
      },
    ]);
    expect(Date.now() - Date.parse(json.lastUpdated)).toBeLessThan(600_000);
    expect((await read("?category=Ads")).json.news).toMatchObject([{ title: "Rates & spreads" }]);
    expect((await read("?source=Bulletin&category=")).json.news).toMatchObject([{ title: "Notice" }]);
    expect((await read("?source=Bulletin&category=Ads")).json.news).toEqual([]);
    const { cookie } = await signInAs(await createOwner());
    const page = await site.send("/dashboard/news?source=Bulletin", { cookie });
    expect([page.text.includes("Notice"), page.text.includes("Euro &amp; dollar")]).toEqual([true, false]);
    expect(page.text).toContain('href="/dashboard/news"');
    expect((await site.send("/dashboard/overview", { cookie })).text).toContain("Euro &amp; dollar");
  });

  test("news are for whoever is signed in, and for no API key", async () => {
    expect((await site.send("/api/news")).status).toBe(401);
    const owner = await createOwner();
    const { key } = await createKey(owner);
    expect((await site.send("/api/news", { token: key })).status).toBe(403);
    expect((await site.send("/dashboard/news")).headers.get("location")).toContain("/login");
  });

  test("news are folded: one story of two feeds, and one that a feed sends again, changed", async () => {
    send("/rss", rss([{ title: "Euro", link: "https://www.a.example/1/?utm_source=rss#top" }]));
    await refresh();
    send(
      "/atom",
      rss([
        { title: "Euro!", link: "https://a.example/1" },
        { title: "EURO", link: "https://b.example/9" },
      ]),
    );
    await wait();
    await refresh();
    expect(await NewsItem.count()).toBe(2);
    expect((await read()).json.news).toHaveLength(1);
    send("/rss", rss([{ title: "Euro falls", link: "https://a.example/1" }]));
    await wait();
    await refresh();
    expect(await titles()).toEqual(["EURO", "Euro falls"]);
  });

  test("news are separate where their addresses name different parts of a page", async () => {
    const page = "https://a.example/changelog";
    send("/rss", rss(["v2", "v1"].map((title) => ({ title, link: `${page}#${title}` }))));
    await refresh();
    expect((await titles()).toSorted()).toEqual(["v1", "v2"]);
  });

  test("news in another character set are decoded, by the response or by the document", async () => {
    const russian = "Курс рубля";
    const bytes = (text: string) =>
      Buffer.from(
        [...text].map((letter) =>
          letter.charCodeAt(0) > 127 ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0),
        ),
      );
    send("/rss", bytes(rss([{ title: russian, link: "https://a.example/1" }], "windows-1251")));
    send("/atom", bytes(rss([{ title: `${russian} 2`, link: "https://a.example/2" }])), {
      "content-type": "text/xml; charset=windows-1251",
    });
    send("/rdf", rss([{ title: "x" }], "no-such-charset"));
    await refresh();
    expect(await titles()).toEqual([russian, `${russian} 2`]);
    expect(await readError("/rdf")).toContain("Its charset is unknown");
  });

  test("news are asked for with what the last response said, and kept when nothing is new", async () => {
    const asked: unknown[] = [];
    server.respond("/rss", (response, { headers }) => {
      asked.push([headers["if-none-match"], headers["if-modified-since"]]);
      if (headers["if-none-match"] === '"v1"') return response.writeHead(304).end();
      const validators = { etag: '"v1"', "last-modified": "Fri, 20 Nov 2026 10:00:00 GMT" };
      response.writeHead(200, validators).end(rss([{ title: "Euro", link: "https://a.example/1" }]));
    });
    await refresh();
    await wait();
    await refresh();
    expect(asked).toEqual([
      [undefined, undefined],
      ['"v1"', "Fri, 20 Nov 2026 10:00:00 GMT"],
    ]);
    expect([await titles(), await readError("/rss")]).toEqual([["Euro"], null]);
  });

  test.each<[what: string, respond: (path: string) => void, error: string]>([
    [
      "is HTML",
      (path) => send(path, "<!doctype html><html><body>Not here</body></html>"),
      "neither RSS nor Atom",
    ],
    [
      "is an entity bomb",
      (path) =>
        send(path, `<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${rss([{ title: "&b;" }])}`),
      "definitions of its own",
    ],
    ["is cut", (path) => send(path, rss([{ title: "Euro" }]).slice(0, 150)), "neither RSS nor Atom"],
    ["never ends", (path) => server.respond(path, endless), "larger than 1024 KiB"],
    ["is a compressed bomb", (path) => server.respond(path, compressedBomb), "larger than 1024 KiB"],
    [
      "fails",
      (path) => server.respond(path, (response) => response.writeHead(500).end()),
      "responds with 500",
    ],
    ["is reset", (path) => server.respond(path, (response) => response.destroy()), ""],
    [
      "redirects to a private address",
      (path) => redirect(path, "http://169.254.169.254/latest"),
      "no public address",
    ],
    [
      "redirects to a wrapped private address",
      (path) => redirect(path, "http://[::ffff:10.0.0.1]/"),
      "no public address",
    ],
    ["redirects to a file", (path) => redirect(path, "file:///etc/passwd"), "neither http nor https"],
    ["redirects for ever", (path) => redirect(path, path), "redirects too often"],
  ])("news of a feed stay, and the page says since when, if it %s", async (_what, respond, error) => {
    send("/rss", rss([{ title: "Euro", link: "https://a.example/1" }]));
    await refresh();
    respond("/rss");
    await wait();
    await refresh();
    expect(await readError("/rss")).toContain(error);
    expect((await read()).json.news).toMatchObject([{ title: "Euro" }]);
    const { cookie } = await signInAs(await createOwner());
    expect((await site.send("/dashboard/news", { cookie })).text).toMatch(
      /Market Wire<\/bdi>.{0,20}could not be updated since/,
    );
  });

  test("news that name a day and no time are shown with the day alone", async () => {
    send(
      "/rss",
      rss([{ title: "Euro", link: "https://a.example/1", date: "Tue, 17 Mar 2026 00:00:00 GMT" }]),
    );
    await refresh();
    const { cookie } = await signInAs(await createOwner());
    expect((await site.send("/dashboard/news", { cookie })).text).toContain(">March 17</time>");
  });

  test("news without a readable date are undated and come last", async () => {
    const unreadable = ["Пн, 30 июл 2018 14:30:00 +0300", "20/11/2026 10:00", "1795136000", "", "not a date"];
    const undated = unreadable.map((date, index) => ({
      title: `Undated ${index}`,
      link: `https://a.example/${index}`,
      date,
    }));
    const future = { title: "Future", link: "https://a.example/f", date: "Fri, 20 Nov 2099 10:00:00 GMT" };
    const old = { title: "Old", link: "https://a.example/o", date: "Mon, 02 Jan 2006 10:00:00 GMT" };
    send("/rss", rss([...undated, future, old]));
    await refresh();
    const [first, ...rest] = (await read()).json.news;
    expect(first).toMatchObject({ title: "Old", publishedAt: "2006-01-02T10:00:00.000Z" });
    expect(rest.map(({ publishedAt }: { publishedAt: string | null }) => publishedAt)).toEqual(
      Array(6).fill(null),
    );
    const { cookie } = await signInAs(await createOwner());
    expect((await site.send("/dashboard/news", { cookie })).text).toContain("undated");
  });

  test("news get the date that their feed says later, and lose one that becomes unreadable", async () => {
    const item = { title: "Euro", link: "https://a.example/1" };
    for (const [date, publishedAt] of [
      ["soon", null],
      ["Fri, 20 Nov 2026 10:00:00 GMT", "2026-11-20T10:00:00.000Z"],
      ["soon", null],
    ] as const) {
      send("/rss", rss([{ ...item, date }]));
      await wait();
      await refresh();
      expect((await read()).json.news).toMatchObject([{ title: "Euro", publishedAt }]);
    }
  });

  test("news follow a redirect to where a feed has moved", async () => {
    redirect("/rss", "/moved");
    send("/moved", rss([{ title: "Euro", link: "https://a.example/1" }]));
    await refresh();
    expect(await titles()).toEqual(["Euro"]);
  });

  test("news keep the newest hundred of a feed", async () => {
    for (const batch of [1, 2, 3]) {
      const items = Array.from({ length: 50 }, (_, index) => {
        const at = new Date(Date.UTC(2026, 0, batch, 0, index)).toUTCString();
        return { title: `Item ${batch}-${index}`, link: `https://a.example/${batch}/${index}`, date: at };
      });
      send("/rss", rss(items));
      await wait();
      await refresh();
    }
    expect(await NewsItem.count()).toBe(100);
    expect(await titles()).not.toContain("Item 1-49");
  });
});

const redirect = (path: string, location: string) =>
  server.respond(path, (response) => response.writeHead(302, { location }).end());

async function endless(response: import("node:http").ServerResponse): Promise<void> {
  response.writeHead(200);
  const chunk = Buffer.alloc(64 * 1024, "x");
  while (!response.destroyed)
    if (!response.write(chunk)) await Promise.race([once(response, "drain"), once(response, "close")]);
}

async function compressedBomb(response: import("node:http").ServerResponse): Promise<void> {
  const { gzipSync } = await import("node:zlib");
  response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(64 * 1024 * 1024)));
}

describe("outgoing request", () => {
  test("an outgoing request reaches no private address, by name or by number", async () => {
    send("/rss", rss([]));
    const port = new URL(server.url).port;
    for (const host of [
      "127.0.0.1",
      "localhost",
      "[::1]",
      "0.0.0.0",
      "10.0.0.1",
      "192.168.1.1",
      "2130706433",
    ]) {
      const request = { url: `http://${host}:${port}/rss`, headers: {}, maxBytes: 1000, timeoutMs: 5000 };
      await expect(fetchPublic({ ...request, allowsLoopback: false }), host).rejects.toThrow(
        "no public address",
      );
    }
    expect(server.asked("/rss")).toBe(0);
    const all = [
      "169.254.1.1",
      "100.64.0.1",
      "172.16.0.1",
      "fe80::1",
      "fc00::1",
      "::ffff:192.168.0.1",
      "64:ff9b::a00:1",
      "224.0.0.1",
    ];
    expect(all.filter((address) => isPublicAddress(address, true))).toEqual([]);
    expect(["8.8.8.8", "2606:4700::1111"].filter((address) => !isPublicAddress(address))).toEqual([]);
  });
});

describe("administrator's own news", () => {
  const form = {
    intent: "publish",
    title: "Maintenance on Sunday",
    summary: "<b>Ten</b> minutes",
    url: "",
    category: "Product",
  };

  test("an administrator's own news are published, changed and deleted on pages that nobody else finds", async () => {
    const staff = await createOwner({ role: "admin" });
    const { cookie } = await signInAs(staff);
    const post = (path: string, fields: Record<string, string>) =>
      site.send(path, { cookie, headers, form: fields });
    expect((await post("/admin/news", { ...form, title: "" })).status).toBe(400);
    expect((await post("/admin/news", { ...form, url: "javascript:alert(1)" })).text).toContain(
      messages.news.urlShape,
    );
    const refusals: [fields: Record<string, string>, sentence: string][] = [
      [{ title: "" }, messages.news.titleRequired],
      [{ title: "x".repeat(151) }, messages.news.titleLong],
      [{ summary: "x".repeat(401) }, messages.news.summaryLong],
      [{ category: "" }, messages.news.categoryRequired],
      [{ category: "x".repeat(51) }, messages.news.categoryLong],
    ];
    for (const [fields, sentence] of refusals)
      expect((await post("/admin/news", { ...form, ...fields })).text).toContain(sentence);
    expect(readFlash(await post("/admin/news", form))).toContain(messages.news.published);
    expect((await read()).json.news).toMatchObject([
      { title: form.title, summary: form.summary, url: null, source: "Attesto" },
    ]);
    const item = await NewsItem.findOne({ rejectOnEmpty: true });
    const page = `/admin/news/${item.id}`;
    expect((await site.send(page, { cookie })).status).toBe(200);
    expect(
      readFlash(await post(page, { ...form, intent: "save", title: "Maintenance on Monday" })),
    ).toContain(messages.news.saved);
    expect((await read()).json.news).toMatchObject([{ title: "Maintenance on Monday" }]);
    const { cookie: stranger } = await signInAs(await createOwner());
    for (const path of ["/admin/news", page])
      for (const sent of [{}, { form: { intent: "delete" }, headers }])
        expect((await site.send(path, { cookie: stranger, ...sent })).headers.get("location")).toBe(
          "/not-found",
        );
    expect(readFlash(await post(page, { intent: "delete" }))).toContain(messages.news.deleted);
    expect(await NewsItem.count()).toBe(0);
    expect((await site.send(page, { cookie })).status).toBe(404);
    expect(await AuditEntry.findAll({ order: [["id", "ASC"]] })).toMatchObject(
      [
        { action: "news.published", detail: "Maintenance on Sunday" },
        { action: "news.changed", detail: "Maintenance on Monday" },
        { action: "news.deleted", detail: "Maintenance on Monday" },
      ].map((entry) => ({ ...entry, actorUserId: staff.id, targetUserId: null })),
    );
    const log = await site.send("/admin/audit-log", { cookie });
    for (const text of ["Published a news item", "Changed a news item", "Deleted a news item"])
      expect(log.text).toContain(text);
  });
});
