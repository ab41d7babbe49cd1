import type { RouteConfigEntry } from "@remix-run/route-config";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { newToken, sha256 } from "#app/lib/random.server.ts";
import { STATEMENT_GROUPS } from "#app/lib/statements.ts";
import {
  BrokerConnection,
  BulkJob,
  Delivery,
  Notification,
  Platform,
  Replay,
  SpendImport,
  Statement,
  TelegramBot,
  User,
  Workspace,
} from "#app/models/index.server.ts";
import routes from "#app/routes.ts";
import { ManualSpend } from "#app/schemas/spend.ts";
import { issueToken } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { startTwoFactorSetup } from "#app/services/auth/sign-in/two-factor.server.ts";
import { sealCredential } from "#app/services/brokers/connections/credentials.server.ts";
import { addForm } from "#app/services/form-settings/form-settings.server.ts";
import { setOwnRate } from "#app/services/own-rates/manage-own-rates.server.ts";
import { savePostbackAddress } from "#app/services/postbacks/manage-postbacks.server.ts";
import { postbackUrl } from "#app/services/postbacks/postback-url.server.ts";
import { addSpend } from "#app/services/spend/add-spend.server.ts";
import { invite } from "#app/services/team/invitations.server.ts";
import { addWorkspace } from "#app/services/workspaces/create-workspace.server.ts";
import {
  addMember,
  connectMeta,
  createAdObject,
  createBrokerLinkOf,
  createContractOf,
  createForm,
  createKey,
  createNamedLink,
  createOwner,
  createPlatforms,
  type Form,
  type Owner,
  optInBody,
  signInAs,
  submitForm,
  toAccess,
  unique,
  uniqueEmail,
} from "../../factories/index.ts";
import { createCode, createTwoFactorToken, switchTwoStepOn } from "../../factories/two-factor.ts";
import { fillOnce } from "../../setup/empty-database.ts";
import type { Send, TestResponse } from "../../support/client.ts";
import { loadApiModules } from "../../support/operations.ts";
import { serveSite } from "../../support/site.ts";
import { createBot, createDoorOf, newBotToken, telegramAt } from "../../support/telegram.ts";
import { createUpload, ONE_PIXEL } from "../../support/upload.ts";

const site = serveSite();

type OperationDocument = {
  operationId: string;
  summary: string;
  description: string;
  security: unknown[];
  parameters: { name: string; in: string; required: boolean; description: string; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: object; example?: Record<string, unknown> }> };
  "x-scope"?: string;
  responses: Record<
    string,
    {
      description: string;
      headers: Record<string, { $ref: string }>;
      content?: Record<string, { schema: object; example?: unknown }>;
    }
  >;
};
type Document = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, OperationDocument>>;
  components: {
    schemas: Record<string, object>;
    headers: Record<string, { description: string }>;
    securitySchemes: Record<string, object>;
  };
};

let document: Document;
let operations: { path: string; method: string; described: OperationDocument }[];
beforeAll(async () => {
  document = (await site.send("/api/openapi.json")).json;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method: method.toUpperCase(), described })),
  );
});

/** As the document says. */
const consumesToken = (path: string) =>
  document.paths[path]?.get?.description.includes("HEAD is refused") === true;

let ajv: Ajv2020 | undefined;
const validators = new Map<string, ValidateFunction>();

/**
 * Strict but for keywords of OpenAPI that are none of JSON Schema's. Made once for each schema: most
 * responses share a few.
 */
function validatorFor(schema: object): ValidateFunction {
  const key = JSON.stringify(schema);
  const known = validators.get(key);
  if (known) return known;
  ajv ??= createAjv();
  const validate = ajv.compile(JSON.parse(key.replaceAll('"#/components/', '"document#/components/')));
  validators.set(key, validate);
  return validate;
}

function createAjv(): Ajv2020 {
  const created = new Ajv2020({
    strict: true,
    allErrors: true,
    allowUnionTypes: true,
    strictRequired: false,
  });
  addFormats.default(created);
  created.addVocabulary(["components"]);
  created.addSchema({ $id: "document", components: document.components });
  return created;
}

/** The headers that programs read, and those of them that a response never lacks. */
const READ_HEADERS = [
  "x-request-id",
  "ratelimit",
  "ratelimit-policy",
  "retry-after",
  "etag",
  "allow",
  "www-authenticate",
  "content-disposition",
];
const ALWAYS_SENT = READ_HEADERS.filter((name) => !name.startsWith("ratelimit"));

function expectDescribed(path: string, method: string, { status, headers, json }: TestResponse): void {
  const response = document.paths[path]?.[method.toLowerCase()]?.responses[status];
  expect(
    response,
    `${method} ${path} responds with ${status}, which the document does not know`,
  ).toBeDefined();
  const documented = Object.keys(response?.headers ?? {}).map((name) => name.toLowerCase());
  expect(documented, `${method} ${path} ${status}`).toEqual(
    expect.arrayContaining(READ_HEADERS.filter((name) => headers.has(name))),
  );
  for (const name of ALWAYS_SENT.filter((one) => documented.includes(one)))
    expect(headers.has(name), `${method} ${path} ${status} ${name}`).toBe(true);
  const schema = response?.content?.["application/json"]?.schema;
  if (!schema) {
    expect(json).toBeNull();
    return;
  }
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  const validate = validatorFor(schema);
  validate(json);
  expect(validate.errors, `${method} ${path} ${status}`).toBeNull();
}

describe("GET /api/openapi.json", () => {
  test("GET /api/openapi.json is an OpenAPI 3.1 document that can be cached", async () => {
    const { status, headers } = await site.send("/api/openapi.json");
    expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=300"]);
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d$/),
      info: { title: "Attesto API", version: expect.any(String) },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    });
    const ids = operations.map(({ described }) => described.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, described } of operations) {
      expect(described.operationId).toMatch(/^[a-z][A-Za-z0-9]+$/);
      expect(described.summary).toMatch(/^[A-Z]/);
      const named = described.parameters
        .filter((parameter) => parameter.in === "path")
        .map(({ name }) => `{${name}}`);
      expect(named.sort()).toEqual((path.match(/\{\w+\}/g) ?? []).sort());
      expect(described.parameters.every((parameter) => parameter.in !== "path" || parameter.required)).toBe(
        true,
      );
    }
  });

  test("GET /api/openapi.json has only schemas that compile", () => {
    for (const { described } of operations) {
      const bodies = Object.values(described.requestBody?.content ?? {});
      const responses = Object.values(described.responses).flatMap(({ content = {} }) =>
        Object.values(content),
      );
      for (const { schema } of [...bodies, ...responses]) expect(() => validatorFor(schema)).not.toThrow();
      for (const { schema } of described.parameters)
        expect(() => validatorFor(schema as object)).not.toThrow();
    }
  });

  test("GET /api/openapi.json describes each operation and parameter, and each header of a response", () => {
    const sentence = /\S \S/;
    for (const { path, method, described } of operations) {
      const name = `${method} ${path}`;
      expect(described.description, name).toMatch(/^[A-Z].*\.$/);
      for (const parameter of described.parameters)
        expect(parameter.description, `${name} ${parameter.name}`).toMatch(sentence);
      for (const { headers } of Object.values(described.responses))
        for (const { $ref } of Object.values(headers))
          expect(document.components.headers[$ref.split("/").at(-1) ?? ""]?.description).toMatch(sentence);
    }
  });

  test("GET /api/openapi.json says what a parameter is without being sent", () => {
    const { parameters } = operations.find(({ path }) => path === list)?.described ?? { parameters: [] };
    const presets = parameters.map(({ name, schema }) => [name, (schema as { default?: unknown }).default]);
    expect(Object.fromEntries(presets)).toMatchObject({ page: 1, limit: 20, sort: "-createdAt" });
  });

  test("GET /api/openapi.json has an example of each JSON response, which its schema allows", () => {
    for (const { path, method, described } of operations)
      for (const [status, { content }] of Object.entries(described.responses)) {
        const media = content?.["application/json"];
        if (!media || !status.startsWith("2") || described.responses[status]?.description === "A file")
          continue;
        const validate = validatorFor(media.schema);
        validate(media.example);
        expect(validate.errors, `${method} ${path} ${status}`).toBeNull();
      }
    expect(() => validatorFor({ $ref: "#/components/schemas/Error" })).not.toThrow();
  });

  test("GET /api/openapi.json names every kind of object that it has in several places", () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        "Submission",
        "Delivery",
        "Platform",
        "FormSettings",
        "Connection",
        "User",
        "Error",
      ]),
    );
    const places = new Map<string, number>();
    const count = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      const { properties } = value as { properties?: object };
      const text = JSON.stringify(value);
      // One or two fields around a noun are no noun.
      if (properties && Object.keys(properties).length > 2) places.set(text, (places.get(text) ?? 0) + 1);
      for (const inner of Object.values(value)) count(inner);
    };
    for (const { described } of operations) count(described.responses);
    count(document.components.schemas);
    expect([...places].filter(([, found]) => found > 1).map(([text]) => text)).toEqual([]);
  });

  test("GET /api/openapi.json lists exactly the addresses under /api that are served", () => {
    const flat = (entries: RouteConfigEntry[]): RouteConfigEntry[] =>
      entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])]);
    const served = flat(routes as RouteConfigEntry[]).flatMap(({ path, id }) =>
      path?.startsWith("api/") && !path.includes("*") && id !== "old-proof"
        ? [`/${path.replace(/:(\w+)/g, "{$1}")}`]
        : [],
    );
    expect(Object.keys(document.paths).sort()).toEqual(served.sort());
  });

  test("GET /api/openapi.json lists exactly the operations that are declared, and every call is declared", async () => {
    const modules = await loadApiModules();
    for (const { file, loader, action } of modules) {
      expect(action, file).toBe(loader);
      if (file !== "not-found.ts")
        expect(loader?.operations?.length, `${file} is written with endpoint()`).toBeGreaterThan(0);
    }
    const declared = modules
      .flatMap(({ loader }) => loader?.operations ?? [])
      .map(({ method, path }) => `${method} ${path}`);
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(declared.sort());
  });
});

