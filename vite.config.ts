import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { remixConfig } from "./remix.config.ts";
import { sonnerWithoutStyle } from "./vite-plugins/sonner-without-style.ts";

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(remixConfig), sonnerWithoutStyle()],
  build: {
    target: "es2022",
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: intoOneStyleSheet } },
  },
  worker: { format: "es" },
}));

/** One file for the CSS Modules: a page would otherwise link one for each of its components. */
function intoOneStyleSheet(id: string): string | undefined {
  return id.endsWith(".module.css") ? "styles" : undefined;
}
