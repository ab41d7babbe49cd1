import { build } from "esbuild";
import type { Plugin } from "vite";

/** Their names stand in the code of other sites, so they have no hash. */
const NAMES = ["embed", "click"];

/** Builds the scripts that other sites load. Each is one file and no module. */
export function scriptsForOtherSites(): Plugin {
  return {
    name: "scripts-for-other-sites",
    configureServer({ middlewares }) {
      for (const name of NAMES) {
        middlewares.use(`/${name}.js`, (_request, response, next) => {
          bundle(name).then((source) => {
            response.setHeader("Content-Type", "text/javascript; charset=utf-8");
            response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
            response.end(source);
          }, next);
        });
      }
    },
    async generateBundle() {
      if (this.environment.name !== "client") return;
      for (const name of NAMES)
        this.emitFile({ type: "asset", fileName: `${name}.js`, source: await bundle(name) });
    },
  };
}

async function bundle(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`app/browser/embed/${name}.ts`],
    bundle: true,
    format: "iife",
    minify: true,
    // In-app browsers are as old as their phones.
    target: "es2020",
    write: false,
    logLevel: "warning",
  });
  return outputFiles[0]?.text ?? "";
}
