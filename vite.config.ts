import { vitePlugin as remix } from "@remix-run/dev";
import terser from "@rollup/plugin-terser";
import { defineConfig } from "vite";
import { remixConfig } from "./remix.config.ts";
import { scriptsForOtherSites } from "./vite-plugins/scripts-for-other-sites.ts";
import { sonnerWithoutStyle } from "./vite-plugins/sonner-without-style.ts";

/** Route modules without a component are empty in the browser; zod's comments name an annotation without being one. */
const HARMLESS = new Set(["EMPTY_BUNDLE", "INVALID_ANNOTATION"]);

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(remixConfig), sonnerWithoutStyle(), scriptsForOtherSites()],
  build: {
    target: "es2022",
    reportCompressedSize: false,
    rollupOptions: {
      output: isSsrBuild
        ? { hoistTransitiveImports: false }
        : { manualChunks: getChunk, onlyExplicitManualChunks: true, plugins: [terser()] },
      onwarn(warning, warn) {
        // Chunks that import each other read what is not there yet, and no page of them has a script.
        if (warning.code === "CIRCULAR_CHUNK") throw new Error(warning.message);
        if (!HARMLESS.has(warning.code ?? "")) warn(warning);
      },
    },
  },
  worker: {
    format: "es",
    // The scripts of the public pages: esbuild alone keeps names that terser leaves out.
    rollupOptions: { output: { plugins: [terser({ module: true, ecma: 2020, compress: { passes: 3 } })] } },
  },
}));

/** Loaded with the first touch or toast. */
const TOASTS = /\/node_modules\/sonner\/|\/app\/components\/ui\/toaster\./;
const FRAMEWORK =
  /vite\/preload-helper|\/node_modules\/(?:react|react-dom|react-router|react-router-dom|scheduler|@remix-run|turbo-stream)\/|commonjsHelpers/;
/** Fields that check what is typed: most pages only read, and of the list only an open claim has some. */
const FORMS =
  /\/node_modules\/@conform-to\/(?:dom|react)\/|\/app\/components\/forms\/(?:field|form-panel|input-form|password-field|password-proof|select-field|text-area-field|use-form)\./;
const SHARED =
  /\/node_modules\/(?:clsx|remix-utils)\/|\/app\/(?:browser|components\/(?:forms|layout|ui))\/|\/app\/(?:lib\/(?:ad-platforms|dates|digits|form-theme|objects|submission-filters|time-left|query-string|page-title|errors|languages|regional-formats|site\/image-path)|schemas\/messages\/(?:loading|network|auth|submissions|fields)|paths|root)\.|\/app\.css\?|\.woff2\?url$/;
/** Shared modules that neither the overview nor the list of claims needs. */
const OTHERS =
  /\/app\/browser\/pending-email\.|\/app\/components\/(?:forms\/(?:confirmed-post|use-draft|use-leave-warning|use-typed)|layout\/(?:admin-frame|admin-nav|auth-layout|footer-theme|plain-message|site-header)|ui\/(?:advanced|code-block|confirmation|ornaments|scripting|slip|use-focus-next))\./;
/** Charts with their tables. */
const CHARTS =
  /\/app\/components\/(?:analytics\/(?:bar-chart|breakdown|breakdown-rows|data-table|funnel|names|series-chart|series-table))\.|\/app\/lib\/series\./;
/** What the pages with money and times share. */
const DASHBOARD =
  /\/node_modules\/(?:@date-fns|date-fns|decimal\.js-light)\/|\/app\/components\/(?:analytics\/truth-stat|ui\/stats|auth\/(?:check-session|session-keeper)|connections\/(?:integration-context|test-mode-mark|use-refused-count)|exchange-rates\/(?:currency-context|describe-rate|money|no-rate|rates-note)|filters|layout\/(?:as-of|support-note)|live\/(?:live-changes|use-live-count|use-reload)|notifications\/(?:notification-bell|use-unread-count))|\/app\/lib\/(?:commission|date-range|domain|event-state|exchange|export-types|format-date|group-by|money|pegs|sources|truth)\.|\/app\/components\/submissions\/(?:active-filters|claim-amount|submission-state)\./;
/**
 * What the list of claims shares with an open claim and the review of claims. Not what awaits a lazy part: the part
 * imports this file, and each would wait for the other.
 */
const CLAIMS = /\/app\/components\/(?:live\/tab-id-field|submissions\/(?:review-keys|selection))\./;

/** Few files: what most pages use is loaded together. Every other module stays with its pages. */
function getChunk(id: string): string | undefined {
  // A page would otherwise link one style sheet for each of its components.
  if (id.endsWith(".module.css")) return "styles";
  if (FRAMEWORK.test(id)) return "framework";
  if (TOASTS.test(id)) return "toasts";
  if (FORMS.test(id)) return "forms";
  if (OTHERS.test(id)) return "others";
  if (CHARTS.test(id)) return "charts";
  if (DASHBOARD.test(id)) return "dashboard";
  if (CLAIMS.test(id)) return "claims";
  if (SHARED.test(id)) return "shared";
}
