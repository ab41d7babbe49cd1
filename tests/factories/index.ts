import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { emitChanges } from "#app/database/announcements.server.ts";
import { inTransaction } from "#app/database/connection.server.ts";
import { sessionCookie } from "#app/http/cookies/session.server.ts";
import type { MemberRole } from "#app/lib/domain.ts";
import { newId } from "#app/lib/ids.ts";
import type { Language } from "#app/lib/languages.ts";
import { plusMonths } from "#app/lib/periods.ts";
import { toNameKey } from "#app/lib/spend.ts";
import {
  AdObject,
  BrokerContract,
  BrokerLink,
  type Connection,
  NamedLink,
  OptInForm,
  OptInFormPlatform,
  Platform,
  SpendImport,
  Submission,
  User,
  Workspace,
  WorkspaceMember,
} from "#app/models/index.server.ts";
import { SCOPES, type Scope } from "#app/schemas/scopes.ts";
import { issueAccessToken } from "#app/services/auth/credentials/access-tokens.server.ts";
import { createApiKey } from "#app/services/auth/credentials/manage-api-keys.server.ts";
import { hashPassword } from "#app/services/auth/credentials/passwords.server.ts";
import { accountRows, createUser } from "#app/services/auth/registration/create-user.server.ts";
import { asMember, type Member } from "#app/services/auth/sessions/member.server.ts";
import { createSession, findSession } from "#app/services/auth/sessions/sessions.server.ts";
import { saveConnection } from "#app/services/connections/connections.server.ts";
import { submitOptIn } from "#app/services/submissions/submit-opt-in.server.ts";
import { grantAccess, type MemberAccess } from "#app/services/workspaces/access.server.ts";

/**
 * Ten letters that nothing else in the database holds. Digits could look like an account number, of which the
 * product warns.
 */
export const unique = () =>
  randomBytes(5)
    .toString("hex")
    .replace(/\d/g, (digit) => "ghijklmnop"[Number(digit)] ?? "");
export const uniqueEmail = () => `visitor-${unique()}@example.com`;
const uniquePixel = () => String(randomInt(1e14, 2.8e14));

type OwnerOptions = { password?: string; timeZone?: string; currency?: string } & Partial<
  Pick<User, "isActive" | "emailVerifiedAt" | "role" | "email" | "username">
>;

/** An account with the workspace that it owns. */
export type Owner = User & { workspace: Workspace };

const hashes = new Map<string, Promise<string>>();

/** Hashed once for each password: hashing is slow on purpose. */
function hashOnce(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, known);
  return known;
}

/** An owner; without a password nobody can sign in as them but `signInAs`. */
export async function createOwner({
  password,
  timeZone,
  currency,
  ...overrides
}: OwnerOptions = {}): Promise<Owner> {
  const name = unique();
  const email = overrides.email ?? `owner-${name}@example.com`;
  const username = overrides.username ?? `owner-${name}`;
  const rows = accountRows({
    email,
    username,
    name: `Owner ${name}`,
    passwordHash: password === undefined ? null : await hashOnce(password),
    emailVerifiedAt: new Date(),
    ...(timeZone ? { timeZone } : {}),
    ...(currency ? { currency } : {}),
  });
  Object.assign(rows.user, overrides);
  const { user, workspace } = await inTransaction((transaction) => createUser(rows, transaction));
  return Object.assign(user, { workspace });
}

/** The first owner of a workspace. */
export async function findOwner(workspaceId: string): Promise<Owner> {
  const where = { workspaceId, role: "owner" as const };
  const { userId } = await WorkspaceMember.findOne({ where, rejectOnEmpty: true });
  const workspace = await Workspace.findByPk(workspaceId, { rejectOnEmpty: true });
  return Object.assign(await User.findByPk(userId, { rejectOnEmpty: true }), { workspace });
}

/** Makes somebody a member of another's workspace. */
export async function addMember(
  { workspace }: { workspace: Workspace },
  user: User,
  role: MemberRole,
): Promise<void> {
  await WorkspaceMember.create({ workspaceId: workspace.id, userId: user.id, role, createdAt: new Date() });
}

/** A new account that works in another's workspace only. */
export async function createMember(owner: Owner, role: MemberRole, options?: OwnerOptions): Promise<User> {
  const user = await createOwner(options);
  await user.workspace.destroy();
  await addMember(owner, user, role);
  return user;
}

/** A session of the user: the API's bearer token, the browser's cookie and the session's id. */
export async function signInAs(user: User): Promise<{ token: string; cookie: string; sessionId: string }> {
  const device = { ip: null, userAgent: null, deviceId: null, deviceFingerprint: null };
  const session = await inTransaction((transaction) =>
    createSession({ userId: user.id, device, authenticatedAt: new Date() }, transaction),
  );
  const token = await issueAccessToken({ sessionId: session.sessionId, userId: user.id });
  const [cookie = ""] = (await sessionCookie.serialize(session.token)).split(";");
  return { token, cookie, sessionId: session.sessionId };
}