const submit = "/api/optin/{slug}/submit";
const one = "/api/optin/dashboard/submissions/{id}";
const proofs = "/api/proofs";
const login = "/api/auth/login";
const read = "/api/optin/{slug}";
const list = "/api/optin/dashboard/submissions";
const user = "/api/user";
const settings = "/api/optin-settings";
const password = "correct horse battery";
const platforms = "/api/affiliate/platforms";
const users = "/api/admin/users";
const spaces = "/api/workspaces";
const tier = { minAmount: "0", maxAmount: null, type: "percentage", value: "20", currency: "EUR" };

/** The id of a delivery that its platform refused. */
async function createFailedDelivery(form: Form): Promise<string> {
  const { id: submissionId, workspaceId, createdAt } = await submitForm(form);
  const { id } = await Delivery.create({
    submissionId,
    workspaceId,
    connectionId: null,
    adPlatform: "meta",
    eventId: newId(),
    state: "failed",
    dueAt: null,
    leaseToken: null,
    attemptCount: 1,
    transientCount: 0,
    sendBefore: new Date(createdAt.getTime() + DAY),
    createdAt,
    updatedAt: createdAt,
  });
  return id;
}

/** A broker whose API is asked, by a key of the sandbox. */
async function createBrokerConnection(owner: Owner): Promise<string> {
  const platformId = await createPlatform(owner);
  const id = newId();
  const values = { state: "on", health: "ok", dueAt: null, attemptCount: 0 } as const;
  const credential = sealCredential({ apiKey: "sandbox-key", apiSecret: "sandbox-secret" }, id);
  const counts = { askedCount: 0, answeredCount: 0, createdAt: new Date() };
  const workspaceId = owner.workspace.id;
  await BrokerConnection.create({
    id,
    workspaceId,
    platformId,
    kind: "bybit",
    credential,
    ...values,
    ...counts,
  });
  return platformId;
}

async function createPostbackAddress(owner: Owner): Promise<{ platformId: string; token: string }> {
  const platformId = await createPlatform(owner);
  const { address } = await savePostbackAddress({ access: toAccess(owner), platformId, input: {} });
  return { platformId, token: postbackUrl(address)?.split("/").at(-1) ?? "" };
}

/** The id of a replay that has ended. */
const createRate = async (owner: Owner): Promise<string> =>
  (await setOwnRate({ access: toAccess(owner), input: { from: "USD", to: "AED", rate: "3.6725" } })).id;

async function createReplay({ workspace }: Owner): Promise<string> {
  const { id } = await Replay.create({
    workspaceId: workspace.id,
    runningIn: null,
    state: "done",
    dueAt: null,
    attemptCount: 1,
    adPlatform: null,
    fromTime: null,
    beforeTime: null,
    deliveryIds: null,
    total: 1,
    createdAt: new Date(),
    finishedAt: new Date(),
  });
  return id;
}

/** Matched and decided. */
const ADDED_SPEND = {
  name: "Fee",
  amount: "30.00",
  currency: "EUR",
  from: "2026-11-01",
  to: "2026-11-03",
  source: "instagram",
};

async function createSpendFile({ workspace }: Owner): Promise<string> {
  const { id } = await SpendImport.create({
    workspaceId: workspace.id,
    kind: "file",
    name: "spend.csv",
    adPlatform: "",
    accountId: "",
    isSpread: false,
    bytes: 1,
    rowCount: 0,
    state: "columns",
    answers: "{}",
    attemptCount: 0,
    createdAt: new Date(),
  });
  return id;
}

const createSpend = (owner: Owner): Promise<string> =>
  addSpend({ access: toAccess(owner), spend: ManualSpend.parse(ADDED_SPEND) });

async function createStatement({ workspace }: Owner): Promise<string> {
  const platform = await Platform.findOne({ where: { workspaceId: workspace.id }, rejectOnEmpty: true });
  const none = { count: 0, sums: [] };
  const now = new Date();
  const { id } = await Statement.create({
    workspaceId: workspace.id,
    platformId: platform.id,
    userId: null,
    version: 1,
    rowCount: 0,
    name: "deposits.csv",
    fileHash: "0",
    activeHash: null,
    bytes: 1,
    sheets: '[""]',
    sheet: 0,
    answers: "{}",
    state: "ready",
    dueAt: null,
    attemptCount: 0,
    createdAt: now,
    decidedAt: now,
    expiresAt: new Date(Date.now() + DAY),
    result: JSON.stringify({
      groups: Object.fromEntries(STATEMENT_GROUPS.map((group) => [group, none])),
      coverage: { claims: 0, found: 0 },
      advice: null,
      canRejectMissing: false,
      period: null,
    }),
  });
  return id;
}

async function createBulkJob(owner: Owner): Promise<string> {
  const own = { workspaceId: owner.workspace.id, userId: owner.id };
  const job = { ...own, kind: "decide", state: "done", total: 0 } as const;
  const decision = JSON.stringify({ status: "handled" });
  const { id } = await BulkJob.create({
    ...job,
    decision,
    dueAt: null,
    attemptCount: 1,
    createdAt: new Date(),
  });
  return id;
}

/** The id of the notification of a new key. */
async function createNotification(user: Owner): Promise<string> {
  await createKey(user);
  const where = { userId: user.id, type: "apiKeyCreated" as const };
  return (await Notification.findOne({ where, rejectOnEmpty: true })).id;
}

async function createPlatform(owner: Owner): Promise<string> {
  const [platform] = await createPlatforms(1, { owner });
  return platform?.id ?? "";
}

const addTeam = (owner: Owner, name: string) =>
  addWorkspace({ access: toAccess(owner), userId: owner.id, name, timeZone: "UTC", currency: "EUR" });

/** The id of a further member. */
async function createOtherForm(owner: Owner): Promise<string> {
  await owner.workspace.update({ subscriptionPlan: "agency" });
  const { form } = await addForm({ access: toAccess(owner), workspace: owner.workspace });
  return form.id;
}

async function createColleague(workspace: Workspace): Promise<string> {
  const user = await createOwner();
  await addMember({ workspace }, user, "viewer");
  return user.id;
}

async function createInvitation(owner: Owner, team: Workspace): Promise<string> {
  const input = { email: uniqueEmail(), role: "viewer" as const };
  return (
    await invite({
      access: toAccess({ id: owner.id, workspace: team }),
      invitedBy: owner,
      input,
      isProven: true,
    })
  ).id;
}

