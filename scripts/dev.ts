import { sandboxEnvironment } from "../sandbox/platforms.ts";
import { startSandbox } from "../sandbox/server.ts";
import { playDemoChannel } from "./demo-channel.ts";
import { TIME_ZONE } from "./demo-time-zone.ts";

/** Runs the server from its sources through Vite, and the sandbox one port above. Changes reload. */
const port = Number(process.env.PORT ?? 3000);
process.env.NODE_ENV = "development";
const sandbox = await startSandbox({ port: port + 1, host: "127.0.0.1", timeZone: TIME_ZONE });
await playDemoChannel(sandbox.url);
for (const [name, url] of Object.entries(sandboxEnvironment(sandbox.url))) process.env[name] ??= url;
await import("../server.ts");
