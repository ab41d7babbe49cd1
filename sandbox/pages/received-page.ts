import type { SandboxPlatform } from "../platform.ts";
import type { ReceivedEvent } from "../received.ts";
import { escapeHtml, page } from "./style.ts";

type Options = {
  total: number;
  platforms: SandboxPlatform[];
  /** The machine's, as its owner reads the times of the product. */
  timeZone?: string | undefined;
};

/** `GET /received` as a page: what came in, newest first. */
export function receivedPage(events: ReceivedEvent[], { total, platforms, timeZone }: Options): string {
  const count = total === 1 ? "1 event" : `${total} events`;
  const shown = events.length < total ? `, the newest ${events.length} of them below` : "";
  const shownEvents =
    events.length === 0
      ? "<p>Nothing yet. Verify a submission, then load this page again.</p>"
      : list(events, platforms, timeZone);
  return page(
    "Received events",
    `<h1>Received events</h1>
<p>The ad-platform sandbox has received ${count}${shown}. Nothing here has left this machine. <a href="/received?format=json">As JSON</a></p>
${shownEvents}`,
  );
}

const list = (
  events: ReceivedEvent[],
  platforms: SandboxPlatform[],
  timeZone: string | undefined,
) => `<ol class="events">
${events.map((event) => item(event, getName(event, platforms), timeZone)).join("\n")}
</ol>`;

const getName = ({ platform }: ReceivedEvent, platforms: SandboxPlatform[]) =>
  platforms.find(({ id }) => id === platform)?.name ?? platform;

function item(event: ReceivedEvent, platformName: string, timeZone: string | undefined): string {
  const time = `<time datetime="${escapeHtml(event.at)}">${escapeHtml(timeIn(timeZone, event.at))}</time>`;
  const name = [platformName, event.eventName].filter((part) => part !== null).join(": ");
  const facts = [
    ["Sent to", event.assetId],
    ["Event ID", event.eventId ?? "–"],
  ].map(([term, value]) => `<div><dt>${term}</dt><dd>${escapeHtml(value ?? "")}</dd></div>`);
  const body =
    event.body === null
      ? ""
      : `<details><summary>Show the event</summary><pre>${escapeHtml(JSON.stringify(event.body, null, 2) ?? "")}</pre></details>`;
  return `<li><h2>${escapeHtml(name)}</h2>${time}<p>${result(event)}</p><dl>${facts.join("")}</dl>${body}</li>`;
}

/** With its zone: the product shows the owner's, and this machine may stand in another. */
function timeIn(timeZone: string | undefined, at: string): string {
  const parts: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", year: "numeric" };
  const time: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", second: "2-digit" };
  return new Intl.DateTimeFormat("en-GB", { ...parts, ...time, timeZoneName: "short", timeZone }).format(
    new Date(at),
  );
}

function result({ accepted, error, testEventCode }: ReceivedEvent): string {
  const word = accepted
    ? `<span class="mark accepted">Accepted</span>`
    : `<span class="mark refused">Refused</span>`;
  const notes = [error, testEventCode && `test code ${testEventCode}`].filter((note) => note);
  return [word, ...notes.map((note) => `<span class="note">${escapeHtml(String(note))}</span>`)].join("");
}
