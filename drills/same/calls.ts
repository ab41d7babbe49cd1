import type { Client } from "./client.ts";
import type { Prepared } from "./filled.ts";

/** The part of an OpenAPI document that says which calls there are. */
type Schema = { enum?: unknown[]; const?: string; $ref?: string };
type Parameter = { name: string; in: "path" | "query" | "header" | "cookie"; schema?: Schema; $ref?: string };
type Operation = { parameters?: Parameter[] };
type Document = {
  paths: Record<string, { get?: Operation }>;
  components?: Record<string, Record<string, Schema>>;
};

const CLAIMS = "/api/optin/dashboard/submissions";
const FEW = 12;
const NONE = "(none)";

/** What an account has, from its own lists. */
export type World = Awaited<ReturnType<typeof look>>;

type Row = Record<string, unknown>;

export async function look({ call }: Client, account: string, prepared: Prepared) {
  const read = async (path: string, list: string): Promise<Row[]> => {
    const { json } = await call(path);
    return json?.[list] ?? [];
  };
  const claims: Row[] = [];
  for (let page = 1; page <= 20; page += 1) {
    const some = await read(`${CLAIMS}?limit=100&page=${page}`, "submissions");
    claims.push(...some);
    if (some.length < 100) break;
  }
  const byAnalytics = (groupBy: string) => read(`/api/analytics?period=all&groupBy=${groupBy}`, "rows");
  const bySpend = (groupBy: string) => read(`/api/spend?period=all&groupBy=${groupBy}&limit=100`, "rows");
  return {
    account,
    prepared,
    claims,
    forms: await read("/api/forms", "forms"),
    links: await read("/api/links", "links"),
    platforms: await read("/api/affiliate/platforms", "platforms"),
    statements: await read("/api/statements?limit=100", "statements"),
    uploads: await read("/api/spend/uploads?limit=100", "imports"),
    deliveries: await read("/api/deliveries?limit=100", "deliveries"),
    workspaces: await read("/api/workspaces", "workspaces"),
    users: await read("/api/admin/users?limit=100", "users"),
    campaigns: await byAnalytics("campaign"),
    spend: {
      campaign: await bySpend("campaign"),
      adSet: await bySpend("adSet"),
      ad: await bySpend("ad"),
      account: await bySpend("account"),
      source: await bySpend("source"),
    },
    me: ((await call("/api/auth/me")).json?.user ?? {}) as Row,
  };
}

const distinct = (values: unknown[], max = FEW) =>
  [...new Set(values.filter((value) => value !== null && value !== undefined).map(String))].slice(0, max);
export const idsOf = (rows: Row[], max = 1_000) =>
  distinct(
    rows.map(({ id, _id }) => id ?? _id),
    max,
  );

/** A value deep in a row: `attribution.utm.term`. */
const dig = (row: Row, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row);
const ofClaims = ({ claims }: World, path: string, max = FEW) =>
  distinct(
    claims.map((claim) => dig(claim, path)),
    max,
  );

/** A few claims of each state, the newest and the oldest. */
const someClaims = ({ claims }: World): string[] => {
  const states = new Map<string, Row[]>();
  for (const claim of claims) {
    const state = [claim.status, claim.eventState, dig(claim, "evidence") === null].join();
    states.set(state, [...(states.get(state) ?? []), claim]);
  }
  return [...states.values()].flatMap((own) => idsOf([...own.slice(0, 5), ...own.slice(-3)]));
};

const PATH_VALUES: Record<string, (world: World) => string[]> = {
  "/api/deliveries/{id}": ({ deliveries }) => idsOf(deliveries, 30),
  "/api/forms/{id}": ({ forms }) => idsOf(forms),
  "/api/optin-settings/{slug}": ({ forms }) => distinct(forms.map(({ slug }) => slug)),
  "/api/optin/{slug}": ({ forms }) => distinct(forms.map(({ slug }) => slug)),
  [`${CLAIMS}/{id}`]: someClaims,
  [`${CLAIMS}/jobs/{id}`]: ({ prepared, account }) => prepared.jobs[account] ?? [],
  "/api/proofs/{submissionId}": someClaims,
  "/api/replays/{id}": ({ prepared, account }) => prepared.replays[account] ?? [],
  "/api/spend/uploads/{id}": ({ uploads }) => idsOf(uploads),
  "/api/statements/{id}": ({ statements }) => idsOf(statements),
  "/api/statements/{id}/rows": ({ statements }) => idsOf(statements),
  "/api/workspaces/{id}": ({ workspaces }) => idsOf(workspaces),
  "/api/workspaces/{id}/invitations": ({ workspaces }) => idsOf(workspaces),
  "/api/workspaces/{id}/members": ({ workspaces }) => idsOf(workspaces),
};

