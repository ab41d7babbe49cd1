import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { build, type Metafile, type Plugin } from "esbuild";
import { writeSocialImages } from "./social-images.ts";

const OUT = "build";
const COMMANDS = ["migrate", "seed", "user", "verify-proof", "health", "backup", "restore", "demo"];
const COMPRESSIBLE = /\.(?:css|html|ico|js|json|mjs|svg|txt|wasm|webmanifest|xml)$/;
/** Below this a compressed file saves no packet. */
const COMPRESSIBLE_MIN_BYTES = 512;

/** A tenth of a start would go to the command line of umzug, which nobody calls. */
const withoutUmzugCommand: Plugin = {
  name: "without-umzug-command",
  setup: ({ onLoad }) => onLoad({ filter: /[\\/]umzug[\\/]lib[\\/]cli\.js$/ }, () => ({ contents: "" })),
};

/**
 * Native modules, development tools, packages that Sequelize tries to load and does not need, and one that the
 * client of Redis names: it would be a part of every start.
 */
const NOT_BUNDLED = ["sqlite3", "@node-rs/argon2", "sharp", "vite", "pg-hstore", "@opentelemetry/api"];

await bundlePrograms();
await writeSocialImages(`${OUT}/client`);
compressFiles(`${OUT}/client`);

/** With its dependencies in a few files a server starts in half the time: Node loads module by module. */
async function bundlePrograms(): Promise<void> {
  const commands = COMMANDS.map((name) => [`commands/${name}`, `scripts/${name}.ts`]);
  const { metafile } = await build({
    entryPoints: {
      server: "server.ts",
      app: `${OUT}/server/index.js`,
      worker: "worker.ts",
      "file-thread": "app/jobs/file-thread.ts",
      ...Object.fromEntries(commands),
    },
    outdir: OUT,
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: NOT_BUNDLED,
    alias: { "#app": path.resolve("app") },
    define: { "process.env.NODE_ENV": '"production"' },
    // CommonJS packages require Node's own modules.
    banner: {
      js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
    },
    plugins: [withoutUmzugCommand],
    // Syntax is not minified: that would drop class names, which Sequelize and the log need, and `keepNames`
    // would slow each closure down.
    minifyWhitespace: true,
    legalComments: "external",
    sourcemap: "external",
    metafile: true,
    logLevel: "warning",
  });
  assertWithoutApp(metafile);
  rmSync(`${OUT}/server`, { recursive: true });
}

/** The server takes the app from the Remix build: a bundled copy would be a second pool of connections. */
function assertWithoutApp({ outputs }: Metafile): void {
  const files = new Set([`${OUT}/server.js`]);
  for (const file of files) {
    for (const { path: imported, external } of outputs[file]?.imports ?? [])
      if (!external) files.add(imported);
  }
  const inputs = [...files].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
  const copied = inputs.filter((input) => input.startsWith("app/"));
  if (copied.length === 0) return;
  console.error(`${OUT}/server.js must hold nothing of app/, but holds:\n${copied.join("\n")}`);
  process.exit(1);
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
