import { createHash } from "node:crypto";

/** The product's own tokens, as far as these pages need them: `sandbox/pages/style.test.ts` compares. */
const DARK = `
  color-scheme: dark;
  --ground: oklch(0.178 0.006 75);
  --surface: oklch(0.214 0.007 75);
  --raised: oklch(0.252 0.008 75);
  --sunk: oklch(0.152 0.005 75);
  --line: oklch(0.305 0.009 75);
  --edge: oklch(0.545 0.012 75);
  --ink: oklch(0.955 0.008 85);
  --ink-2: oklch(0.8 0.011 82);
  --ink-3: oklch(0.705 0.012 80);
  --verd: oklch(0.815 0.105 180);
  --verd-fill: oklch(0.8 0.108 180);
  --on-verd: oklch(0.19 0.03 185);
  --verd-tint: oklch(0.275 0.036 186);
  --alarm: oklch(0.765 0.13 24);
  --alarm-tint: oklch(0.268 0.046 22);
  --focus: oklch(0.955 0.008 85);
`;
const LIGHT = `
  color-scheme: light;
  --ground: oklch(0.966 0.004 95);
  --surface: oklch(0.994 0.002 95);
  --raised: oklch(1 0 0);
  --sunk: oklch(0.982 0.003 95);
  --line: oklch(0.89 0.006 90);
  --edge: oklch(0.6 0.012 85);
  --ink: oklch(0.225 0.012 75);
  --ink-2: oklch(0.405 0.012 75);
  --ink-3: oklch(0.49 0.012 75);
  --verd: oklch(0.455 0.08 188);
  --verd-fill: oklch(0.43 0.072 188);
  --on-verd: oklch(0.99 0.008 185);
  --verd-tint: oklch(0.945 0.026 184);
  --alarm: oklch(0.5 0.18 26);
  --alarm-tint: oklch(0.955 0.02 20);
  --focus: oklch(0.225 0.012 75);
`;

export const TOKENS = { dark: DARK, light: LIGHT };

const STYLE = `
:root {${DARK}}
@media (prefers-color-scheme: light) { :root {${LIGHT}} }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 0.875rem/1.5 "Archivo Variable", system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { max-width: 80rem; margin: 0 auto; padding: 32px 16px 64px; }
h1 { margin: 0 0 4px; font-size: 1.375rem; font-weight: 640; letter-spacing: -0.01em; line-height: 1.25; }
p { margin: 0 0 24px; max-width: 90ch; color: var(--ink-2); }
a { color: var(--ink); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
code, pre, dd { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; font-size: 0.8125rem; }
.events { display: grid; gap: 12px; margin: 0; padding: 0; list-style: none; }
.events li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 8px 16px; padding: 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
h2 { margin: 0; font-size: 1rem; font-weight: 600; line-height: 1.5; overflow-wrap: anywhere; }
time { color: var(--ink-3); font-variant-numeric: tabular-nums; line-height: 1.5rem; text-align: right; }
.events p, dl, details { grid-column: 1 / -1; margin: 0; }
dl { display: flex; flex-wrap: wrap; gap: 4px 24px; }
dl div { display: flex; flex-wrap: wrap; gap: 0 8px; min-width: 0; }
dt { color: var(--ink-3); }
dd { margin: 0; line-height: 1.3125rem; overflow-wrap: anywhere; }
.mark { display: inline-block; padding: 1px 8px; border-radius: 5px; font-size: 0.8125rem; font-weight: 560; white-space: nowrap; }
.accepted { color: var(--verd); background: var(--verd-tint); }
.refused { color: var(--alarm); background: var(--alarm-tint); }
.note { margin-left: 8px; color: var(--ink-3); font-size: 0.8125rem; }
summary { display: flex; align-items: center; gap: 8px; width: fit-content; min-height: 32px; cursor: pointer; color: var(--ink-2); text-decoration: underline; text-underline-offset: 3px; }
pre { margin: 8px 0 0; padding: 12px; border-radius: 6px; background: var(--sunk); line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; }
.message { max-width: 34rem; }
.actions { display: flex; flex-wrap: wrap; gap: 12px; margin: 0; padding: 0; list-style: none; }
.actions a { display: flex; align-items: center; min-height: 44px; padding: 0 16px; border: 1px solid var(--edge); border-radius: 6px; text-decoration: none; }
.chat { display: grid; gap: 8px; max-width: 40rem; margin: 0 0 16px; padding: 0; list-style: none; }
.chat li { width: fit-content; max-width: 32rem; padding: 8px 12px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); overflow-wrap: anywhere; white-space: pre-line; }
.chat li.mine { justify-self: end; background: var(--verd-tint); }
.chat li.gone { color: var(--ink-3); text-decoration: line-through; }
.chat form, .row form { display: inline; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; max-width: 40rem; margin: 8px 0 0; white-space: normal; }
.row + h2, form + h2, ul + h2 { margin-top: 24px; }
button, select, input, .row a { min-height: 36px; padding: 0 12px; border: 1px solid var(--edge); border-radius: 6px; background: var(--raised); color: var(--ink); font: inherit; }
input[type="checkbox"] { min-height: 0; }
.row a { display: inline-flex; align-items: center; text-decoration: none; }
.actions li:first-child a { border-color: var(--verd-fill); background: var(--verd-fill); color: var(--on-verd); font-weight: 560; }
`;

/** The pages run no script and load nothing; their one style is allowed by its hash. */
export const PAGE_HEADERS = {
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** Of pages with a form of their own. */
export const FORM_PAGE_HEADERS = {
  ...PAGE_HEADERS,
  "content-security-policy": PAGE_HEADERS["content-security-policy"].replace(
    "form-action 'none'",
    "form-action 'self'",
  ),
  "cache-control": "no-store",
};

export const page = (title: string, main: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Ad-platform sandbox</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