const keysOf = (rows: Row[]) => distinct(rows.map(({ key }) => key));

/** Values of query parameters that are no list of words; under a path where a name means something else there. */
const QUERY_VALUES: Record<string, (world: World) => string[]> = {
  page: () => ["2"],
  limit: () => ["3"],
  search: ({ me, claims }) =>
    distinct([
      ...String(me.email ?? "")
        .slice(0, 4)
        .split(" "),
      dig(claims[0] ?? {}, "formData.email"),
      "an",
      "NG-42",
    ]),
  ids: ({ platforms }) => [idsOf(platforms).join(",")],
  token: () => ["unknown"],
  lang: () => ["es", "de"],
  formId: ({ forms }) => idsOf(forms),
  category: () => ["Tips"],
  platform: ({ platforms }) => idsOf(platforms),
  form: ({ forms }) => idsOf(forms),
  adCampaign: ({ campaigns }) => distinct(campaigns.map(({ campaignRef }) => campaignRef)),
  adPlatform: () => ["meta", "google"],
  decidedBy: ({ me }) => distinct([me._id ?? me.id, "api"]),
  source: (world) => [...ofClaims(world, "attribution.source"), NONE],
  campaign: (world) => [...ofClaims(world, "attribution.utm.campaign"), NONE, "(other)"],
  medium: (world) => [...ofClaims(world, "attribution.medium"), NONE],
  content: (world) => [...ofClaims(world, "attribution.content"), NONE],
  term: (world) => [...ofClaims(world, "attribution.term"), NONE],
  campaignId: (world) => [...ofClaims(world, "attribution.campaignId"), NONE],
  adSetId: (world) => [...ofClaims(world, "attribution.adSetId"), NONE],
  adId: (world) => [...ofClaims(world, "attribution.adId"), NONE],
  link: ({ links }) => [
    ...idsOf(links),
    ...distinct(
      links.map(({ name }) => name),
      2,
    ),
    NONE,
  ],
  amountFrom: () => ["100", "1000.50"],
  amountTo: () => ["100"],
  country: () => ["ES", "DE", "GB", "PL", "BR", NONE],
  hour: () => Array.from({ length: 24 }, (_, hour) => String(hour)),
  from: () => ["2026-10-20"],
  to: () => ["2026-10-27"],
  expiresWithin: () => ["24h", "72h"],
  updatedSince: () => ["2026-10-30T00:00:00Z"],
  // Comes from an answer; the first one is that of updatedSince.
  cursor: () => [],
  "/api/news?source": () => ["Attesto"],
  "/api/deliveries?platform": () => ["meta", "google"],
  "/api/spend?platform": () => ["meta", "tiktok"],
  "/api/spend?campaign": ({ spend }) => keysOf(spend.campaign),
  "/api/spend?adSet": ({ spend }) => keysOf(spend.adSet),
  "/api/spend?ad": ({ spend }) => keysOf(spend.ad),
  "/api/spend?account": ({ spend }) => keysOf(spend.account),
  "/api/spend?source": ({ spend }) => keysOf(spend.source),
  "/api/spend?import": ({ uploads }) => idsOf(uploads, FEW),
  "/api/admin/users?search": () => ["an", "weber"],
};

/** Asked with each other, and not one at a time. `*` is every other parameter. */
const CROSSED: Record<string, string[]> = {
  "/api/analytics": ["groupBy", "basis", "period"],
  "/api/spend": ["groupBy", "period"],
  [CLAIMS]: ["status", "*"],
};
/** An export has the filters of the list. */
const ONLY: Record<string, string[]> = {
  [`${CLAIMS}/export`]: ["status", "truth", "format", "separator"],
};
/** What is asked in any case, so that an answer is as large as it has to be. */
const ALWAYS: Record<string, Record<string, string>> = {
  [CLAIMS]: { limit: "4" },
  [`${CLAIMS}/stats`]: { period: "all" },
  "/api/statements/{id}/rows": { limit: "100" },
};
const WHOLE: Record<string, Record<string, string>> = { [CLAIMS]: { limit: "100" } };

