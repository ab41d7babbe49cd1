import { DAY } from "#app/lib/dates.ts";
import type { Connection } from "#app/models/index.server.ts";
import type { AdPlatform } from "./ad-platform.ts";
import { adPlatforms } from "./registry.server.ts";

/** Test mode ends by itself after this, at the latest. */
export const TEST_MODE_MAX_MS = DAY;

type StoredSettings = Pick<Connection, "adPlatform" | "settings" | "testModeUntil">;

/** The settings in force. What marks events as tests counts until test mode ends. */
export function readSettings(
  { adPlatform, settings, testModeUntil }: StoredSettings,
  now = new Date(),
): unknown {
  const stored = JSON.parse(settings) as Record<string, unknown>;
  const isOver = !testModeUntil || testModeUntil <= now;
  return adPlatforms.get(adPlatform).settingsSchema.parse(isOver ? withoutTestMode(stored) : stored);
}

/** How old an event of this connection may be when it arrives. */
export function connectionWindowMs(connection: StoredSettings): number {
  return adPlatforms.get(connection.adPlatform).windowMs(readSettings(connection));
}

export function withoutTestMode(settings: Record<string, unknown>): Record<string, unknown> {
  const { testEventCode: _code, isTest: _switch, ...others } = settings;
  return others;
}

/** The settings with test mode on. @returns null if the platform does not take this code */
export function withTestMode(
  platform: AdPlatform,
  settings: Record<string, unknown>,
  testEventCode: string | null,
): Record<string, unknown> | null {
  const changed = { ...settings, ...(testEventCode === null ? { isTest: true } : { testEventCode }) };
  const parsed = platform.settingsSchema.safeParse(changed);
  return parsed.success && platform.isTestMode(parsed.data) ? changed : null;
}

/** How a platform is put into test mode: by a code that it gives, by a switch, or not at all. */
export function getTestModeKind(platform: AdPlatform): "code" | "switch" | null {
  if (withTestMode(platform, {}, "TEST1")) return "code";
  return withTestMode(platform, {}, null) ? "switch" : null;
}

export type TestMode = { code: string | null; endsAt: Date };

/** The connection's test mode; null outside it. */
export function findTestMode(connection: StoredSettings, now = new Date()): TestMode | null {
  const { adPlatform, testModeUntil } = connection;
  const settings = readSettings(connection, now);
  if (!testModeUntil || !adPlatforms.get(adPlatform).isTestMode(settings)) return null;
  const { testEventCode } = settings as { testEventCode?: string | null };
  return { code: testEventCode ?? null, endsAt: testModeUntil };
}
