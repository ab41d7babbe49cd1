import { createHash } from "node:crypto";
import { timeOfId } from "#app/lib/ids.ts";
import { openTableFile } from "#app/services/tables/reading/open-table-file.ts";
import { listCalls, listOperations, look } from "./calls.ts";
import { ACCOUNTS, type Account, type Client, signIn } from "./client.ts";
import type { Prepared } from "./filled.ts";
import { assertAllOpened, findPage, listAddresses } from "./pages.ts";
import { toLines, toLinks } from "./text.ts";

/** What a server answers: JSON, or lines of text. */
export type Answer = { status: number; location?: string; json?: unknown; lines?: string[] };

export type Recording = {
  /** By who asks and the address. Ids that the recording itself has made have names in it. */
  answers: Record<string, Answer>;
  /** The GET calls of the document. */
  operations: string[];
};

/** How many links to one page are followed, in all and by the names of their parameters. */
const OF_A_PAGE_MAX = 40;
const ALIKE_MAX = 3;

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

type Own = {
  /** What is newer is the recording's own. */
  since: Date;
  /** Names of ids that the recording itself has made, such as those of its uploads. */
  names: ReadonlyMap<string, string>;
  /** Work goes on while it is recorded: its times are not those of another run. */
  isOfWork?: boolean;
};

/** How long something took, tokens, and what depends on which of two claims of a job was decided first. */
const OF_A_RUN = new Set([
  "durationMs",
  "traceId",
  "formToken",
  "decisionSeconds",
  "acceptanceSeconds",
  "monthTotal",
]);
const TRACE = /(fbtrace_id\\?":\\?")[\w-]+/g;
const LOCAL_TIME = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g;

/** Takes out of a text what is the recording's own: addresses of servers, new ids, and the times of work. */
export function createScrub({ since, names, isOfWork = false }: Own): (text: string) => string {
  const day = since.toISOString().slice(0, 10);
  const scrub = (text: string) =>
    text
      .replaceAll(/127\.0\.0\.1:\d+/g, "(host)")
      .replaceAll(/"requestId":"[^"]+"/g, '"requestId":"(new)"')
      .replaceAll(ID, (id) => (timeOfId(id) < since ? id : `{${names.get(id) ?? "new"}}`));
  if (!isOfWork) return scrub;
  return (text) =>
    scrub(text)
      .replaceAll(TRACE, "$1(of a run)")
      .replaceAll(TIME, (time) => (new Date(time) < since ? time : "(later)"))
      .replaceAll(LOCAL_TIME, (time) => (time < day ? time : "(later)"));
}

type Options = Own & {
  url: string;
  prepared: Prepared;
  /** The addresses of an earlier recording, in place of all that are found. */
  wanted?: string[];
};

