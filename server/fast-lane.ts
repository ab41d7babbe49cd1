import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import createETag from "etag";
import fresh from "fresh";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { FastRequest } from "./fast-request.ts";
import type { FastLane, RequestContext } from "./request-context.ts";
import { REQUEST_ID_HEADER } from "./request-id.ts";
import { getPath, getSearch } from "./request-target.ts";
import { type HeaderPair, STRICT_POLICY } from "./security-headers.ts";
import type { FastPathServices, PageChoice } from "./server-app.ts";
import { dropRest } from "./unread-body.ts";
import { writeTogether } from "./write-together.ts";

const PAGE = /^\/optin\/([a-z0-9-]{3,50})$/;
const LINK = /^\/go\/([a-z0-9]{10})$/;
/** Programs call it below /api; the page's script beside the page, where the visit's cookie is sent. */
const SUBMIT = /^(?:\/api)?\/optin\/([a-z0-9-]{3,50})\/submit$/;
const POSTBACK = /^\/api\/postbacks\/([\w-]{43})$/;
/** As the router has them. */
const PAGE_ROUTE = "/optin/:slug";
const LINK_ROUTE = "/go/:code";
const SUBMIT_ROUTE = "/api/optin/:slug/submit";
const POSTBACK_ROUTE = "/api/postbacks/:token";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FORM_TOKEN = /name="formToken" value="[^"]*"/;
/** Of all prepared pages, in all their encodings. */
const CACHED_BYTES_MAX = 200 * 1024 * 1024;

type Encoding = "br" | "gzip" | "identity";
type CachedPage = {
  status: number;
  etag: string;
  /** The head's lines, except those of one request. */
  head: string[];
  bodies: Record<Encoding, Buffer>;
};

type ShownPage = {
  /** The same for all requests that it answers. */
  name: string;
  /** What it is rendered of: another key makes another page. */
  key: string;
  path: string;
  headers: Record<string, string>;
  status: number;
};

type PreparedResponse = { status: number; head: string[]; body?: Buffer | string };

type FastLaneOptions = {
  services: FastPathServices;
  headers: readonly HeaderPair[];
  publicUrl: string;
  /** Renders a page with Remix; its response is what the cache holds. */
  render: (request: Request) => Promise<Response>;
  onError: (error: unknown, req: IncomingMessage, res: ServerResponse) => void;
};

/**
 * Serves the busiest calls in front of Express: the public page from prepared bytes, its script's submit, and
 * postbacks and broker links that lead on. It uses the same pipeline, gives the same responses, and passes on
 * everything else.
 */
export function createFastLane(options: FastLaneOptions): FastLane {
  const { services, headers, onError } = options;
  const cache = new LRUCache<string, { key: string; page: Promise<CachedPage | null> }>({
    maxSize: CACHED_BYTES_MAX,
    sizeCalculation: () => UNKNOWN_BYTES,
  });
  const common = headers.flat();

  const pageFor = (shown: ShownPage): Promise<CachedPage | null> => {
    const { name, key } = shown;
    const cached = cache.get(name);
    if (cached?.key === key) return cached.page;
    const page = preparePage(options, shown, common);
    cache.set(name, { key, page });
    page.then(
      (prepared) =>
        cache.peek(name)?.page === page && cache.set(name, { key, page }, { size: sizeOf(prepared) }),
      () => cache.delete(name),
    );
    return page;
  };

  return (req, res, context, next) => {
    const path = getPath(req.url ?? "/");
    const token = path.startsWith("/api/postbacks/") ? POSTBACK.exec(path)?.[1] : undefined;
    if (token) {
      context.route = POSTBACK_ROUTE;
      respond(services.takePostback, { token }, req, res, context).catch((error) => onError(error, req, res));
      return true;
    }
    if (req.method === "GET" || req.method === "HEAD") {
      const code = LINK.exec(path)?.[1];
      if (code) {
        context.route = LINK_ROUTE;
        lead(code, req, res, context, next).catch((error) => onError(error, req, res));
        return true;
      }
      const slug = PAGE.exec(path)?.[1];
      if (!slug) return false;
      context.route = PAGE_ROUTE;
      sendPage(slug, req, res, context, next).catch((error) => onError(error, req, res));
      return true;
    }
    const slug = req.method === "POST" ? SUBMIT.exec(path)?.[1] : undefined;
    if (!slug) return false;
    context.route = SUBMIT_ROUTE;
    respond(services.submit, { slug }, req, res, context).catch((error) => onError(error, req, res));
    return true;
  };

  async function sendPage(
    slug: string,
    req: IncomingMessage,
    res: ServerResponse,
    context: RequestContext,
    next: () => void,
  ): Promise<void> {
    const form = await services.findLiveForm(slug);
    const search = getSearch(req.url ?? "/");
    const asked = { search, acceptLanguage: req.headers["accept-language"] ?? null };
    const header = (name: string) => req.headers[name] as string | undefined;
    const isGone =
      !form && services.wasFoundUnknown(slug) && (await services.isWithinLimit(context.clientAddress));
    if (!form && !isGone) return next();
    const page = await pageFor(
      form
        ? formPage(slug, form, services.choosePage(form.languages, asked), services.isFetchedAhead(header))
        : gonePage(services.chooseFromAll(asked)),
    );
    if (!page) return next();
    if (form && req.method === "GET") services.countPageView(form, { search, header });
    const head = [...page.head, REQUEST_ID_HEADER, context.requestId];
    for (const cookie of form ? services.createPageCookies(form, { search, header }) : [])
      head.push("Set-Cookie", cookie);
    // Only this header, because `fetch` adds `Cache-Control: no-cache` to conditional requests.
    const known = req.headers["if-none-match"];
    if (form && known !== undefined && fresh({ "if-none-match": known }, { etag: page.etag }))
      return send(req, res, { status: 304, head });
    const encoding = chooseEncoding(req.headers["accept-encoding"]);
    const body = page.bodies[encoding];
    if (encoding !== "identity") head.push("Content-Encoding", encoding);
    head.push("Content-Length", String(body.length));
    send(req, res, { status: page.status, head, ...(req.method === "HEAD" ? {} : { body }) });
  }

  async function lead(
    code: string,
    req: IncomingMessage,
    res: ServerResponse,
    context: RequestContext,
    next: () => void,
  ): Promise<void> {
    const { clientAddress, isFromTrustedProxy } = context;
    const answer = await services.followLink({
      code,
      method: req.method ?? "GET",
      search: getSearch(req.url ?? "/"),
      header: (name) => req.headers[name] as string | undefined,
      clientAddress,
      isFromTrustedProxy,
    });
    if (answer.kind !== "led") return next();
    const head = [...common, "Content-Security-Policy", STRICT_POLICY, REQUEST_ID_HEADER, context.requestId];
    head.push("Cache-Control", "no-store", "Location", answer.location, "Content-Length", "0");
    for (const cookie of answer.cookies) head.push("Set-Cookie", cookie);
    send(req, res, { status: answer.status, head });
  }

  async function respond(
    call: FastPathServices["submit"],
    params: Record<string, string>,
    req: IncomingMessage,
    res: ServerResponse,
    context: RequestContext,
  ): Promise<void> {
    const response = await call(new FastRequest(params, req, context, options.publicUrl));
    const head = [...common, "Content-Security-Policy", STRICT_POLICY, REQUEST_ID_HEADER, context.requestId];
    for (const [name, value] of Object.entries(response.headers)) head.push(name, value);
    head.push("Content-Length", String(Buffer.byteLength(response.body ?? "")));
    if (!dropRest(req)) head.push("Connection", "close");
    send(req, res, { status: response.status, head, body: response.body ?? "" });
  }

  function send(req: IncomingMessage, res: ServerResponse, { status, head, body }: PreparedResponse): void {
    writeTogether(() => {
      try {
        res.writeHead(status, head).end(body);
      } catch (error) {
        onError(error, req, res);
      }
    });
  }
}

