import { MINUTE } from "#app/lib/dates.ts";
import { type Send, send, type TestResponse } from "../../tests/support/client.ts";
import { eventually } from "../../tests/support/eventually.ts";

/** The demo's accounts and those that `fill.ts` makes, all with the demo's password. */
export const ACCOUNTS = {
  demo: "demo@attesto.example",
  matches: "matches@recorded.example",
  decided: "decided@recorded.example",
  changes: "changes@recorded.example",
  admin: "admin@attesto.example",
} as const;
export type Account = keyof typeof ACCOUNTS;

const PASSWORD = "verify-what-is-true";
const WAIT_MS = 5 * MINUTE;

export type Client = {
  token: string;
  cookie: string;
  call(path: string, options?: Send): Promise<TestResponse>;
  /** Posts a form of a page. */
  post(path: string, form: Record<string, string>): Promise<TestResponse>;
  /** Uploads a file and gives its id. */
  upload(to: "statements" | "spend/uploads", file: UploadedFile): Promise<string>;
};
type UploadedFile = { name: string; text: string; platformId?: string };

/** Somebody who is signed in, by the API and with a browser. */
export async function signIn(url: string, account: Account): Promise<Client> {
  const usernameOrEmail = ACCOUNTS[account];
  // Otherwise each sign-in would be of another device.
  const device = { "x-device-id": "recorder" };
  const credentials = { usernameOrEmail, password: PASSWORD };
  const { json } = await send(`${url}/api/auth/login`, { json: credentials, headers: device });
  const { token } = json;
  const sameSite = { "sec-fetch-site": "same-origin" };
  const form = { intent: "sign-in", ...credentials };
  const signedIn = await send(`${url}/login`, { form, headers: { ...sameSite, ...device } });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  if (!token || !cookie.includes("session")) {
    const told = `${signedIn.status} ${signedIn.headers.get("location")} ${cookie}`;
    throw new Error(`${account} cannot sign in: ${told}`);
  }
  const call = (path: string, options: Send = {}) => send(url + path, { token, ...options });
  return {
    token,
    cookie,
    call,
    async post(path, fields) {
      const response = await send(url + path, { form: fields, cookie, headers: sameSite });
      if (response.status >= 400) throw new Error(`${path} answers ${response.status}: ${response.text}`);
      return response;
    },
    async upload(to, { name, text, platformId }) {
      const body = new FormData();
      if (platformId) body.set("platformId", platformId);
      body.set("file", new Blob([text]), name);
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${url}/api/${to}`, { method: "POST", body, headers });
      const taken = await response.json();
      const id = taken.statement?.id ?? taken.imports?.[0]?.id;
      if (!id) throw new Error(`${name} was not taken: ${JSON.stringify(taken)}`);
      return id;
    },
  };
}

/** A statement that is ready, or that needs somebody. */
export const untilRead = ({ call }: Client, id: string) =>
  eventually(async () => {
    const { json, status } = await call(`/api/statements/${id}`);
    if (!["ready", "columns", "failed"].includes(json?.statement?.status))
      throw new Error(`The statement is not read: ${status} ${json?.statement?.status}`);
    return json.statement;
  }, WAIT_MS);