/**
 * Every GET call of the API that the document names, with every value of every parameter.
 * @param isShort without filters and orders
 * @throws {Error} where a parameter is new and has no value yet
 */
export async function listCalls({ call }: Client, world: World, isShort: boolean): Promise<string[]> {
  const document: Document = (await call("/api/openapi.json")).json;
  return Object.entries(document.paths).flatMap(([path, { get }]) => {
    if (!get) return [];
    const parameters = (get.parameters ?? []).map((one) => resolve(document, one));
    const addresses = fillPath(path, world);
    const queries = isShort ? shortQueries(path, parameters) : listQueries(path, parameters, world);
    return addresses.flatMap((address) => queries.map((query) => address + query));
  });
}

/** The calls that a document names and that are not among the paths. */
export const listOperations = ({ paths }: Document): string[] =>
  Object.entries(paths).flatMap(([path, { get }]) => (get ? [path] : []));

function resolve(document: Document, one: Parameter): Parameter {
  const found = follow(document, one);
  return { ...found, schema: follow(document, found.schema ?? {}) };
}

function follow<Value extends { $ref?: string }>(document: Document, value: Value): Value {
  if (!value.$ref) return value;
  const found = value.$ref
    .slice(2)
    .split("/")
    .reduce<unknown>((part, name) => (part as Row)[name], document);
  return follow(document, found as Value);
}

function fillPath(path: string, world: World): string[] {
  const [name] = /\{\w+\}/.exec(path) ?? [];
  if (!name) return [path];
  const read = PATH_VALUES[path];
  if (!read) throw new Error(`The drill knows no ${name} for GET ${path}: drills/same/calls.ts lists them.`);
  return read(world).map((value) => path.replace(name, encodeURIComponent(value)));
}

function valuesOf(path: string, { name, schema }: Parameter, world: World): string[] {
  const read = QUERY_VALUES[`${path}?${name}`] ?? QUERY_VALUES[name];
  if (read) return read(world);
  if (schema?.enum) return schema.enum.map(String);
  if (schema?.const !== undefined) return [schema.const];
  throw new Error(`The drill knows no ${name} for GET ${path}: drills/same/calls.ts lists them.`);
}

const toQuery = (values: Record<string, string>) =>
  Object.keys(values).length === 0 ? "" : `?${new URLSearchParams(values)}`;

function shortQueries(path: string, parameters: Parameter[]): string[] {
  const groups = path.endsWith("/rows")
    ? (parameters.find(({ name }) => name === "group")?.schema?.enum ?? [])
    : [null];
  return groups.map((group) =>
    toQuery({ ...ALWAYS[path], ...WHOLE[path], ...(group === null ? {} : { group: String(group) }) }),
  );
}

function listQueries(path: string, parameters: Parameter[], world: World): string[] {
  const always = ALWAYS[path] ?? {};
  const inQuery = parameters.filter(({ in: place }) => place === "query");
  const isRequired = path.endsWith("/public/platforms");
  const named = inQuery
    .filter(({ name }) => ONLY[path]?.includes(name) ?? true)
    .map((one) => ({ name: one.name, values: valuesOf(path, one, world) }));
  const singles = named.flatMap(({ name, values }) => values.map((value) => ({ ...always, [name]: value })));
  const crossed = CROSSED[path] ?? [];
  const valuesOfName = (name: string) => named.find((one) => one.name === name)?.values ?? [];
  const combined = crossed.includes("*")
    ? valuesOfName(crossed[0] ?? "").flatMap((first) =>
        singles.map((single) => ({ [crossed[0] ?? ""]: first, ...single, limit: "1" })),
      )
    : crossed.reduce<Record<string, string>[]>(
        (all, name) => all.flatMap((one) => valuesOfName(name).map((value) => ({ ...one, [name]: value }))),
        crossed.length === 0 ? [] : [{}],
      );
  const plain = isRequired ? [] : [{ ...always, ...WHOLE[path] }];
  return [...new Set([...plain, ...singles, ...combined].map(toQuery))];
}