/**
 * Rendered again when the form changes, and each minute for a new form token. One that is fetched ahead says
 * when it is shown.
 */
const formPage = (
  slug: string,
  { version }: { version: string },
  choice: PageChoice,
  isAhead: boolean,
): ShownPage => ({
  name: `${slug} ${choice.variant} ${isAhead}`,
  key: `${Math.floor(Date.now() / MINUTE_MS)} ${version}`,
  path: `/optin/${slug}?lang=${choice.language}${choice.theme ? `&theme=${choice.theme}` : ""}`,
  headers: { "Accept-Language": choice.locale, ...(isAhead ? { "Sec-Purpose": "prefetch" } : {}) },
  status: 200,
});

/** The same for all slugs that no form has or had, and so for this one, which none can have. */
const gonePage = (language: string): ShownPage => ({
  name: `- ${language}`,
  key: `${Math.floor(Date.now() / MINUTE_MS)}`,
  path: `/optin/-?lang=${language}`,
  headers: {},
  status: 404,
});

async function preparePage(
  { render, publicUrl }: FastLaneOptions,
  { path, headers, status }: ShownPage,
  common: string[],
): Promise<CachedPage | null> {
  const response = await render(new Request(publicUrl + path, { headers }));
  if (response.status !== status) return null;
  const identity = Buffer.from(await response.arrayBuffer());
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(identity),
  ]);
  // The ETag ignores the token: a cached one of this hour stays valid for a day.
  const hour = Math.floor(Date.now() / HOUR_MS);
  const etag = createETag(`${hour} ${identity.toString().replace(FORM_TOKEN, "")}`);
  const own = ["content-type", "content-security-policy", "cache-control"].flatMap((name) => [
    name,
    response.headers.get(name) ?? "",
  ]);
  const vary = ["Accept-Encoding", ...(response.headers.get("vary")?.split(", ") ?? [])].join(", ");
  return {
    status,
    etag,
    head: [...common, ...own, "ETag", etag, "Vary", vary],
    bodies: { br, gzip: gzipped, identity },
  };
}

/** Until a page is rendered: as much as an average one. */
const UNKNOWN_BYTES = 48 * 1024;

const sizeOf = (page: CachedPage | null): number =>
  page ? Object.values(page.bodies).reduce((sum, { length }) => sum + length, 0) : 1;

/** In our order of preference. */
const ENCODINGS: Encoding[] = ["br", "gzip", "identity"];
const CACHED_ENCODINGS_MAX = 100;
const chosenEncodings = new Map<string, Encoding>();

/** Cached, because parsing takes a tenth of the time of a whole response and browsers send few values. */
function chooseEncoding(accepted: string | string[] = ""): Encoding {
  const header = String(accepted);
  const known = chosenEncodings.get(header);
  if (known) return known;
  const acceptable = new Negotiator({ headers: { "accept-encoding": header } }).encodings(ENCODINGS);
  const chosen = ENCODINGS.find((encoding) => acceptable.includes(encoding)) ?? "identity";
  if (chosenEncodings.size >= CACHED_ENCODINGS_MAX) chosenEncodings.clear();
  chosenEncodings.set(header, chosen);
  return chosen;
}
