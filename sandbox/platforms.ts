import { bitget } from "./brokers/bitget.ts";
import { bybit } from "./brokers/bybit.ts";
import { exness } from "./brokers/exness.ts";
import { google } from "./google/index.ts";
import { meta } from "./meta/index.ts";
import type { SandboxPlatform } from "./platform.ts";
import { snapchat } from "./snapchat/index.ts";
import { telegramEnvironment } from "./telegram/index.ts";
import { tiktok } from "./tiktok/index.ts";

/** The APIs of brokers. */
const sandboxBrokers: SandboxPlatform[] = [bybit, bitget, exness];

/** The ad platforms and brokers that the sandbox plays. Meta is last because its service responds to any path. */
export const sandboxPlatforms: SandboxPlatform[] = [tiktok, snapchat, google, ...sandboxBrokers, meta];

/** The environment in which the product sends everything to the sandbox. */
export const sandboxEnvironment = (url: string, platforms = sandboxPlatforms): Record<string, string> =>
  Object.assign(telegramEnvironment(url), ...platforms.map(({ environment }) => environment(url)));