/** The token of an invitation that the owner may accept. */
async function createInvitationTo({ email }: Owner): Promise<string> {
  const host = await createOwner();
  const input = { email, role: "viewer" as const };
  const invitation = await invite({ access: toAccess(host), invitedBy: host, input, isProven: true });
  const token = unique();
  await invitation.update({ tokenHash: sha256(token) });
  return token;
}

/** The token of a link in an email to a new account. */
async function createLink(purpose: "verify-email" | "reset-password"): Promise<string> {
  const { id: userId, email } = await createOwner({ emailVerifiedAt: null });
  return inTransaction((transaction) =>
    issueToken(purpose === "verify-email" ? { userId, purpose, email } : { userId, purpose }, transaction),
  );
}

/** A signed-in owner for a call that changes or ends the account. */
async function createNewcomer() {
  const owner = await createOwner({ password });
  const { token } = await signInAs(owner);
  return { owner, token };
}

async function createNewcomerWithForm() {
  const signedIn = await createNewcomer();
  await createForm({ owner: signedIn.owner });
  return signedIn;
}

/** A signed-in owner whose account has two-step sign-in. */
async function createGuardedOwner() {
  const { owner } = await createNewcomer();
  const { secret, recoveryCodes } = await switchTwoStepOn(owner);
  const { token } = await signInAs(owner);
  return { owner, secret, recoveryCodes, token };
}

/** A signed-in owner with something of each kind, and another owner's ids of the same kinds. */
async function createWorld() {
  const signedIn = await createNewcomer();
  const { owner } = signedIn;
  const form = await createForm({ owner });
  const foreignForm = await createForm();
  const foreignOwner = foreignForm.owner;
  const foreignSubmission = await submitForm(foreignForm);
  const connection = await connectMeta(owner);
  const team = await addTeam(owner, "Shared");
  const member = await createOwner();
  await addMember({ workspace: team }, member, "owner");
  const { token: adminToken } = await signInAs(await createOwner({ role: "superadmin" }));
  /** By what stands before the id in an address. */
  const foreignIds: Record<string, string> = {
    [`${spaces}/`]: foreignOwner.workspace.id,
    // Administration manages everybody: this one is nobody's.
    [`${users}/`]: newId(),
    [`${list}/`]: foreignSubmission.id,
    [`${proofs}/`]: foreignSubmission.id,
    [`${list}/jobs/`]: await createBulkJob(foreignOwner),
    [`${platforms}/`]: await createPlatform(foreignOwner),
    [`${user}/sessions/`]: (await signInAs(foreignOwner)).sessionId,
    [`${user}/api-keys/`]: (await createKey(foreignOwner)).apiKey.id,
    "/api/exchange-rates/": await createRate(foreignOwner),
    [`${user}/connections/`]: (await connectMeta(foreignOwner)).id,
    "/api/telegram/doors/": (await createDoorOf(foreignOwner)).id,
    "/api/links/": (await createNamedLink(foreignForm)).id,
    "/api/affiliate/{platformId}/contracts/": await createContractOf(foreignForm),
    "/api/affiliate/{platformId}/links/": (await createBrokerLinkOf(foreignForm)).id,
    "/api/spend/campaigns/": (await createAdObject(foreignOwner, { name: "Summer" })).id,
    "/api/forms/": foreignForm.id,
    "/api/notifications/": await createNotification(foreignOwner),
    "/api/replays/": await createReplay(foreignOwner),
    "/api/spend/": await createSpend(foreignOwner),
    "/api/spend/uploads/": await createSpend(foreignOwner),
    "/api/statements/": await createStatement(foreignOwner),
    "/api/deliveries/": await createFailedDelivery(foreignForm),
  };
  return {
    ...signedIn,
    form,
    platformId: form.platforms[0]?.id ?? "",
    submission: await submitForm(form),
    connection,
    replayId: await createReplay(owner),
    deliveryId: await createFailedDelivery(form),
    jobId: await createBulkJob(owner),
    notificationId: await createNotification(owner),
    team,
    member,
    adminToken,
    foreignIds,
  };
}

let world: Awaited<ReturnType<typeof createWorld>>;
fillOnce(async () => {
  world = await createWorld();
});

/** A request, and the owner who sends it where that is not the world's. */
type Request = { path: string; owner?: Owner } & Send;

/**
 * Every operation of the document with a request that it takes, and makes anew what a request consumes.
 * A new operation without one fails below.
 */
