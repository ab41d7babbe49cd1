import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { remixConfig } from "./remix.config.ts";
import { sonnerWithoutStyle } from "./vite-plugins/sonner-without-style.ts";

/** Route modules without a component are empty in the browser; zod's comments name an annotation without being one. */
const HARMLESS = new Set(["EMPTY_BUNDLE", "INVALID_ANNOTATION"]);

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(remixConfig), sonnerWithoutStyle()],
  build: {
    target: "es2022",
    reportCompressedSize: false,
    rollupOptions: {
      output: isSsrBuild ? {} : { manualChunks: intoOneStyleSheet },
      onwarn(warning, warn) {
        if (!HARMLESS.has(warning.code ?? "")) warn(warning);
      },
    },
  },
  worker: { format: "es" },
}));

/** One file for the CSS Modules: a page would otherwise link one for each of its components. */
function intoOneStyleSheet(id: string): string | undefined {
  return id.endsWith(".module.css") ? "styles" : undefined;
}
