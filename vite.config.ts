import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { remixConfig } from "./remix.config.ts";
import { sonnerWithoutStyle } from "./vite-plugins/sonner-without-style.ts";

export default defineConfig({
  plugins: [remix(remixConfig), tailwindcss(), sonnerWithoutStyle()],
  build: { target: "es2022" },
  worker: { format: "es" },
});