const good: Record<string, (of: typeof world) => Request | Promise<Request>> = {
  "GET /api/openapi.json": () => ({ path: "/api/openapi.json" }),
  [`POST ${login}`]: ({ owner }) => ({
    path: login,
    json: { usernameOrEmail: owner.email, password: "correct horse battery" },
  }),
  "GET /api/auth/me": ({ token }) => ({ path: "/api/auth/me", token }),
  "POST /api/auth/refresh-token": async () => ({
    path: "/api/auth/refresh-token",
    method: "POST",
    ...(await createNewcomer()),
  }),
  "POST /api/auth/logout": async () => ({
    path: "/api/auth/logout",
    method: "POST",
    ...(await createNewcomer()),
  }),
  "POST /api/auth/deactivate": async () => ({
    path: "/api/auth/deactivate",
    method: "POST",
    ...(await createNewcomer()),
  }),
  "POST /api/auth/register": () => ({
    path: "/api/auth/register",
    json: {
      name: "Noor",
      username: `noor-${unique()}`,
      email: uniqueEmail(),
      password: "a long one to type",
    },
  }),
  "POST /api/auth/forgot-password": () => ({
    path: "/api/auth/forgot-password",
    json: { email: uniqueEmail() },
  }),
  "POST /api/auth/resend-verification": () => ({
    path: "/api/auth/resend-verification",
    json: { email: uniqueEmail() },
  }),
  "POST /api/auth/sign-in-link": () => ({
    path: "/api/auth/sign-in-link",
    json: { email: uniqueEmail() },
  }),
  "POST /api/auth/reset-password": async () => ({
    path: "/api/auth/reset-password",
    json: { token: await createLink("reset-password"), password: "staple of another kind" },
  }),
  "GET /api/auth/verify-email": async () => ({
    path: `/api/auth/verify-email?token=${await createLink("verify-email")}`,
  }),
  "GET /api/news": ({ token }) => ({ path: "/api/news", token }),
  [`GET ${spaces}`]: ({ token }) => ({ path: spaces, token }),
  [`POST ${spaces}`]: ({ token }) => ({ path: spaces, token, json: { name: "Second desk" } }),
  [`POST ${spaces}/accept-invitation`]: async ({ token, owner }) => ({
    path: `${spaces}/accept-invitation`,
    token,
    json: { token: await createInvitationTo(owner) },
  }),
  [`GET ${spaces}/{id}`]: ({ token, team }) => ({ path: `${spaces}/${team.id}`, token }),
  [`PATCH ${spaces}/{id}`]: ({ token, team }) => ({
    path: `${spaces}/${team.id}`,
    token,
    method: "PATCH",
    json: { name: "Halden" },
  }),
  [`DELETE ${spaces}/{id}`]: async ({ token, owner }) => ({
    path: `${spaces}/${(await addTeam(owner, "Alone")).id}`,
    token,
    method: "DELETE",
  }),
  [`GET ${spaces}/{id}/members`]: ({ token, team }) => ({
    path: `${spaces}/${team.id}/members`,
    token,
  }),
  [`PATCH ${spaces}/{id}/members/{userId}`]: ({ token, team, member }) => ({
    path: `${spaces}/${team.id}/members/${member.id}`,
    token,
    method: "PATCH",
    json: { role: "checker" },
  }),
  [`DELETE ${spaces}/{id}/members/{userId}`]: async ({ token, team }) => ({
    path: `${spaces}/${team.id}/members/${await createColleague(team)}`,
    token,
    method: "DELETE",
  }),
  [`POST ${spaces}/{id}/transfer`]: async () => {
    const { owner, token } = await createNewcomer();
    const userId = await createColleague(owner.workspace);
    return { path: `${spaces}/${owner.workspace.id}/transfer`, owner, token, json: { userId } };
  },
  [`GET ${spaces}/{id}/invitations`]: ({ token, team }) => ({
    path: `${spaces}/${team.id}/invitations`,
    token,
  }),
  [`POST ${spaces}/{id}/invitations`]: ({ token, team }) => ({
    path: `${spaces}/${team.id}/invitations`,
    token,
    json: { email: uniqueEmail(), role: "checker" },
  }),
  [`DELETE ${spaces}/{id}/invitations/{invitationId}`]: async ({ owner, token, team }) => ({
    path: `${spaces}/${team.id}/invitations/${await createInvitation(owner, team)}`,
    token,
    method: "DELETE",
  }),
  [`POST ${spaces}/{id}/invitations/{invitationId}/resend`]: async ({ owner, token, team }) => ({
    path: `${spaces}/${team.id}/invitations/${await createInvitation(owner, team)}/resend`,
    token,
    method: "POST",
  }),
  "GET /api/exchange-rates": ({ token }) => ({ path: "/api/exchange-rates", token }),
  "POST /api/exchange-rates": ({ token }) => ({
    path: "/api/exchange-rates",
    token,
    json: { from: "USD", to: "AED", rate: "3.6725" },
  }),
  "DELETE /api/exchange-rates/{id}": async ({ token, owner }) => ({
    path: `/api/exchange-rates/${await createRate(owner)}`,
    token,
    method: "DELETE",
  }),
  "GET /api/forms": ({ token }) => ({ path: "/api/forms", token }),
  "POST /api/forms": async ({ owner, token }) => {
    await owner.workspace.update({ subscriptionPlan: "agency" });
    return { path: "/api/forms", token, json: { name: `Form ${unique()}` } };
  },
  "GET /api/forms/{id}": ({ token, form }) => ({ path: `/api/forms/${form.id}`, token }),
  "PATCH /api/forms/{id}": async ({ owner, token }) => ({
    path: `/api/forms/${await createOtherForm(owner)}`,
    token,
    method: "PATCH",
    json: { name: "Instagram" },
  }),
  "DELETE /api/forms/{id}": async ({ owner, token }) => ({
    path: `/api/forms/${await createOtherForm(owner)}`,
    token,
    method: "DELETE",
  }),
  "GET /api/links": ({ token }) => ({ path: "/api/links?isArchived=false", token }),
  "POST /api/links": ({ token }) => ({ path: "/api/links", token, json: { label: `Story ${unique()}` } }),
  "PATCH /api/links/{id}": async ({ token, form }) => ({
    path: `/api/links/${(await createNamedLink(form)).id}`,
    token,
    method: "PATCH",
    json: { label: "Story of Monday", isArchived: true },
  }),
  "DELETE /api/links/{id}": async ({ token, form }) => ({
    path: `/api/links/${(await createNamedLink(form)).id}`,
    token,
    method: "DELETE",
  }),
  "GET /api/affiliate/{platformId}/contracts": ({ token, platformId }) => ({
    path: `/api/affiliate/${platformId}/contracts`,
    token,
  }),
  "POST /api/affiliate/{platformId}/contracts": ({ token, platformId }) => ({
    path: `/api/affiliate/${platformId}/contracts?preview=true`,
    token,
    json: { startsOn: "2027-01-01", parts: [{ kind: "cpa", steps: [{ value: "300" }] }] },
  }),
  "GET /api/affiliate/{platformId}/contracts/{id}": async ({ token, form, platformId }) => ({
    path: `/api/affiliate/${platformId}/contracts/${await createContractOf(form)}`,
    token,
  }),
  "PATCH /api/affiliate/{platformId}/contracts/{id}": async ({ token, form, platformId }) => ({
    path: `/api/affiliate/${platformId}/contracts/${await createContractOf(form)}`,
    token,
    method: "PATCH",
    json: { paidOnDay: 20 },
  }),
  "DELETE /api/affiliate/{platformId}/contracts/{id}": async ({ token, form, platformId }) => ({
    path: `/api/affiliate/${platformId}/contracts/${await createContractOf(form)}`,
    token,
    method: "DELETE",
  }),
  "GET /api/affiliate/{platformId}/links": ({ token, platformId }) => ({
    path: `/api/affiliate/${platformId}/links`,
    token,
  }),
  "POST /api/affiliate/{platformId}/links": ({ token, platformId }) => ({
    path: `/api/affiliate/${platformId}/links`,
    token,
    json: { name: "Spain", url: "https://one.exnesslink.com/a/x", parameter: "sub_id" },
  }),
  "PATCH /api/affiliate/{platformId}/links/{id}": async ({ token, form, platformId }) => ({
    path: `/api/affiliate/${platformId}/links/${(await createBrokerLinkOf(form)).id}`,
    token,
    method: "PATCH",
    json: { name: "Portugal" },
  }),
  "DELETE /api/affiliate/{platformId}/links/{id}": async ({ token, form, platformId }) => ({
    path: `/api/affiliate/${platformId}/links/${(await createBrokerLinkOf(form)).id}`,
    token,
    method: "DELETE",
  }),
  "GET /api/admin/link-hosts": ({ adminToken: token }) => ({ path: "/api/admin/link-hosts", token }),
  "PATCH /api/admin/link-hosts": ({ adminToken: token }) => ({
    path: "/api/admin/link-hosts",
    token,
    method: "PATCH",
    json: { host: "partner.halden.example", state: "allowed" },
  }),
  "PATCH /api/spend/campaigns/{id}": async ({ owner, token }) => ({
    path: `/api/spend/campaigns/${(await createAdObject(owner, { name: "Summer" })).id}`,
    token,
    method: "PATCH",
    json: { source: "instagram" },
  }),
  "GET /api/currency/rates": ({ token }) => ({ path: "/api/currency/rates", token }),
  "POST /api/auth/login/second-step": async () => {
    const { owner, secret } = await createGuardedOwner();
    const json = { secondStepToken: await createTwoFactorToken(owner), code: createCode(secret) };
    return { path: "/api/auth/login/second-step", json };
  },
  "GET /api/user/two-step": ({ token }) => ({ path: "/api/user/two-step", token }),
  "POST /api/user/two-step": async () => ({
    path: "/api/user/two-step",
    method: "POST",
    ...(await createNewcomer()),
  }),
  "DELETE /api/user/two-step": ({ token }) => ({
    path: "/api/user/two-step",
    token,
    method: "DELETE",
    json: { code: "123456" },
  }),
  "POST /api/user/two-step/confirm": async () => {
    const { owner, token } = await createNewcomer();
    const { secret } = await startTwoFactorSetup({ owner });
    return { path: "/api/user/two-step/confirm", owner, token, json: { code: createCode(secret) } };
  },
  "POST /api/user/two-step/recovery-codes": async () => {
    const { owner, token, recoveryCodes } = await createGuardedOwner();
    return { path: "/api/user/two-step/recovery-codes", owner, token, json: { code: recoveryCodes[0] } };
  },
  [`GET ${read}`]: ({ form }) => ({ path: `/api/optin/${form.slug}` }),
  "GET /api/optin/settings": ({ token }) => ({ path: "/api/optin/settings", token }),
  [`GET ${settings}`]: ({ token }) => ({ path: settings, token }),
  [`POST ${settings}`]: async () => ({
    path: settings,
    json: { title: "Hello" },
    ...(await createNewcomer()),
  }),
  [`PUT ${settings}`]: async () => ({
    path: settings,
    method: "PUT",
    json: { title: "Hello" },
    ...(await createNewcomerWithForm()),
  }),
  [`DELETE ${settings}`]: async () => ({
    path: settings,
    method: "DELETE",
    ...(await createNewcomerWithForm()),
  }),
  [`POST ${settings}/upload-logo`]: ({ token }) => ({
    path: `${settings}/upload-logo`,
    token,
    ...createUpload("logo", ONE_PIXEL),
  }),
  [`GET ${settings}/{slug}`]: ({ form }) => ({ path: `${settings}/${form.slug}` }),
  [`POST ${submit}`]: ({ form }) => ({ path: `/api/optin/${form.slug}/submit`, json: optInBody(form) }),
  [`GET ${list}`]: ({ token }) => ({ path: list, token }),
  [`GET ${list}/stats`]: ({ token }) => ({ path: `${list}/stats?period=7days&compare=year`, token }),
  "GET /api/analytics": ({ token }) => ({ path: "/api/analytics?groupBy=campaign&compare=year", token }),
  [`GET ${one}`]: ({ token, submission }) => ({ path: `${list}/${submission.id}`, token }),
  [`GET ${proofs}/{submissionId}`]: ({ token, submission }) => ({
    path: `${proofs}/${submission.id}`,
    token,
  }),
  [`PUT ${one}`]: async ({ token, form }) => ({
    path: `${list}/${(await submitForm(form)).id}`,
    token,
    method: "PUT",
    json: { status: "handled" },
  }),
  [`POST ${list}/bulk`]: async ({ token, form }) => ({
    path: `${list}/bulk`,
    token,
    json: { ids: [(await submitForm(form)).id], status: "rejected", reason: "duplicate" },
  }),
  [`GET ${list}/jobs/{id}`]: ({ token, jobId }) => ({ path: `${list}/jobs/${jobId}`, token }),
  [`GET ${list}/export`]: ({ token }) => ({ path: `${list}/export`, token }),
  [`GET ${platforms}`]: ({ token }) => ({ path: platforms, token }),
  [`POST ${platforms}`]: async () => ({
    path: platforms,
    json: { name: "Halden", icon: "Coins", commissionTiers: [tier] },
    ...(await createNewcomer()),
  }),
  [`PATCH ${platforms}/reorder`]: async () => {
    const { owner, token } = await createNewcomer();
    const orderedIds = [await createPlatform(owner)];
    return { path: `${platforms}/reorder`, owner, token, method: "PATCH", json: { orderedIds } };
  },
  [`PATCH ${platforms}/{id}`]: ({ token, platformId }) => ({
    path: `${platforms}/${platformId}`,
    token,
    method: "PATCH",
    json: { icon: "Coins" },
  }),
  [`DELETE ${platforms}/{id}`]: async ({ token, owner }) => ({
    path: `${platforms}/${await createPlatform(owner)}`,
    token,
    method: "DELETE",
  }),
  [`PATCH ${platforms}/{id}/commission-tiers`]: ({ token, platformId }) => ({
    path: `${platforms}/${platformId}/commission-tiers`,
    token,
    method: "PATCH",
    json: { platformId, commissionTiers: [tier] },
  }),
  [`PATCH ${platforms}/{id}/status`]: ({ token, platformId }) => ({
    path: `${platforms}/${platformId}/status`,
    token,
    method: "PATCH",
    json: { isActive: true },
  }),
  [`PATCH ${platforms}/{id}/default`]: ({ token, platformId }) => ({
    path: `${platforms}/${platformId}/default`,
    token,
    method: "PATCH",
  }),
  "GET /api/affiliate/{platformId}/postback": ({ token, platformId }) => ({
    path: `/api/affiliate/${platformId}/postback`,
    token,
  }),
  "PUT /api/affiliate/{platformId}/postback": ({ token, platformId }) => ({
    path: `/api/affiliate/${platformId}/postback`,
    token,
    method: "PUT",
    json: { answer: "json" },
  }),
  "POST /api/affiliate/{platformId}/postback/rotate": async ({ token, owner }) => {
    const { platformId } = await createPostbackAddress(owner);
    return { path: `/api/affiliate/${platformId}/postback/rotate`, token, method: "POST" };
  },
  "GET /api/affiliate/{platformId}/rule": ({ token, platformId }) => ({
    path: `/api/affiliate/${platformId}/rule`,
    token,
  }),
  "PUT /api/affiliate/{platformId}/rule": ({ token, platformId }) => ({
    path: `/api/affiliate/${platformId}/rule`,
    token,
    method: "PUT",
    json: { isOn: true, sources: ["api"], dryRun: true },
  }),
  "GET /api/affiliate/{platformId}/postbacks": ({ token, platformId }) => ({
    path: `/api/affiliate/${platformId}/postbacks`,
    token,
  }),
  "GET /api/affiliate/{platformId}/connection": ({ token, platformId }) => ({
    path: `/api/affiliate/${platformId}/connection`,
    token,
  }),
  "POST /api/affiliate/{platformId}/connection": async ({ token, owner }) => ({
    path: `/api/affiliate/${await createPlatform(owner)}/connection`,
    token,
    method: "POST",
    json: { kind: "bybit", credentials: { apiKey: "sandbox-key", apiSecret: "sandbox-secret" } },
  }),
  "DELETE /api/affiliate/{platformId}/connection": async ({ token, owner }) => ({
    path: `/api/affiliate/${await createBrokerConnection(owner)}/connection`,
    token,
    method: "DELETE",
  }),
  "POST /api/affiliate/{platformId}/connection/check": async ({ token, owner }) => ({
    path: `/api/affiliate/${await createBrokerConnection(owner)}/connection/check`,
    token,
    method: "POST",
  }),
  "GET /api/postbacks/{token}": async ({ owner }) => ({
    path: `/api/postbacks/${(await createPostbackAddress(owner)).token}?event=ftd`,
  }),
  "POST /api/postbacks/{token}": async ({ owner }) => ({
    path: `/api/postbacks/${(await createPostbackAddress(owner)).token}`,
    json: { event: "ftd" },
  }),
  "GET /api/telegram": async () => {
    const { owner, token } = await createNewcomer();
    await createBot(owner);
    return { path: "/api/telegram", token };
  },
  "PUT /api/telegram": async () => {
    const { token } = await createNewcomer();
    return { path: "/api/telegram", token, method: "PUT", json: { token: newBotToken() } };
  },
  "DELETE /api/telegram": async () => {
    const { owner, token } = await createNewcomer();
    await createBot(owner);
    return { path: "/api/telegram", token, method: "DELETE" };
  },
  "POST /api/telegram/member-code": async () => {
    const { owner, token } = await createNewcomer();
    await createBot(owner);
    return { path: "/api/telegram/member-code", token, json: {} };
  },
  "GET /api/telegram/doors": async () => {
    const { owner, token } = await createNewcomer();
    await createDoorOf(owner);
    return { path: "/api/telegram/doors", token };
  },
  "POST /api/telegram/doors": async () => {
    const { owner, token } = await createNewcomer();
    const botToken = newBotToken();
    await createBot(owner, { token: botToken });
    const chatId = await telegramAt(() => site.sandbox).createChannel(botToken);
    const json = { chatId: String(chatId), needs: { state: "claimed" } };
    return { path: "/api/telegram/doors", token, method: "POST", json };
  },
  "PATCH /api/telegram/doors/{id}": async () => {
    const { owner, token } = await createNewcomer();
    const { id } = await createDoorOf(owner);
    const json = { text: { en: "The channel is open." }, confirm: true };
    return { path: `/api/telegram/doors/${id}`, token, method: "PATCH", json };
  },
  "DELETE /api/telegram/doors/{id}": async () => {
    const { owner, token } = await createNewcomer();
    const { id } = await createDoorOf(owner);
    return { path: `/api/telegram/doors/${id}`, token, method: "DELETE" };
  },
  "POST /api/telegram/updates/{id}": async ({ owner }) => {
    const secret = newToken();
    const found = await TelegramBot.findOne({ where: { workspaceId: owner.workspace.id } });
    const bot = found ?? (await createBot(owner, { receives: "webhook" }));
    await bot.update({ secretHash: sha256(secret) });
    const headers = { "x-telegram-bot-api-secret-token": secret };
    return { path: `/api/telegram/updates/${bot.id}`, json: { update_id: 1 }, headers };
  },
  "GET /api/affiliate/public/platforms": ({ platformId }) => ({
    path: `/api/affiliate/public/platforms?ids=${platformId}`,
  }),
  "POST /api/auth/reauthenticate": ({ token }) => ({
    path: "/api/auth/reauthenticate",
    token,
    json: { password },
  }),
  [`POST ${user}/change-password`]: async () => ({
    path: `${user}/change-password`,
    json: { currentPassword: password, newPassword: "staple of another kind" },
    ...(await createNewcomer()),
  }),
  [`DELETE ${user}`]: async () => ({ path: user, method: "DELETE", ...(await createNewcomer()) }),
  [`GET ${user}/export`]: ({ token }) => ({ path: `${user}/export`, token }),
  [`GET ${user}/sessions`]: ({ token }) => ({ path: `${user}/sessions`, token }),
  [`DELETE ${user}/sessions`]: async () => ({
    path: `${user}/sessions`,
    method: "DELETE",
    ...(await createNewcomer()),
  }),
  [`DELETE ${user}/sessions/{id}`]: async ({ token, owner }) => ({
    path: `${user}/sessions/${(await signInAs(owner)).sessionId}`,
    token,
    method: "DELETE",
  }),
  [`GET ${user}/api-keys`]: ({ token }) => ({ path: `${user}/api-keys`, token }),
  [`POST ${user}/api-keys`]: ({ token }) => ({
    path: `${user}/api-keys`,
    token,
    json: { name: "Reports", scopes: ["stats:read"] },
  }),
  [`DELETE ${user}/api-keys/{id}`]: async ({ token, owner }) => ({
    path: `${user}/api-keys/${(await createKey(owner)).apiKey.id}`,
    token,
    method: "DELETE",
  }),
  [`GET ${users}`]: ({ adminToken: token }) => ({ path: users, token }),
  [`GET ${users}/stats`]: ({ adminToken: token }) => ({ path: `${users}/stats?period=all`, token }),
  [`PATCH ${users}/{id}/role`]: async ({ adminToken: token }) => ({
    path: `${users}/${(await createOwner()).id}/role`,
    token,
    method: "PATCH",
    json: { role: "admin" },
  }),
  [`PATCH ${users}/{id}/status`]: async ({ adminToken: token }) => ({
    path: `${users}/${(await createOwner()).id}/status`,
    token,
    method: "PATCH",
    json: { isActive: false },
  }),
  [`DELETE ${users}/{id}`]: async ({ adminToken: token }) => ({
    path: `${users}/${(await createOwner()).id}`,
    token,
    method: "DELETE",
  }),
  "POST /api/contact/submit": () => ({
    path: "/api/contact/submit",
    json: { name: "Noor", email: uniqueEmail(), subject: "other", message: "Does anybody read this?" },
  }),
  "GET /api/contact/health": () => ({ path: "/api/contact/health" }),
  "GET /api/evidence": ({ token }) => ({ path: "/api/evidence", token }),
  "GET /api/deliveries": ({ token }) => ({ path: "/api/deliveries", token }),
  "GET /api/deliveries/{id}": ({ token, deliveryId }) => ({ path: `/api/deliveries/${deliveryId}`, token }),
  "POST /api/deliveries/{id}/resend": async ({ token, form }) => ({
    path: `/api/deliveries/${await createFailedDelivery(form)}/resend`,
    token,
    method: "POST",
  }),
  "POST /api/deliveries/replay": ({ token }) => ({
    path: "/api/deliveries/replay",
    token,
    json: { platform: "meta", from: "2026-11-01", dryRun: true },
  }),
  "GET /api/spend": ({ token }) => ({ path: "/api/spend?groupBy=source", token }),
  "POST /api/spend": ({ token }) => ({ path: "/api/spend", token, json: ADDED_SPEND }),
  "DELETE /api/spend/{id}": async ({ token, owner }) => ({
    path: `/api/spend/${await createSpend(owner)}`,
    token,
    method: "DELETE",
  }),
  "GET /api/spend/uploads": ({ token }) => ({ path: "/api/spend/uploads", token }),
  "POST /api/spend/uploads": ({ token }) => ({
    path: "/api/spend/uploads",
    token,
    ...createUpload("file", Buffer.from(`Day,Amount,Currency,Campaign\n2026-11-03,1,EUR,${newId()}\n`), {}),
  }),
  "PATCH /api/spend/uploads/{id}": async ({ token, owner }) => ({
    path: `/api/spend/uploads/${await createSpendFile(owner)}`,
    token,
    method: "PATCH",
    json: { adPlatform: "meta" },
  }),
  "GET /api/spend/uploads/{id}": async ({ token, owner }) => ({
    path: `/api/spend/uploads/${await createSpend(owner)}`,
    token,
  }),
  "GET /api/statements": ({ token }) => ({ path: "/api/statements", token }),
  "POST /api/statements": ({ token, platformId }) => ({
    path: "/api/statements",
    token,
    ...createUpload("file", Buffer.from(`Login,Date,Amount\n${newId()},2026-11-03,1\n`), { platformId }),
  }),
  "GET /api/statements/{id}": async ({ token, owner }) => ({
    path: `/api/statements/${await createStatement(owner)}`,
    token,
  }),
  "PATCH /api/statements/{id}": async ({ token, owner }) => ({
    path: `/api/statements/${await createStatement(owner)}`,
    token,
    method: "PATCH",
    json: { dateOrder: "day-first" },
  }),
  "DELETE /api/statements/{id}": async ({ token, owner }) => ({
    path: `/api/statements/${await createStatement(owner)}`,
    token,
    method: "DELETE",
  }),
  "GET /api/statements/{id}/rows": async ({ token, owner }) => ({
    path: `/api/statements/${await createStatement(owner)}/rows?group=likely`,
    token,
  }),
  "POST /api/statements/{id}/decide": async ({ token, owner }) => ({
    path: `/api/statements/${await createStatement(owner)}/decide`,
    token,
    json: { group: "certain", status: "handled", dryRun: true },
  }),
  "POST /api/statements/{id}/undo": async ({ token, owner }) => ({
    path: `/api/statements/${await createStatement(owner)}/undo`,
    token,
    method: "POST",
  }),
  "GET /api/notifications": ({ token }) => ({ path: "/api/notifications", token }),
  "PATCH /api/notifications/{id}/read": ({ notificationId, token }) => ({
    path: `/api/notifications/${notificationId}/read`,
    method: "PATCH",
    token,
  }),
  "POST /api/notifications/read-all": ({ token }) => ({
    path: "/api/notifications/read-all",
    method: "POST",
    token,
  }),
  "GET /api/replays/{id}": ({ token, replayId }) => ({
    path: `/api/replays/${replayId}`,
    token,
  }),
  "DELETE /api/replays/{id}": async ({ token, owner }) => ({
    path: `/api/replays/${await createReplay(owner)}`,
    token,
    method: "DELETE",
  }),
  [`GET ${user}/integrations`]: ({ token }) => ({ path: `${user}/integrations`, token }),
  [`POST ${user}/integrations`]: ({ token }) => ({
    path: `${user}/integrations`,
    token,
    json: { provider: "meta", accessToken: "sandbox-token", pixelId: "1000000000000003" },
  }),
  [`DELETE ${user}/integrations`]: async () => {
    const { owner, token } = await createNewcomer();
    await connectMeta(owner);
    return { path: `${user}/integrations`, owner, token, method: "DELETE" };
  },
  [`POST ${user}/integrations/test-event`]: ({ token }) => ({
    path: `${user}/integrations/test-event?testEventCode=TEST1`,
    token,
    method: "POST",
  }),
  [`GET ${user}/connections`]: ({ token }) => ({ path: `${user}/connections`, token }),
  [`POST ${user}/connections`]: ({ token }) => ({
    path: `${user}/connections`,
    token,
    json: { provider: "meta", accessToken: "sandbox-token", assetId: "1000000000000003" },
  }),
  [`DELETE ${user}/connections/{id}`]: async () => {
    const { owner, token } = await createNewcomer();
    const { id } = await connectMeta(owner);
    return { path: `${user}/connections/${id}`, owner, token, method: "DELETE" };
  },
  [`POST ${user}/connections/{id}/test-event`]: ({ token, connection }) => ({
    path: `${user}/connections/${connection.id}/test-event?testEventCode=TEST1`,
    token,
    method: "POST",
  }),
  [`GET ${user}/profile`]: ({ token }) => ({ path: `${user}/profile`, token }),
  [`PATCH ${user}/update-profile`]: ({ token }) => ({
    path: `${user}/update-profile`,
    token,
    method: "PATCH",
    json: { name: "Iria Vázquez" },
  }),
  [`PATCH ${user}/update-address`]: ({ token }) => ({
    path: `${user}/update-address`,
    token,
    method: "PATCH",
    json: { address: { city: "Vigo" } },
  }),
  [`PATCH ${user}/update-phone`]: ({ token }) => ({
    path: `${user}/update-phone`,
    token,
    method: "PATCH",
    json: { phoneNumber: "+34 600 555 123" },
  }),
  [`PATCH ${user}/notifications`]: ({ token }) => ({
    path: `${user}/notifications`,
    token,
    method: "PATCH",
    json: { weeklySummary: { email: false } },
  }),
};

