import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { remixConfig } from "./remix.config.ts";
import { sonnerWithoutStyle } from "./vite-plugins/sonner-without-style.ts";

/** Route modules without a component are empty in the browser; zod's comments name an annotation without being one. */
const HARMLESS = new Set(["EMPTY_BUNDLE", "INVALID_ANNOTATION"]);

export default defineConfig({
  plugins: [remix(remixConfig), tailwindcss(), sonnerWithoutStyle()],
  build: {
    target: "es2022",
    reportCompressedSize: false,
    rollupOptions: {
      onwarn(warning, warn) {
        if (!HARMLESS.has(warning.code ?? "")) warn(warning);
      },
    },
  },
  worker: { format: "es" },
});
