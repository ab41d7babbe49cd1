import { DomainError, Invalid } from "#app/lib/errors.ts";
import type { Connection } from "#app/models/index.server.ts";
import type { AssetSettings } from "#app/schemas/connections.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { AdPlatform, Asset, PlatformRefusal } from "#app/services/ad-platforms/ad-platform.ts";
import { withTestMode } from "#app/services/ad-platforms/connection-settings.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";
import { findConnection, saveConnection } from "./connections.server.ts";
import { sentences } from "./sentences.ts";

type Arguments = {
  access: Access;
  adPlatform: string;
  accessToken: string;
  /** If missing, the token's only asset. */
  assetId?: string | null;
  testEventCode?: string | null;
  settings?: AssetSettings;
};

/** All but the asset is there: the caller keeps the credential and asks for the asset. */
export class AssetNeeded extends Invalid {
  readonly credential: unknown;
  /** What there is to choose from; empty if the credential cannot list it. */
  readonly assets: Asset[];

  constructor(message: string, { credential, assets }: { credential: unknown; assets: Asset[] }) {
    super([{ field: "assetId", message }]);
    this.credential = credential;
    this.assets = assets;
  }
}

/**
 * Connects a platform by a token that the platform accepts, in place of the earlier connection.
 * @throws {AssetNeeded} if the token may use several assets and none is named, or not the one that is
 * @throws {Invalid} at `accessToken`, `testEventCode` or a setting
 * @throws {DomainError} 502 `platform_unreachable`
 */
export async function connectWithToken(args: Arguments): Promise<Connection> {
  const { access, adPlatform, accessToken, assetId, ...rest } = args;
  const platform = adPlatforms.get(adPlatform);
  const credential = readToken(platform, accessToken);
  const named = assetId || (await findOnlyAsset(platform, credential)).id;
  try {
    return await connectAsset({ access, adPlatform, credential, assetId: named, ...rest });
  } catch (error) {
    if (!(error instanceof Invalid) || !error.errors.some(({ field }) => field === "assetId")) throw error;
    const listed = await platform.listAssets(credential);
    throw new AssetNeeded(error.message, { credential, assets: listed.ok ? listed.assets : [] });
  }
}

type AssetConnection = Omit<Arguments, "accessToken" | "assetId"> & { credential: unknown; assetId: string };

/**
 * Connects an asset with a known credential.
 * @throws as `connectWithToken`
 */
export async function connectAsset(args: AssetConnection): Promise<Connection> {
  const { access, adPlatform, credential, assetId, testEventCode } = args;
  const platform = adPlatforms.get(adPlatform);
  const earlier = await findConnection(access.workspaceId, adPlatform);
  const stored = earlier ? JSON.parse(earlier.settings) : {};
  const entered = enteredSettings(platform, args.settings);
  const own = { ...stored, ...entered };
  const changed = testEventCode ? withTestMode(platform, own, testEventCode) : own;
  if (!changed) throw new Invalid([{ field: "testEventCode", message: sentences.noTestMode(platform.name) }]);
  const settings = parseSettings(platform, changed);
  const checked = await platform.checkCredential({ credential, settings, assetId });
  if (!checked.ok) throw toError(platform, checked);
  return saveConnection({
    access,
    adPlatform,
    credential,
    assetId: checked.asset.id,
    assetName: checked.asset.name.slice(0, 200),
    ...(testEventCode || entered ? { settings } : {}),
  });
}

/** What the owner entered of the platform's own fields; null if nothing, undefined for its default. */
function enteredSettings({ settingFields = [] }: AdPlatform, given: AssetSettings = {}) {
  const entered = settingFields.flatMap(({ name }) =>
    given[name] === undefined ? [] : [[name, given[name] ?? undefined]],
  );
  return entered.length > 0 ? Object.fromEntries(entered) : null;
}

/** @throws {Invalid} at the setting */
function parseSettings({ settingsSchema }: AdPlatform, settings: unknown): unknown {
  const parsed = settingsSchema.safeParse(settings);
  if (parsed.success) return parsed.data;
  throw new Invalid(
    parsed.error.issues.map(({ path, message }) => ({ field: String(path[0] ?? ""), message })),
  );
}

/** @throws {Invalid} at `accessToken` */
function readToken(platform: AdPlatform, accessToken: string): unknown {
  const refuse = (message: string) => new Invalid([{ field: "accessToken", message }]);
  const other = adPlatforms
    .all()
    .find((candidate) => candidate !== platform && candidate.recognizesToken?.(accessToken));
  if (other) throw refuse(sentences.otherPlatformsToken(other.name, platform.name));
  const parsed = platform.credentialSchema.safeParse({ accessToken });
  if (!parsed.success) throw refuse(messages.connections.tokenShape);
  return parsed.data;
}

async function findOnlyAsset(platform: AdPlatform, credential: unknown): Promise<Asset> {
  const { assetWord } = platform.describe(platform.settingsSchema.parse({}));
  const needsId = new AssetNeeded(sentences.assetUnlisted(assetWord), { credential, assets: [] });
  if (platform.needsAssetId) throw needsId;
  const listed = await platform.listAssets(credential);
  // A token for events alone may not list anything.
  if (!listed.ok) throw listed.subject === "permission" ? needsId : toError(platform, listed);
  const [only, ...others] = listed.assets;
  if (!only) throw needsId;
  if (others.length === 0) return only;
  const named = listed.assets.slice(0, 5).map(({ id, name }) => `${name} (${id})`);
  throw new AssetNeeded(sentences.chooseAsset(assetWord, named), { credential, assets: listed.assets });
}

function toError({ name, connect }: AdPlatform, { result, subject }: PlatformRefusal): DomainError {
  const message = result.remedy ?? result.message ?? sentences.refused(name);
  if (result.outcome !== "parked" && result.outcome !== "permanent")
    return new DomainError(502, "platform_unreachable", message);
  // Who signs in at the platform has no token to type in.
  const isAtAsset = subject === "asset" || connect.kind === "oauth";
  return new Invalid([{ field: isAtAsset ? "assetId" : "accessToken", message }]);
}