/** All that take a body but the upload, which takes a file. */
const takesJson = ({ described }: (typeof operations)[number]) =>
  described.requestBody?.content["application/json"] !== undefined;
const takingJson = () => operations.filter(takesJson);

describe("operation of /api", () => {
  test("every operation of /api is in the table of this file", () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      Object.keys(good).sort(),
    );
  });

  const operation = (name: string) => {
    const found = operations.find(({ method, path }) => `${method} ${path}` === name);
    if (!found) throw new Error(`${name} is not in the document`);
    return found;
  };
  const names = Object.keys(good);
  const createRequest = async ({ method, path }: { method: string; path: string }): Promise<Request> =>
    (await good[`${method} ${path}`]?.(world)) ?? { path };
  const expectSuccess = async (name: string) => {
    const { method, path, described } = operation(name);
    const { path: at, ...options } = await createRequest({ method, path });
    const response = await site.send(at, options);
    expect(Object.keys(described.responses), name).toContain(String(response.status));
    expect(response.status).toBeLessThan(300);
    expectDescribed(path, method, response);
  };

  test("every reading operation responds as the document says", async () => {
    for (const name of names.filter((one) => one.startsWith("GET "))) await expectSuccess(name);
  });

  /** Ids and secrets, which are another one's in the example. */
  const REAL = /Ids?$|^platform$|oken$|^code$|^usernameOrEmail$|^(?:currentP|p)assword$/;
  const expectExampleAccepted = async (name: string) => {
    const { described, ...found } = operation(name);
    const example = described.requestBody?.content["application/json"]?.example;
    const { path: at, json = {}, ...options } = await createRequest(found);
    const real = Object.entries(json as object).filter(
      ([field]) => REAL.test(field) && field in (example ?? {}),
    );
    const sent = { ...example, ...Object.fromEntries(real) };
    const { status, json: response } = await site.send(at, { ...options, json: sent });
    expect([example === undefined, status, response?.errors]).toEqual([
      false,
      Number(Object.keys(described.responses)[0]),
      undefined,
    ]);
  };

  test.each(names.filter((name) => !name.startsWith("GET ")))(
    "%s responds as the document says, and accepts the example of its JSON body",
    async (name) => {
      await expectSuccess(name);
      if (takesJson(operation(name))) await expectExampleAccepted(name);
    },
  );

  const requests = new Map<string, Promise<Request>>();
  /** The same each time: what is refused consumes nothing. */
  const getRequest = (found: { path: string; method: string }) => {
    const name = `${found.method} ${found.path}`;
    const request = requests.get(name) ?? createRequest(found);
    requests.set(name, request);
    return request;
  };
  /** Its address, with something else in the place of a parameter. */
  const replaceParameter = (found: { path: string }, path: string, parameter: string, value: string) => {
    const place = found.path.split("/").indexOf(parameter);
    return path.split("/").with(place, value).join("/");
  };
  const refused = async (
    found: { path: string; method: string },
    response: TestResponse,
    status: number,
    code: string,
  ) => {
    expect([`${found.method} ${found.path}`, response.status, response.json?.code]).toEqual([
      `${found.method} ${found.path}`,
      status,
      code,
    ]);
    expectDescribed(found.path, found.method, response);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.json.requestId).toBe(response.headers.get("x-request-id"));
  };

  test("every private operation is a 401 without a credential, with a wrong one and with an ended one", async () => {
    for (const found of operations.filter(({ described }) => described.security.length > 0)) {
      const { path, token: _, ...options } = await getRequest(found);
      await refused(found, await site.send(path, options), 401, "unauthenticated");
      await refused(found, await site.send(path, { ...options, token: "nonsense" }), 401, "invalid_token");
      const wrong = await site.send(path, { ...options, cookie: "attesto_session=nonsense" });
      expect(wrong.status).toBe(found.method === "GET" ? 401 : 403);
    }
  });

  test("every operation with an id is a 404 for another owner", async () => {
    for (const found of operations) {
      const [parameter] = found.path.match(/\{(id|submissionId)\}/) ?? [];
      // To Telegram, another bot is a wrong secret token.
      if (!parameter || found.path.startsWith("/api/telegram/updates/")) continue;
      const { path, ...options } = await getRequest(found);
      const foreignId = world.foreignIds[found.path.slice(0, found.path.indexOf(parameter))] ?? "";
      const foreign = replaceParameter(found, path, parameter, foreignId);
      expect(foreign).toContain(foreignId || "another owner's id");
      await refused(found, await site.send(foreign, options), 404, "not_found");
    }
  });

  test("every private operation is a 404 in a workspace that the caller is no member of", async () => {
    const headers = { "x-workspace-id": world.foreignIds[`${spaces}/`] ?? "" };
    for (const found of operations.filter(({ described }) => described.security.length > 0)) {
      const { path, ...options } = await getRequest(found);
      await refused(found, await site.send(path, { ...options, headers }), 404, "not_found");
    }
  });

  test("every operation with a slug is a 404 for an unknown one", async () => {
    for (const found of operations.filter(({ path }) => path.includes("{slug}"))) {
      const { path, ...options } = await getRequest(found);
      const unknown = replaceParameter(found, path, "{slug}", "nobody-here");
      await refused(found, await site.send(unknown, options), 404, "not_found");
    }
  });

  test("every operation with a body stores only what the call is about", async () => {
    const foreign = {
      _id: "x",
      id: "x",
      userId: "x",
      workspaceId: "x",
      role: "superadmin",
      isActive: false,
      isEmailVerified: false,
      emailVerifiedAt: null,
      passwordHash: "x",
      usernameKey: "x",
      emailKey: "x",
      deleteRequestedAt: "x",
      subscription: { status: "none" },
      subscriptionStatus: "none",
      subscriptionPlan: "gold",
    };
    const columns = [
      "id",
      "role",
      "isActive",
      "emailVerifiedAt",
      "usernameKey",
      "emailKey",
      "deleteRequestedAt",
    ] as const;
    const more = ["id", "subscriptionStatus", "subscriptionPlan", "deleteRequestedAt"] as const;
    const readRows = async (owner: Owner) => ({
      user: await User.findByPk(owner.id, { rejectOnEmpty: true }),
      workspace: await Workspace.findByPk(owner.workspace.id, { rejectOnEmpty: true }),
    });
    const stored = ({ user, workspace }: Awaited<ReturnType<typeof readRows>>) => [
      ...columns.map((column) => user[column]),
      ...more.map((column) => workspace[column]),
    ];
    const meant = ["POST /api/auth/deactivate", "DELETE /api/user"];
    for (const found of takingJson()) {
      if (meant.includes(`${found.method} ${found.path}`)) continue;
      const { path, json, owner = world.owner, ...options } = await createRequest(found);
      const before = await readRows(owner);
      const response = await site.send(path, { ...options, json: { ...foreign, ...(json as object) } });
      expect(response.status, `${found.method} ${found.path}`).toBeLessThan(300);
      const after = await readRows(owner);
      expect(stored(after), `${found.method} ${found.path}`).toEqual(stored(before));
    }
  });

  test("every operation with a body refuses another type, too much, and what is unreadable or wrong", async () => {
    const json = { "content-type": "application/json" };
    for (const found of takingJson()) {
      const { path, json: _, ...options } = await getRequest(found);
      const post = (more: Send) => site.send(path, { ...options, method: found.method, ...more });
      // A form needs no more than its owner.
      const nothing = found.method === "POST" && [settings, "/api/forms"].includes(found.path) ? [] : [{}];
      const wrong = [...nothing, [], null, "text", 1, { status: {}, email: 1, password: [], title: 1 }];
      const posts: [Send, status: number, code: string][] = [
        [{ body: "x", headers: { "content-type": "text/plain" } }, 415, "unsupported_media_type"],
        [{ json: { x: "x".repeat(101 * 1024) } }, 413, "payload_too_large"],
        [{ body: '{"a":', headers: json }, 400, "malformed_json"],
        [{ body: Uint8Array.of(0x22, 0xff, 0x22), headers: json }, 400, "malformed_json"],
        ...wrong.map((value): (typeof posts)[number] => [{ json: value }, 400, "validation_failed"]),
      ];
      await Promise.all(
        posts.map(async ([more, status, code]) => refused(found, await post(more), status, code)),
      );
    }
  });

  /** An id that cannot be one matches nothing. */
  const ID_FILTERS = [
    "platform",
    "platformId",
    "form",
    "formId",
    "link",
    "adCampaign",
    "adPlatform",
    "decidedBy",
  ];
  const SPEND_ID_FILTERS = ["campaign", "adSet", "ad", "import"];

  test("every operation with a query responds to invalid values as the document says", async () => {
    for (const found of operations) {
      const { path, ...options } = await getRequest(found);
      for (const { name } of found.described.parameters.filter((parameter) => parameter.in === "query")) {
        const response = await site.send(`${path.split("?")[0]}?${name}=${"x".repeat(300)}`, options);
        expectDescribed(found.path, found.method, response);
        const idFilters = found.path.startsWith("/api/spend") ? SPEND_ID_FILTERS : ID_FILTERS;
        if (idFilters.includes(name))
          expect(response.json?.pagination?.total ?? response.json?.total ?? 0).toBe(0);
        else if (name === "ids") expect(response.json.platforms).toEqual([]);
        else if (name === "token") await refused(found, response, 400, "invalid_link");
        else await refused(found, response, 400, "validation_failed");
      }
    }
  });

  test("every operation of /api refuses what the gate in front of it refuses, and its document names the code", async () => {
    for (const found of operations) {
      // What a broker sends is in its log, whatever it is.
      if (found.path.startsWith("/api/postbacks/")) continue;
      const { path, json, ...options } = await getRequest(found);
      const { responses } = found.described;
      const query = path.includes("?") ? "&" : "?";
      const typed = found.method === "GET" ? {} : { json };
      await refused(
        found,
        await site.send(`${path}${query}x=%00`, { ...options, ...typed }),
        400,
        "malformed_path",
      );
      expect(responses[400]?.description).toContain("malformed_path");
      expect(responses[431]?.description).toBe("headers_too_large");
      const isOpen = found.path.endsWith("/submit") || found.path.startsWith("/api/telegram/updates/");
      if (found.method === "GET" || isOpen) continue;
      const headers = { origin: "https://evil.example" };
      const foreign = { method: found.method, ...typed, headers, cookie: "attesto_session=x" };
      await refused(found, await site.send(path, foreign), 403, "origin_refused");
      expect(responses[403]?.description).toContain("origin_refused");
    }
  });

  test("every operation with a form refuses one that is not UTF-8", async () => {
    const isForm = "application/x-www-form-urlencoded";
    const takesForms = operations.filter(({ described }) => described.requestBody?.content[isForm]);
    expect(takesForms).not.toHaveLength(0);
    for (const found of takesForms) {
      const { path, json: _, ...options } = await getRequest(found);
      const body = { body: "email=%ff", headers: { "content-type": isForm } };
      await refused(found, await site.send(path, { ...options, ...body }), 400, "malformed_body");
      expect(found.described.responses[400]?.description).toContain("malformed_body");
    }
  });

  test("every operation with an idempotency key refuses an invalid one, and a wrong credential", async () => {
    const named = operations.filter(({ described }) =>
      described.parameters.some(({ name }) => name === "Idempotency-Key"),
    );
    expect(named.map(({ path }) => path)).toEqual(["/api/optin/{slug}/submit"]);
    for (const found of named) {
      const { path, ...options } = await getRequest(found);
      const wrongKey = { ...options, headers: { "idempotency-key": "two words" } };
      await refused(found, await site.send(path, wrongKey), 400, "validation_failed");
      await refused(found, await site.send(path, { ...options, token: "none" }), 401, "invalid_token");
    }
  });

  test("every operation of /api is a 405 by another method, which names those it takes", async () => {
    for (const found of operations) {
      const { path, token = world.token } = await getRequest(found);
      const known = operations.filter((other) => other.path === found.path).map(({ method }) => method);
      const allow = [
        ...known.flatMap((method) =>
          method === "GET" && !consumesToken(found.path) ? ["GET", "HEAD"] : [method],
        ),
        "OPTIONS",
      ];
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter(
        (other) => !known.includes(other),
      )) {
        const response = await site.send(path, {
          method,
          token,
          ...(method === "GET" ? {} : { json: {} }),
        });
        await refused(found, response, 405, "method_not_allowed");
        expect(response.headers.get("allow")?.split(", ").sort()).toEqual(allow.sort());
      }
      const options = await site.send(path, { method: "OPTIONS", token });
      expect([options.status, options.text, options.headers.get("allow")?.split(", ").sort()]).toEqual([
        204,
        "",
        allow,
      ]);
    }
  });

  test("every operation that consumes a token says so, and refuses HEAD without consuming it", async () => {
    const [only, ...others] = operations.filter(({ path }) => consumesToken(path));
    if (!only) throw new Error("None says so.");
    expect([only.method, only.path, others]).toEqual(["GET", "/api/auth/verify-email", []]);
    const { path, ...options } = await createRequest(only);
    const head = await site.send(path, { ...options, method: "HEAD" });
    expect([head.status, head.text, head.headers.get("allow")]).toEqual([405, "", "GET, OPTIONS"]);
    expect((await site.send(path, options)).status).toBe(200);
  });

  test("every operation of /api responds to HEAD as to GET, without the body", async () => {
    // A broker's GET is stored: its HEAD is refused.
    const plain = operations.filter(
      ({ method, path }) => method === "GET" && !consumesToken(path) && !path.startsWith("/api/postbacks/"),
    );
    for (const found of plain) {
      const { path, ...options } = await getRequest(found);
      const [get, head] = [
        await site.send(path, options),
        await site.send(path, { ...options, method: "HEAD" }),
      ];
      expect([head.status, head.text, head.headers.get("content-type")]).toEqual([
        200,
        "",
        get.headers.get("content-type"),
      ]);
    }
  });

  test("every operation of /api allows any origin on public calls only, none with credentials, and is not indexed", async () => {
    for (const found of operations) {
      const { path, ...options } = await createRequest(found);
      const { headers } = await site.send(path, {
        ...options,
        headers: { origin: "https://elsewhere.example" },
      });
      const isOpen = [submit, read, `${settings}/{slug}`, "/api/affiliate/public/platforms"].includes(
        found.path,
      );
      expect(headers.get("access-control-allow-origin"), found.path).toBe(isOpen ? "*" : null);
      expect(headers.get("access-control-allow-credentials")).toBeNull();
      expect(headers.get("x-robots-tag"), found.path).toBe("noindex");
    }
  });
});