/** What a page's guard returns for a session. */
export async function findMember({ sessionId }: { sessionId: string }): Promise<Member> {
  const signedIn = await findSession({ sessionId });
  if (!signedIn) throw new Error("The session is gone.");
  return asMember(signedIn);
}

/** An owner's right in the workspace, or another member's. */
export const toAccess = (
  { workspace, id }: Pick<Owner, "id" | "workspace">,
  { id: userId }: Pick<User, "id"> = { id },
): MemberAccess => grantAccess({ workspaceId: workspace.id, userId, supportAccessId: null });

/** The right of a workspace's first owner. */
export const findAccess = async (workspaceId: string): Promise<MemberAccess> =>
  toAccess(await findOwner(workspaceId));

type KeyOptions = { user?: User; scopes?: Scope[]; expiresAt?: string };

/** A key of the owner's workspace for all that keys can be allowed, unless told otherwise. */
export const createKey = (owner: Owner, { user = owner, scopes = [...SCOPES], expiresAt }: KeyOptions = {}) =>
  createApiKey({ access: toAccess(owner), user, input: { name: "Reports", scopes, expiresAt } });

export async function createPlatforms(count: number, { owner }: { owner: Owner }): Promise<Platform[]> {
  const now = new Date();
  const taken = await Platform.count({ where: { workspaceId: owner.workspace.id } });
  return Platform.bulkCreate(
    Array.from({ length: count }, (_, index) => {
      const name = `Broker ${unique()}`;
      const position = taken + index;
      return {
        workspaceId: owner.workspace.id,
        name,
        nameKey: name.toLowerCase(),
        icon: "ChartLine",
        isActive: true,
        isDefault: position === 0 ? true : null,
        position,
        createdAt: now,
        updatedAt: now,
      };
    }),
  );
}

export type Form = { id: string; slug: string; owner: Owner; platforms: Platform[]; row: OptInForm };

type FormOptions = { owner?: Owner; platforms?: Platform[] } & Partial<
  Pick<
    OptInForm,
    | "name"
    | "slug"
    | "isActive"
    | "deletedAt"
    | "allowRepeat"
    | "amountField"
    | "frameOrigins"
    | "phoneCountry"
    | "languages"
    | "action"
    | "facebookPixelId"
    | "redirectUrl"
    | "successMessage"
    | "title"
    | "introduction"
    | "consentText"
    | "withoutAmount"
  >
>;

/** A published form with its owner and one platform. */
export async function createForm({ owner, platforms, ...overrides }: FormOptions = {}): Promise<Form> {
  const itsOwner = owner ?? (await createOwner());
  const itsPlatforms = platforms ?? (await createPlatforms(1, { owner: itsOwner }));
  const now = new Date();
  const row = await OptInForm.create({
    workspaceId: itsOwner.workspace.id,
    slug: `form-${unique()}`,
    isActive: true,
    ownerName: itsOwner.name,
    title: "Confirm your deposit",
    introduction: null,
    action: "deposit",
    consentText: "I agree that this is checked and passed on.",
    // As the starter text.
    consentCovers: '"all"',
    allowRepeat: false,
    successMessage: null,
    createdAt: now,
    updatedAt: now,
    ...overrides,
  });
  await OptInFormPlatform.bulkCreate(
    itsPlatforms.map(({ id }, position) => ({ formId: row.id, platformId: id, position })),
  );
  return { id: row.id, slug: row.slug, owner: itsOwner, platforms: itsPlatforms, row };
}

/** A link to the form that its owner has named. */
export async function createNamedLink(
  { id: formId, owner }: Form,
  values: Partial<Pick<NamedLink, "name" | "label" | "source" | "medium" | "campaign">> = {},
): Promise<NamedLink> {
  const name = values.name ?? `link-${unique()}`;
  const place = { workspaceId: owner.workspace.id, formId };
  return NamedLink.create({ name, label: `Link ${name}`, ...values, ...place, createdAt: new Date() });
}

/** A link to the form's first broker. */
export function createBrokerLinkOf({ owner, platforms }: Form): Promise<BrokerLink> {
  return BrokerLink.create({
    workspaceId: owner.workspace.id,
    platformId: platforms[0]?.id ?? "",
    code: unique(),
    name: "Spain",
    url: "https://one.exnesslink.com/a/casairia",
    host: "one.exnesslink.com",
    parameter: "sub_id",
    createdAt: new Date(),
  });
}