/** Asks a server for everything that it shows; of work for calls without filters only. */
export async function record({
  url,
  prepared,
  since,
  names,
  wanted,
  isOfWork = false,
}: Options): Promise<Recording> {
  const ids = new Map([...names].map(([id, name]) => [name, id]));
  const scrub = createScrub({ since, names, isOfWork });
  const toPath = (key: string) => key.replaceAll(/\{([^}]+)\}/g, (_, name: string) => ids.get(name) ?? name);
  const clients = new Map<string, Client>();
  for (const account of Object.keys(ACCOUNTS) as Account[]) clients.set(account, await signIn(url, account));

  const answers: Recording["answers"] = {};
  const ask = async (who: string, path: string): Promise<{ links: string[]; pages: number }> => {
    const client = clients.get(who);
    const headers: Record<string, string> = !client
      ? {}
      : path.startsWith("/api/")
        ? { authorization: `Bearer ${client.token}` }
        : { cookie: client.cookie };
    const response = await fetch(url + path, { headers, redirect: "manual" });
    const { answer, links, pages } = await readAnswer(response, { scrub, isOfWork });
    answers[`${who} ${scrub(path)}`] = answer;
    return { links, pages };
  };

  if (wanted) {
    for (const key of wanted) {
      const [who = "", ...rest] = key.split(" ");
      await ask(who, toPath(rest.join(" ")));
    }
  } else {
    for (const [account, client] of clients) {
      const world = await look(client, account, prepared);
      await askAll(account, await listCalls(client, world, isOfWork));
      if (isOfWork) continue;
      const addresses = listAddresses(world);
      await openAll(account, addresses);
      if (account === "demo") await openAll("stranger", addresses);
    }
    if (!isOfWork)
      assertAllOpened(Object.keys(answers).map((key) => toPath(key.slice(key.indexOf(" ") + 1))));
  }
  const document = (await clients.get("demo")?.call("/api/openapi.json"))?.json;
  return { answers, operations: listOperations(document) };

  async function askAll(account: string, paths: string[]): Promise<void> {
    for (const path of paths) {
      const { pages } = await ask(account, path);
      if (!path.includes("limit=100")) continue;
      for (let page = 2; page <= pages; page += 1) await ask(account, `${path}&page=${page}`);
    }
  }

  /** Opens pages, and what their links lead to: a few of each page, and of each kind of query. */
  async function openAll(visitor: string, paths: string[]): Promise<void> {
    const seen = new Set(paths);
    const counts = new Map<string, number>();
    const isWanted = (name: string, max: number) => {
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return count < max;
    };
    // It grows while it is read.
    for (const path of seen) {
      const { links } = await ask(visitor, path);
      for (const link of links) {
        const page = findPage(link);
        if (page === null || seen.has(link)) continue;
        const names = [...new URLSearchParams(link.split("?")[1]).keys()].sort();
        if (isWanted(`${page} ${names}`, ALIKE_MAX) && isWanted(page, OF_A_PAGE_MAX)) seen.add(link);
      }
    }
  }
}

async function readAnswer(
  response: Response,
  { scrub, isOfWork }: { scrub: (text: string) => string; isOfWork: boolean },
) {
  const { status } = response;
  const location = response.headers.get("location");
  const type = response.headers.get("content-type") ?? "";
  const bytes = Buffer.from(await response.arrayBuffer());
  const answer: Answer = { status, ...(location === null ? {} : { location: scrub(location) }) };
  const html = type.startsWith("text/html") ? bytes.toString() : "";
  let pages = 1;
  if (response.url.includes("/api/proofs/")) {
    // Its bytes are signed, with a time in them.
    answer.lines = bytes.toString().split("\n");
    if (isOfWork) answer.lines = answer.lines.filter((line) => line.includes('"kind"'));
  } else if (type.startsWith("application/json") && bytes.length > 0) {
    answer.json = JSON.parse(scrub(bytes.toString()), (name, value) =>
      isOfWork && value !== null && OF_A_RUN.has(name) ? "(of a run)" : value,
    );
    pages = (answer.json as { pagination?: { pages?: number } } | null)?.pagination?.pages ?? 1;
  } else if (html) answer.lines = toLines(scrub(html)).map((line) => line.replace(/^\d+ ms$/, "(ms)"));
  else if (/^text\/|xml|javascript/.test(type) && !type.includes("sheet"))
    answer.lines = scrub(bytes.toString()).split(/\r?\n/);
  else if (type.includes("spreadsheetml")) answer.lines = (await readRows(bytes)).map(scrub);
  else if (bytes.length > 0) answer.lines = [`${type} ${createHash("sha256").update(bytes).digest("hex")}`];
  return { answer, links: toLinks(html), pages };
}

async function readRows(file: Buffer): Promise<string[]> {
  const table = await openTableFile(file);
  const lines: string[] = [];
  for (const [sheet, { name }] of table.sheets.entries()) {
    lines.push(name);
    for await (const { cells } of table.rows(sheet)) lines.push(JSON.stringify(cells));
  }
  return lines;
}
