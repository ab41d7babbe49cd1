import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { type BuildOptions, build } from "esbuild";

const OUT = "build";
const COMMANDS = ["migrate", "seed", "user", "demo"];
const COMPRESSIBLE = /\.(?:css|html|ico|js|json|mjs|svg|txt|wasm|webmanifest|xml)$/;
/** Below this a compressed file saves no packet. */
const COMPRESSIBLE_MIN_BYTES = 512;

const shared: BuildOptions = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  alias: { "#app": path.resolve("app") },
  sourcemap: "external",
  metafile: true,
  logLevel: "warning",
};

await bundleServer();
await bundle("worker.ts", `${OUT}/worker.js`);
for (const name of COMMANDS) await bundle(`scripts/${name}.ts`, `${OUT}/commands/${name}.js`);
compressFiles(`${OUT}/client`);

/** The server takes the app from the Remix build: a bundled copy would be a second pool of connections. */
async function bundleServer(): Promise<void> {
  const inputs = await bundle("server.ts", `${OUT}/server.js`);
  const copied = inputs.filter((input) => input.startsWith("app/"));
  if (copied.length === 0) return;
  console.error(`${OUT}/server.js must hold nothing of app/, but holds:\n${copied.join("\n")}`);
  process.exit(1);
}

/** @returns the sources that went into the bundle, none when there is no such program */
async function bundle(source: string, outfile: string): Promise<string[]> {
  if (!existsSync(source)) return [];
  const { metafile } = await build({ ...shared, entryPoints: [source], outfile });
  return Object.keys(metafile?.inputs ?? {});
}

/** Writes the Brotli twin of every file that gains by it; the server looks for them when it starts. */
function compressFiles(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || !COMPRESSIBLE.test(file) || statSync(file).size < COMPRESSIBLE_MIN_BYTES) continue;
    const content = readFileSync(file);
    const compressed = brotliCompressSync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    });
    if (compressed.length < content.length) writeFileSync(`${file}.br`, compressed);
  }
}
