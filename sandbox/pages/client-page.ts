import { type ClientEvent, sandboxClients } from "../brokers/clients.ts";
import { isFields, parsed } from "../fields.ts";
import { json, type Reply } from "../reply.ts";

const EVENTS = ["registration", "kyc", "deposit"] as const;
const isEvent = (text: unknown): text is ClientEvent["event"] => EVENTS.some((event) => event === text);

/** The form in which one says what a client of the brokers with an API did. */
export const clientForm = (said: string, values: URLSearchParams): string => {
  const of = (name: string, usual: string) => (values.get(name) ?? usual).replace(/[^\w.@+-]/g, "");
  return `<h2>A client of Bybit, Bitget and Exness</h2>
<p>Their APIs answer about this client from then on. They take any key or token that begins with <code>sandbox-</code>, the secret <code>sandbox-secret</code> and the passphrase <code>sandbox-passphrase</code>.</p>
${said ? `<p><strong>${said}</strong></p>` : ""}
<form method="post" action="/clients">
<p><label>Account number (UID)<br><input name="account" value="${of("account", "")}" size="30" required></label></p>
<p><label>Email<br><input name="email" value="${of("email", "")}" size="40"></label></p>
<p><label>What the client did<br><select name="event">${EVENTS.map((event) => `<option${event === of("event", "deposit") ? " selected" : ""}>${event}</option>`).join("")}</select></label></p>
<p><label>Amount<br><input name="amount" value="${of("amount", "250")}" size="12"></label></p>
<p><label>Coin<br><input name="coin" value="${of("coin", "USDT")}" size="8"></label></p>
<p><button>Say it</button></p></form>`;
};

/** `POST /clients` as a form or JSON, or a list of events; `GET` and `DELETE` for programs. */
export function takeClientEvent(text: string, now: number): { said: string; isTaken: boolean } {
  const body = parsed(text);
  const events = Array.isArray(body)
    ? body
    : [isFields(body) ? body : Object.fromEntries(new URLSearchParams(text))];
  for (const event of events) {
    const { account, email, event: what = "deposit", amount = 0, coin = "USDT", at = now } = event;
    const isKnown = /^[1-9]\d{4,15}$/.test(String(account)) && isEvent(what);
    if (!isKnown || !(Number(amount) >= 0) || !/^[A-Z]{2,10}$/.test(String(coin)))
      return {
        said: "Please give an account number of 5 to 16 digits, an amount and a coin.",
        isTaken: false,
      };
    const more = email ? { email: String(email) } : {};
    const given = { account: String(account), event: what, amount: Number(amount), coin: String(coin) };
    sandboxClients.say({ ...given, ...more, at: Number(at) });
  }
  return { said: "The APIs answer so from now on.", isTaken: true };
}

export const listClients = (): Reply => json(200, { clients: sandboxClients.all() });
