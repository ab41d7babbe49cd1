import { meta } from "./meta/index.ts";
import type { SandboxPlatform } from "./platform.ts";

/** Every ad platform that the sandbox plays. Meta is last because its service responds to any path. */
export const sandboxPlatforms: SandboxPlatform[] = [meta];
