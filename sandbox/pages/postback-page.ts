import { createHash } from "node:crypto";
import { html, type Reply } from "../reply.ts";
import { clientForm } from "./client-page.ts";
import { escapeHtml, FORM_PAGE_HEADERS, page } from "./style.ts";

/** Of a broker's address: nothing else is called. */
const ADDRESS = /^https?:\/\/[^\s/?#]+\/api\/postbacks\/[\w-]{43}$/;
const WAIT_MS = 5_000;

const FIELDS = [
  ["address", "Postback address, without what stands behind the “?”", ""],
  ["event", "What the client did", "ftd"],
  ["account", "Account number", ""],
  ["email", "Email", ""],
  ["click_id", "Click ID of the link to the broker", ""],
  ["amount", "Amount", "250.00"],
  ["currency", "Currency", "EUR"],
] as const;

/** Where one says what a client did, and the demo's network calls it back. */
export async function respondAsNetwork(
  method: string,
  text: string,
  client: { said: string; values: URLSearchParams } = { said: "", values: new URLSearchParams() },
): Promise<Reply> {
  const given = new URLSearchParams(text);
  const said = method === "POST" ? await callBack(given) : "";
  const fields = FIELDS.map(
    ([name, label, usual]) =>
      `<p><label>${label}<br><input name="${name}" value="${escapeHtml(given.get(name) ?? usual)}" size="60"></label></p>`,
  ).join("\n");
  const main = `<h1>A broker’s network</h1>
<p>Says to an address of the demo what a client did, as a network does.</p>
${said ? `<p><strong>${escapeHtml(said)}</strong></p>` : ""}
<form method="post" action="/postback">${fields}<p><button>Call it back</button></p></form>
${clientForm(client.said, client.values)}`;
  return html(200, page("A broker’s network", main), FORM_PAGE_HEADERS);
}

async function callBack(given: URLSearchParams): Promise<string> {
  const address = given.get("address")?.trim() ?? "";
  if (!ADDRESS.test(address)) return "Please paste the address that the broker’s page shows.";
  const time = Math.floor(Date.now() / 1000);
  const transaction = createHash("sha256").update(given.toString()).digest("hex").slice(0, 16);
  const query = new URLSearchParams({ time: String(time), transaction_id: transaction });
  for (const [name] of FIELDS.slice(1)) query.set(name, given.get(name) ?? "");
  try {
    const response = await fetch(`${address}?${query}`, { signal: AbortSignal.timeout(WAIT_MS) });
    return `The address answered ${response.status}: ${(await response.text()).slice(0, 200)}`;
  } catch (error) {
    return `The address did not answer: ${error instanceof Error ? error.message : String(error)}`;
  }
}
