import { createHash } from "node:crypto";
import type { SandboxPlatform } from "./platform.ts";
import type { ReceivedEvent } from "./received.ts";

const STYLE = `
:root { color-scheme: dark; --line: #263041; --dim: #9aa7ba; --good: #6ee7a8; --bad: #ff9a9a; }
* { box-sizing: border-box; }
body { margin: 0; background: #0d1117; color: #e8edf5; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 76rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { margin: 0 0 .25rem; font-size: 1.5rem; letter-spacing: -.01em; }
p { margin: 0 0 1.5rem; color: var(--dim); }
a { color: #8ab4ff; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; background: #121926; }
.scroll:focus-visible, summary:focus-visible { outline: 2px solid #8ab4ff; outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td { padding: .6rem .8rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
tbody tr:last-child td { border-bottom: 0; }
th { color: var(--dim); font-weight: 600; font-size: .8rem; white-space: nowrap; }
time, code { font: .85em/1.6 ui-monospace, monospace; white-space: nowrap; }
.good { color: var(--good); } .bad { color: var(--bad); }
summary { cursor: pointer; min-height: 24px; white-space: nowrap; }
pre { margin: .5rem 0 0; min-width: 20rem; max-width: 34rem; font: .8rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
`;

/** The page runs no script and loads nothing; its one style is allowed by its hash. */
export const PAGE_HEADERS = {
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** `GET /received` as a page: what came in, newest first. */
export function receivedPage(
  events: ReceivedEvent[],
  { total, platforms }: { total: number; platforms: SandboxPlatform[] },
): string {
  const count = total === 1 ? "1 event" : `${total} events`;
  const shown = events.length < total ? `, the newest ${events.length} of them below` : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Received events · Ad-platform sandbox</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1 id="title">Received events</h1>
<p>The ad-platform sandbox has received ${count}${shown}. Nothing here has left this machine. <a href="/received?format=json">As JSON</a></p>
${events.length === 0 ? "<p>Nothing yet. Verify a submission, then load this page again.</p>" : table(events, platforms)}
</main>
</body>
</html>
`;
}

const table = (
  events: ReceivedEvent[],
  platforms: SandboxPlatform[],
) => `<div class="scroll" role="region" aria-labelledby="title" tabindex="0">
<table>
<caption>Events, newest first</caption>
<thead><tr>${["Time (UTC)", "Platform", "Sent to", "Event", "Event id", "Result", "Body"].map((name) => `<th scope="col">${name}</th>`).join("")}</tr></thead>
<tbody>
${events.map((event) => row(event, nameOf(event, platforms))).join("\n")}
</tbody>
</table>
</div>`;

const nameOf = ({ platform }: ReceivedEvent, platforms: SandboxPlatform[]) =>
  platforms.find(({ id }) => id === platform)?.name ?? platform;

function row(event: ReceivedEvent, platformName: string): string {
  const cells = [
    `<time datetime="${escapeHtml(event.at)}">${escapeHtml(event.at.slice(0, 19).replace("T", " "))}</time>`,
    escapeHtml(platformName),
    `<code>${escapeHtml(event.assetId)}</code>`,
    escapeHtml(event.eventName ?? "–"),
    `<code>${escapeHtml(event.eventId ?? "–")}</code>`,
    result(event),
    event.body === null
      ? "–"
      : `<details><summary>Show</summary><pre>${escapeHtml(JSON.stringify(event.body, null, 2) ?? "")}</pre></details>`,
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}

function result({ accepted, error, testEventCode }: ReceivedEvent): string {
  const word = accepted ? `<span class="good">Accepted</span>` : `<span class="bad">Refused</span>`;
  const notes = [error, testEventCode && `test code ${testEventCode}`].filter((note) => note);
  return [word, ...notes.map((note) => escapeHtml(String(note)))].join("<br>");
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
