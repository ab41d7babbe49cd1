import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Responder = (response: ServerResponse, request: IncomingMessage) => void;

export type FeedServer = {
  url: string;
  /** How often a path was asked for. */
  asked(path: string): number;
  /** What a path responds from now on. */
  respond(path: string, how: Responder): void;
  reset(): void;
  close(): Promise<void>;
};

/** A site with feeds. */
export async function startFeedServer(): Promise<FeedServer> {
  const paths = new Map<string, Responder>();
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    counts.set(path, (counts.get(path) ?? 0) + 1);
    const how = paths.get(path);
    if (how) how(response, request);
    else response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: (path) => counts.get(path) ?? 0,
    respond: (path, how) => paths.set(path, how),
    reset() {
      paths.clear();
      counts.clear();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

type Item = { title: string; link?: string; description?: string; date?: string };

/** An RSS feed of these items; their texts are put in as they are. */
export const rss = (items: Item[], encoding = "UTF-8", title = "Market Wire") =>
  `<?xml version="1.0" encoding="${encoding}"?><rss version="2.0"><channel><title>${title}</title>${items
    .map(
      ({ title: name, link = "", description = "", date = "Fri, 20 Nov 2026 10:00:00 GMT" }) =>
        `<item><title>${name}</title><link>${link}</link><description>${description}</description><pubDate>${date}</pubDate></item>`,
    )
    .join("")}</channel></rss>`;

export const atom = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Desk Notes</title>
<entry><title type="html">Rates &amp;amp; spreads</title><link rel="alternate" href="/notes/1"/>
<updated>2026-11-19T10:00:00Z</updated><summary type="html">&lt;p&gt;Wider &lt;b&gt;again&lt;/b&gt;.&lt;/p&gt;&lt;script&gt;x()&lt;/script&gt;</summary></entry></feed>`;

export const rdf = `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="https://rdf.example"><title>Bulletin</title><link>https://rdf.example</link></channel>
<item rdf:about="https://rdf.example/1"><title>Notice</title><link>https://rdf.example/1</link>
<description>New margin rules.</description><dc:date>2026-11-18T10:00:00+02:00</dc:date></item></rdf:RDF>`;