describe("unknown address under /api", () => {
  test.each(["GET", "POST", "PUT", "PATCH", "DELETE"])(
    "an unknown address under /api is a 404 in the error shape, by %s",
    async (method) => {
      for (const path of ["/api/nothing", "/api/optin/dashboard/submissions/a/b", "/api/auth/login/x"]) {
        const { status, json, headers } = await site.send(path, {
          method,
          ...(method === "GET" ? {} : { json: {} }),
        });
        expect([path, status, json?.code]).toEqual([path, 404, "not_found"]);
        expect(json).toEqual({
          error: expect.any(String),
          code: "not_found",
          requestId: headers.get("x-request-id"),
        });
      }
    },
  );

  test("an unknown address under /api keeps a valid request id and replaces an invalid one", async () => {
    const ask = async (id: string) =>
      (await site.send("/api/nothing", { headers: { "x-request-id": id } })).json.requestId;
    expect(await ask("my-own.id_1")).toBe("my-own.id_1");
    expect(await ask("a".repeat(65))).toMatch(/^[\da-f-]{36}$/);
    expect(await ask("<script>")).toMatch(/^[\da-f-]{36}$/);
  });
});

describe("other addresses", () => {
  test("the addresses where developers look for the API lead to its reference", async () => {
    for (const path of ["/api", "/api/", "/docs", "/developers"]) {
      const { status, headers } = await site.send(path);
      expect([path, status, headers.get("location")]).toEqual([path, 302, "/docs/api"]);
    }
    const { status, json } = await site.send("/api", { method: "POST", json: {} });
    expect([status, json.code]).toEqual([404, "not_found"]);
  });

  test("a proof is answered at its earlier address too, which the document leaves out", async () => {
    const { submission, token } = world;
    const read = async (path: string) => {
      const { status, json } = await site.send(path, { token });
      return [status, json.entries];
    };
    const earlier = `${list}/${submission.id}/proof`;
    expect(await read(earlier)).toEqual(await read(`${proofs}/${submission.id}`));
    expect(document.paths[`${list}/{id}/proof`]).toBeUndefined();
    expect((await site.send(earlier, { method: "POST", token, json: {} })).status).toBe(405);
  });
});
