import { meta } from "./meta/index.ts";
import type { SandboxPlatform } from "./platform.ts";

/** Every ad platform that the sandbox plays. Meta is last because its service responds to any path. */
export const sandboxPlatforms: SandboxPlatform[] = [meta];

/** The environment in which the product sends everything to the sandbox. */
export const sandboxEnvironment = (url: string, platforms = sandboxPlatforms): Record<string, string> =>
  Object.fromEntries(platforms.flatMap(({ variables }) => variables.map((name) => [name, url])));
