import { google } from "./google/index.ts";
import { meta } from "./meta/index.ts";
import type { SandboxPlatform } from "./platform.ts";
import { snapchat } from "./snapchat/index.ts";
import { tiktok } from "./tiktok/index.ts";

/** Every ad platform that the sandbox plays. Meta is last because its service responds to any path. */
export const sandboxPlatforms: SandboxPlatform[] = [tiktok, snapchat, google, meta];

/** The environment in which the product sends everything to the sandbox. */
export const sandboxEnvironment = (url: string, platforms = sandboxPlatforms): Record<string, string> =>
  Object.assign({}, ...platforms.map(({ environment }) => environment(url)));