let contracts = 0;
/** A contract of the form's broker that says nothing of what is paid. Each begins a month later. */
export async function createContractOf({ owner, platforms }: Form): Promise<string> {
  const now = new Date();
  const { id } = await BrokerContract.create({
    workspaceId: owner.workspace.id,
    platformId: platforms[0]?.id ?? "",
    startsOn: `${plusMonths("2000-01", contracts++)}-01`,
    endsOn: null,
    timeZone: "UTC",
    currency: "EUR",
    parts: "[]",
    isKnown: false,
    paidOnDay: null,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

/** A file of spend that is read. */
export function createSpendFile({ workspace }: Owner, more: Partial<SpendImport> = {}): Promise<SpendImport> {
  return SpendImport.create({
    workspaceId: workspace.id,
    kind: "file",
    userId: null,
    name: "spend.csv",
    adPlatform: "meta",
    accountId: "",
    isSpread: false,
    bytes: 1,
    rowCount: 1,
    state: "ready",
    attemptCount: 0,
    createdAt: new Date(),
    ...more,
  });
}

/** A campaign, ad set or ad that spend names. */
export function createAdObject(
  { workspace }: Owner,
  { name, objectId = null, ...more }: Partial<AdObject> & { name: string },
): Promise<AdObject> {
  return AdObject.create({
    workspaceId: workspace.id,
    adPlatform: "meta",
    accountId: "",
    level: "campaign" as const,
    objectId,
    objectKey: objectId ?? newId(),
    name,
    nameKey: toNameKey(name),
    createdAt: new Date(),
    ...more,
  });
}

/** Connects an owner to Meta's sandbox; the token's name may ask for a fault: `sandbox-500-once`. */
export async function connectMeta(
  owner: Owner,
  { accessToken = "sandbox-token", pixelId = uniquePixel() } = {},
): Promise<Connection> {
  return saveConnection({
    access: toAccess(owner),
    adPlatform: "meta",
    credential: { accessToken },
    assetId: pixelId,
    assetName: null,
  });
}

const ASSETS = {
  meta: () => uniquePixel(),
  tiktok: () => `C${unique().toUpperCase()}`,
  snapchat: () => randomUUID(),
  google: () => `${randomInt(1e9, 9.9e9)}/${randomInt(1e8, 9.9e8)}`,
};
export const AD_PLATFORMS = ["meta", "tiktok", "snapchat", "google"] as const;
type AdPlatformId = (typeof AD_PLATFORMS)[number];

type ConnectOptions = { accessToken?: string; expiresAt?: Date; settings?: object };

/** Connects an owner to any platform's sandbox, each under an asset of its own. */
export async function connectPlatform(
  owner: Owner,
  adPlatform: AdPlatformId,
  {
    accessToken = "sandbox-token",
    expiresAt = new Date(Date.now() + 3_600_000),
    settings,
  }: ConnectOptions = {},
): Promise<Connection> {
  const signedIn = { refreshToken: "sandbox-refresh-1", expiresAt: expiresAt.toISOString() };
  return saveConnection({
    access: toAccess(owner),
    adPlatform,
    credential: { accessToken, ...(adPlatform === "google" && signedIn) },
    ...(settings && { settings }),
    assetId: ASSETS[adPlatform](),
    assetName: null,
  });
}

/** What a visitor sends to a form when all is well. */
export function optInBody(
  form: { platforms: { id: string }[] },
  overrides: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    email: uniqueEmail(),
    phone: "+34600555123",
    platform: form.platforms[0]?.id,
    amount: "250.00",
    currency: "EUR",
    consent: true,
    ...overrides,
  };
}

type SubmitOptions = Partial<{
  email: string;
  phone: string;
  amount: string | undefined;
  currency: string;
  reference: string;
  platform: string;
  pageUrl: string;
  referrer: string;
  language: Language;
  /** When the visitor confirms. */
  now: Date;
}>;

/** A visitor's submission, without the way over HTTP. An unlikely amount is confirmed. */
export async function submitForm(form: Form, options: SubmitOptions = {}): Promise<Submission> {
  const { now = new Date(), phone = "+34600555123", pageUrl = null, ...typed } = options;
  // The process under test may have changed the form, and this one does not poll.
  emitChanges(["forms"]);
  const { submissionId } = await submitOptIn({
    slug: form.slug,
    now,
    input: {
      email: uniqueEmail(),
      platform: form.platforms[0]?.id ?? "",
      amount: "250",
      currency: "EUR",
      amountConfirmed: true,
      consent: true,
      ...typed,
      phone: { e164: phone, country: "ES" },
    },
    visitor: {
      ip: "81.2.69.142",
      userAgent: "Mozilla/5.0 (iPhone)",
      visits: [],
      pageUrl,
      cookies: new Map(),
      acceptLanguage: null,
      asksForPrivacy: false,
      visitorId: null,
      deviceId: null,
      deviceFingerprint: null,
      idempotencyKey: unique(),
      needsToken: false,
    },
  });
  return Submission.findByPk(submissionId, { rejectOnEmpty: true });
}
