import { z } from "zod";
import { HOUR, SECOND } from "#app/lib/dates.ts";
import type { HttpRequest } from "#app/lib/http-client.server.ts";
import { isToken } from "#app/services/ad-platforms/shared/access-token.ts";
import type { Answer, BrokerAccess, BrokerApi, ClientAnswer } from "../broker-api.ts";
import { ClientId, Figure, readFigure, toDay } from "../shared/facts.ts";
import {
  clear,
  isChanged,
  isLimited,
  isRefused,
  readAnswer,
  readShape,
  unclear,
} from "../shared/read-answer.ts";
import { EXNESS_URL } from "./variables.server.ts";

/** Also with the word before it that stands in the header. */
const PastedToken = z
  .string()
  .max(8192)
  .transform((text) => text.trim().replace(/^(?:JWT|Bearer) {1,3}/i, ""))
  .refine(isToken);
const Credential = z.union([
  z.object({ token: PastedToken }),
  z.object({
    login: z.string().trim().min(3).max(200),
    password: z.string().min(1).max(200),
  }),
]);
type Credential = z.output<typeof Credential>;

const TIMEOUT_MS = 15 * SECOND;
const BODY_MAX_BYTES = 2 * 1024 * 1024;
const PAGE = 500;
/** How many clients a page repeats: when clients leave during the listing, the rest move up. */
const OVERLAP = 50;
/** More accounts than people have. */
const ACCOUNTS_MAX = 50;

const AUTH = "/api/v2/auth/";
const AFFILIATION = "/api/partner/affiliation/";
const ACCOUNTS = "/api/reports/clients/accounts/";
const CLIENTS = "/api/v2/reports/clients/";

/** Eight hex digits in version 1, which are the first of version 2's UUID. */
const Uid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f-]{27})?$/i);
const Token = z.object({ token: z.string().max(8192).refine(isToken) });
const Affiliation = z.object({
  affiliation: z.boolean(),
  accounts: z.array(ClientId).max(ACCOUNTS_MAX).nullish(),
  // Null or empty for an unknown client.
  client_uid: z.union([Uid, z.literal("")]).nullish(),
});
const AccountRows = z.object({
  data: z.array(
    z.object({
      client_account: ClientId,
      client_uid: Uid,
      client_country: z.string().max(60).nullish(),
      client_account_created: z.string().max(40).nullish(),
    }),
  ),
});
const ClientRows = z.object({
  totals: z.object({ count: z.number().int() }).partial().nullish(),
  data: z.array(
    z.object({
      client_uid: Uid,
      reg_date: z.string().max(40).nullish(),
      client_status: z.string().max(40).nullish(),
      kyc_passed: z.boolean().nullish(),
      ftd_received: z.boolean().nullish(),
      deposit_amount: Figure,
    }),
  ),
});

const TOKEN_HINT =
  "The token of your partner area, as its pages send it (Authorization: JWT …). Tokens that were seen end after six hours: then the broker is not asked until you enter another one.";
const LOGIN_HINT =
  "Your email and password at the partner area. We sign in with them for a new token whenever one has ended.";

/** Exness's partner API, as the partner area and public programs use it: there is no documentation. */
export function createExness({ apiUrl }: { apiUrl: string }): BrokerApi<Credential> {
  async function call(
    { credential, session, send }: BrokerAccess<Credential>,
    path: string,
    request: Pick<HttpRequest, "method" | "body"> & { query?: string },
  ): Promise<Answer<unknown>> {
    const { query, ...rest } = request;
    const token = "token" in credential ? credential.token : session;
    const response = await send({
      ...rest,
      url: `${apiUrl}${path}${query ? `?${query}` : ""}`,
      allowedBase: apiUrl,
      headers: {
        Accept: "application/json",
        ...(rest.body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(path === AUTH || token === null ? {} : { Authorization: `JWT ${token}` }),
      },
      bodyMaxBytes: BODY_MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
    });
    const body = readAnswer(path, response, new Date());
    if (!body.isClear) return body;
    const { status, fields } = body.value;
    if (status === 401 || status === 403 || (path === AUTH && status === 400))
      return isRefused(
        path,
        "token" in credential
          ? `Exness does not accept the token, probably because it has ended. ${TOKEN_HINT}`
          : "Exness does not accept the login, or asks for more than a password. Sign in there once, then enter it again.",
      );
    if (status === 400 && fields.code === "Throttled") return isLimited(path, response);
    return status === 200 || status === 201 ? clear(fields) : isChanged(path, fields);
  }

  async function read<Shape extends z.ZodType>(
    access: BrokerAccess<Credential>,
    path: string,
    shape: Shape,
    request: Parameters<typeof call>[2],
  ): Promise<Answer<z.output<Shape>>> {
    const answer = await call(access, path, request);
    return answer.isClear ? readShape(path, shape, answer.value) : answer;
  }

  const findAccount = (access: BrokerAccess<Credential>, account: string) =>
    read(access, ACCOUNTS, AccountRows, {
      method: "GET",
      query: new URLSearchParams({ client_account: account, limit: "10" }).toString(),
    });

  return {
    id: "exness",
    credentialSchema: Credential,
    wayOf: (credential) => ("token" in credential ? "token" : "login"),
    isReal: apiUrl === EXNESS_URL,
    // No limit is stated.
    pace: 30,
    listEveryMs: HOUR,
    listsAll: true,

    describe: () => ({
      name: "Exness",
      howTo: "Enter a token of your partner area. A login is the last resort.",
      warning:
        "Exness has no key that can only read. A token or a login of the partner area can do whatever you can do there, also ask for a payout. Make a partner account of its own for this if Exness lets you, and take statements or postbacks if you would rather not give either.",
      proves:
        "Who is your client, by email or account number, with the account numbers. Exness says that a first deposit was made, and no single deposits: most claims are likely at most.",
      ways: [
        {
          id: "token",
          label: "Token",
          hint: TOKEN_HINT,
          needsProof: false,
          fields: [{ name: "token", label: "Token", isSecret: true }],
        },
        {
          id: "login",
          label: "Login",
          hint: LOGIN_HINT,
          needsProof: true,
          fields: [
            { name: "login", label: "Email at Exness", isSecret: false },
            { name: "password", label: "Password at Exness", isSecret: true },
          ],
        },
      ],
    }),

    async signIn(access) {
      const { credential } = access;
      if ("token" in credential) return clear(null);
      const answer = await read(access, AUTH, Token, { method: "POST", body: JSON.stringify(credential) });
      return answer.isClear ? clear(answer.value.token) : answer;
    },

    async check(access) {
      const answer = await read(access, CLIENTS, ClientRows, { method: "GET", query: "limit=1&offset=0" });
      return answer.isClear ? clear(null) : answer;
    },

    async ask(access, { accounts, email }) {
      const clients: ClientAnswer[] = [];
      if (email !== null) {
        const body = JSON.stringify({ email });
        const answer = await read(access, AFFILIATION, Affiliation, { method: "POST", body });
        if (!answer.isClear) return answer;
        const { affiliation, accounts: found, client_uid: uid } = answer.value;
        if (affiliation && !uid) return isChanged(AFFILIATION, answer.value);
        if (affiliation && uid) clients.push(toAffiliated(uid, found ?? [], email));
      }
      for (const account of accounts.filter((one) => /^[1-9]\d{4,15}$/.test(one))) {
        const answer = await findAccount(access, account);
        if (!answer.isClear) return answer;
        const own = answer.value.data.filter((one) => one.client_account === account);
        if (own.length < answer.value.data.length && own.length === 0)
          return unclear(ACCOUNTS, {
            state: "away",
            isOfQuestion: true,
            problem: "Exness answers about another account than it was asked for.",
          });
        clients.push(...own.map(toAccount));
      }
      return clear(clients);
    },

    async list(access, place) {
      const offset = Number(place ?? 0) || 0;
      const query = `limit=${PAGE}&offset=${offset}`;
      const answer = await read(access, CLIENTS, ClientRows, { method: "GET", query });
      if (!answer.isClear) return answer;
      const { data, totals } = answer.value;
      const end = offset + data.length;
      // Without their number, a page that is not full is the last.
      const isEnd = totals?.count === undefined ? data.length < PAGE : end >= totals.count;
      const isLast = isEnd || data.length === 0;
      return clear({
        clients: data.map(toListed),
        place: isLast ? null : String(end - Math.min(OVERLAP, Math.floor(data.length / 2))),
        isLast,
      });
    },
  };
}

/** The client by the digits that both versions have. */
const toClientId = (uid: string) => uid.slice(0, 8).toLowerCase();
/** Rows of a client share this name. It is no account number, also where it has digits only. */
const toUserName = (uid: string) => `${toClientId(uid)}uid`;

const toAffiliated = (uid: string, accounts: readonly string[], email: string): ClientAnswer => ({
  clientId: toClientId(uid),
  registeredAt: null,
  rows: (accounts.length > 0 ? accounts : [null]).map((account) => ({
    facts: { kind: "registration", account, email, userName: toUserName(uid) },
    once: null,
  })),
});

function toAccount(row: z.output<typeof AccountRows>["data"][number]): ClientAnswer {
  const { client_uid: uid, client_account: account, client_account_created: created } = row;
  const at = toDay(created);
  const facts = { kind: "registration" as const, account, userName: toUserName(uid), ...(at && { at }) };
  return { clientId: toClientId(uid), registeredAt: null, rows: [{ facts, once: null }] };
}

/**
 * `deposit_amount` is a range's number for some partners, 0 to 9, and money for others: only what cannot be a range
 * is an amount. A first deposit is a flag, and says no more than that the client is there.
 */
function toListed(row: z.output<typeof ClientRows>["data"][number]): ClientAnswer {
  const { client_uid: uid, reg_date: registration, kyc_passed: isKyc, deposit_amount: deposited } = row;
  const { client_status: status } = row;
  const registered = toDay(registration);
  const userName = toUserName(uid);
  const amount = readFigure(deposited);
  const isMoney = amount !== null && (Number(amount) > 9 || !Number.isInteger(Number(amount)));
  const sum = { kind: "sum" as const, userName, amount, currency: "USD", span: "lifetime" };
  return {
    clientId: toClientId(uid),
    registeredAt: registered?.from ?? null,
    ...(status ? { hasLeft: status.toUpperCase() === "LEFT" } : {}),
    rows: [
      { facts: { kind: "registration", userName, ...(registered && { at: registered }) }, once: null },
      ...(isKyc ? [{ facts: { kind: "kyc" as const, userName }, once: null }] : []),
      ...(isMoney ? [{ facts: sum, once: null }] : []),
    ],
  };
}
