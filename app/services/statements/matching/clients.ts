import {
  type AccountRule,
  findAccountRule,
  findCommonDigits,
  toAccountKey,
  UNPREFIXED,
} from "#app/lib/account-keys.ts";
import { toLinkClickId } from "#app/lib/affiliate-systems.ts";
import { toMailbox } from "#app/lib/mailbox.ts";
import {
  addressesOfName,
  type MaskShape,
  maskEmail,
  PHONE_TAIL,
  readMask,
  readPhoneDigits,
  toLocalLetters,
  toUserNameKey,
} from "./identifiers.ts";
import { emailOfRow, hashesOfRow } from "./identity.ts";
import { joinDeposits } from "./join-deposits.ts";
import { markTakenOut, type Proof, takeBack, toProof } from "./proofs.ts";
import { listClientKeys } from "./row-keys.ts";
import type { ConvertAmount, FileFacts, StatementRow } from "./types.ts";

/** Whoever one account, address or user name of the file belongs to. */
export type Client = {
  rows: StatementRow[];
  proofs: Proof[];
  accounts: readonly string[];
  /** The accounts as the file writes them. */
  shownAccounts: readonly string[];
  emails: readonly string[];
  canonicalEmails: readonly string[];
  hashes: readonly string[];
  masks: readonly string[];
  phones: readonly { digits: string; isInternational: boolean; shown: string }[];
  endings: readonly string[];
  names: readonly string[];
  userNames: readonly string[];
  countries: readonly string[];
  clickIds: readonly string[];
};

export type ClientKey =
  | "account"
  | "email"
  | "hash"
  | "phone"
  | "clickId"
  | "subId"
  | "submissionId"
  | "canonical"
  | "masked"
  | "ending"
  | "userName"
  | "name";

type ClientIndex = Record<Exclude<ClientKey, "masked" | "ending">, Map<string, Client[]>> & {
  masked: { shape: MaskShape; clients: Map<string, Client[]> }[];
  ending: Map<number, Map<string, Client[]>>;
};

export type Clients = {
  all: Client[];
  index: ClientIndex;
  /** Letters that the broker writes before its numbers. */
  prefixes: ReadonlySet<string>;
  /** Digits that begin every account number. */
  commonDigits: string;
  isRunning: boolean;
  hasSha256: boolean;
  hasMd5: boolean;
  /** The first and the last millisecond that a row may be of. */
  period: { from: number; to: number } | null;
  /** The keys that rows of the client have in every file of the broker. */
  keysOf: (client: Client) => string[];
};

/** An address, or its hash, in the rows of so many accounts is the broker's or the affiliate's own. */
const ACCOUNTS_OF_ONE_EMAIL_MAX = 10;
/** Below this share of different values, a column of sub-ids holds campaigns. */
const OWN_SUB_IDS_SHARE = 0.9;
const MASK_SHAPES_MAX = 50;

/** Groups the rows by client and makes them findable by every key. */
export function findClients(
  rows: readonly StatementRow[],
  file: FileFacts,
  convert?: ConvertAmount,
): Clients {
  const shared = findSharedEmails(rows);
  const clients = groupRows(rows, shared);
  for (const client of clients) for (const row of client.rows) describeClient(client, row, shared);

  const accounts = new Set(clients.flatMap((client) => client.accounts));
  const shownAccounts = clients.flatMap((client) => client.shownAccounts);
  // What rows that come one by one have in common changes with each of them.
  const isRunning = file.kind === "running";
  const rule = isRunning ? UNPREFIXED : findAccountRule(accounts, shownAccounts);

  const spans = clients.flatMap(({ rows: own }) => own.flatMap(({ at }) => (at ? [at] : [])));
  let period: Clients["period"] = file.period && { from: +file.period.from, to: +file.period.to };
  if (!file.period)
    for (const { from, to } of spans)
      period = { from: Math.min(period?.from ?? +from, +from), to: Math.max(period?.to ?? +to, +to) };

  for (const client of clients) {
    if (isRunning) joinDeposits(client, convert);
    else if (file.kind !== "registrations")
      for (const row of client.rows) {
        const proof = toProof(client, row, file);
        if (proof) client.proofs.push(proof);
      }
    if (!isRunning) takeBack(client);
    if (file.kind === "transactions") markTakenOut(client);
  }
  return {
    all: clients,
    index: isRunning ? indexStrongKeys(clients, rule) : indexClients(clients, rule),
    prefixes: rule.prefixes,
    commonDigits: isRunning ? "" : findCommonDigits(accounts),
    isRunning,
    hasSha256: rows.some(({ emailSha256 }) => emailSha256 !== null),
    hasMd5: rows.some(({ emailMd5 }) => emailMd5 !== null),
    period: isRunning ? null : period,
    keysOf: ({ rows: own }) => listClientKeys(own, rule, shared),
  };
}

function findSharedEmails(rows: readonly StatementRow[]): Set<string> {
  const accounts = new Map<string, string[]>();
  for (const row of rows)
    for (const email of [emailOfRow(row), ...hashesOfRow(row)]) {
      if (email === null || row.account === null) continue;
      const known = accounts.get(email) ?? [];
      const account = toAccountKey(row.account);
      if (known.length <= ACCOUNTS_OF_ONE_EMAIL_MAX && !known.includes(account)) known.push(account);
      accounts.set(email, known);
    }
  return new Set(
    [...accounts].flatMap(([email, { length }]) => (length > ACCOUNTS_OF_ONE_EMAIL_MAX ? [email] : [])),
  );
}

/** What makes two rows one client's: the account and the address, otherwise the next best. */
function tokensOf(row: StatementRow, shared: ReadonlySet<string>): string[] {
  const email = emailOfRow(row);
  const first = [
    row.account && `account ${toAccountKey(row.account)}`,
    email && !shared.has(email) && `email ${email}`,
    ...hashesOfRow(row).flatMap((hash) => (shared.has(hash) ? [] : [`hash ${hash}`])),
  ].filter((token) => typeof token === "string");
  if (first.length > 0) return first;
  if (row.userName) return [`user ${row.userName.trim().toLowerCase()}`];
  if (row.submissionId) return [`submission ${row.submissionId}`];
  if (row.clickId) return [`click ${row.clickId}`];
  if (row.phone) return [`phone ${readPhoneDigits(row.phone).digits}`];
  const rest = [row.emailMasked, row.phoneEnding, row.name].filter((part) => part !== null);
  if (rest.length > 0) return [`rest ${rest.join(" ").toLowerCase()}`];
  return row.subIds.length > 0 ? [`sub ${row.subIds.join(" ")}`] : [`line ${row.line}`];
}

function groupRows(rows: readonly StatementRow[], shared: ReadonlySet<string>): Client[] {
  const parents = new Map<string, string>();
  const findRoot = (token: string): string => {
    let root = token;
    for (let next = parents.get(root); next !== undefined && next !== root; next = parents.get(root))
      root = next;
    let at = token;
    while (at !== root) {
      const next = parents.get(at) ?? root;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  const firsts = rows.map((row) => {
    const [first = "", ...others] = tokensOf(row, shared);
    for (const other of others) parents.set(findRoot(other), findRoot(first));
    return first;
  });
  const clients = new Map<string, Client>();
  rows.forEach((row, at) => {
    const root = findRoot(firsts[at] ?? "");
    const client = clients.get(root);
    if (client) client.rows.push(row);
    else clients.set(root, emptyClient(row));
  });
  return [...clients.values()];
}

/** Of 200,000 clients, lists of their own that stay empty would be 70 MB. */
const NONE: readonly never[] = Object.freeze([]);

const emptyClient = (row: StatementRow): Client => ({
  rows: [row],
  proofs: [],
  accounts: NONE,
  shownAccounts: NONE,
  emails: NONE,
  canonicalEmails: NONE,
  hashes: NONE,
  masks: NONE,
  phones: NONE,
  endings: NONE,
  names: NONE,
  userNames: NONE,
  countries: NONE,
  clickIds: NONE,
});

type TextList = {
  [Name in keyof Client]: Client[Name] extends readonly string[] ? Name : never;
}[keyof Client];

/** A new list has exactly its size, where one that grows would have room for sixteen more. */
function keep(client: Client, name: TextList, value: string): void {
  if (!client[name].includes(value)) client[name] = [...client[name], value];
}

function describeClient(client: Client, row: StatementRow, shared: ReadonlySet<string>): void {
  if (row.account) {
    const key = toAccountKey(row.account);
    if (key !== "") keep(client, "accounts", key);
    keep(client, "shownAccounts", row.account.trim());
  }
  const email = emailOfRow(row);
  if (email && !shared.has(email)) {
    keep(client, "emails", email);
    keep(client, "canonicalEmails", toMailbox(email));
  }
  for (const hash of hashesOfRow(row)) if (!shared.has(hash)) keep(client, "hashes", hash);
  if (row.emailMasked) keep(client, "masks", row.emailMasked.trim());
  if (row.phone) {
    const phone = { ...readPhoneDigits(row.phone), shown: row.phone.trim() };
    if (phone.digits.length >= PHONE_TAIL && !client.phones.some(({ digits }) => digits === phone.digits))
      client.phones = [...client.phones, phone];
  }
  const ending = row.phoneEnding?.replace(/\D/g, "");
  if (ending && ending.length >= 2) keep(client, "endings", ending);
  if (row.name) keep(client, "names", row.name.trim());
  if (row.userName) keep(client, "userNames", row.userName.trim());
  if (row.country) keep(client, "countries", row.country);
  if (row.clickId) keep(client, "clickIds", row.clickId.trim());
  // Which sub-ids are campaigns shows in a whole file only: here one counts where it is a click id.
  if (row.told)
    for (const subId of [row.clickId ?? "", ...row.subIds])
      if (subId.trim() !== "") keep(client, "clickIds", toLinkClickId(subId) ?? subId.trim());
  for (const id of row.linkClickIds ?? []) keep(client, "clickIds", id);
}

const empty = () => new Map<string, Client[]>();

function add(map: Map<string, Client[]>, key: string | null, client: Client): void {
  if (key === null || key === "") return;
  const found = map.get(key);
  if (!found) map.set(key, [client]);
  else if (found.at(-1) !== client) found.push(client);
}

/**
 * The keys of which one is enough, and other spellings of an address. Whether one is the client's alone does not
 * depend on what others carry.
 */
function indexStrongKeys(clients: readonly Client[], { keysOf }: AccountRule): ClientIndex {
  const index: ClientIndex = {
    account: empty(),
    email: empty(),
    hash: empty(),
    phone: empty(),
    clickId: empty(),
    subId: empty(),
    submissionId: empty(),
    canonical: empty(),
    userName: empty(),
    name: empty(),
    masked: [],
    ending: new Map(),
  };
  for (const client of clients) {
    for (const account of client.accounts) for (const key of keysOf(account)) add(index.account, key, client);
    for (const email of client.emails) add(index.email, email, client);
    for (const email of client.canonicalEmails) add(index.canonical, email, client);
    for (const hash of client.hashes) add(index.hash, hash, client);
    for (const { digits } of client.phones) add(index.phone, digits.slice(-PHONE_TAIL), client);
    for (const clickId of client.clickIds) add(index.clickId, clickId, client);
    for (const { submissionId } of client.rows) add(index.submissionId, submissionId, client);
    for (const userName of client.userNames) add(index.account, toAccountKey(userName), client);
  }
  return index;
}

function indexClients(clients: readonly Client[], rule: AccountRule): ClientIndex {
  const index = indexStrongKeys(clients, rule);
  const shapes = new Map<string, ClientIndex["masked"][number] & { count: number }>();
  for (const client of clients) {
    for (const userName of client.userNames) {
      add(index.userName, toUserNameKey(userName), client);
      add(index.name, toLocalLetters(userName), client);
    }
    for (const name of client.names) for (const form of addressesOfName(name)) add(index.name, form, client);
    for (const ending of client.endings) {
      const endings = index.ending.get(ending.length) ?? empty();
      index.ending.set(ending.length, endings);
      add(endings, ending, client);
    }
    for (const masked of client.masks) {
      const mask = readMask(masked);
      if (!mask) continue;
      const name = Object.values(mask.shape).join(" ");
      const shape = shapes.get(name) ?? { shape: mask.shape, clients: empty(), count: 0 };
      shape.count += 1;
      shapes.set(name, shape);
      add(shape.clients, mask.shown, client);
    }
  }
  index.masked = [...shapes.values()].sort((a, b) => b.count - a.count).slice(0, MASK_SHAPES_MAX);
  for (const column of columnsOfSubIds(clients)) {
    const own = [...column.values()].filter(({ size }) => size === 1).length;
    if (own >= column.size * OWN_SUB_IDS_SHARE)
      for (const [subId, carriers] of column) for (const client of carriers) add(index.subId, subId, client);
  }
  return index;
}

function columnsOfSubIds(clients: readonly Client[]): Map<string, Set<Client>>[] {
  const columns: Map<string, Set<Client>>[] = [];
  for (const client of clients)
    for (const { subIds } of client.rows)
      subIds.forEach((text, at) => {
        const subId = text.trim();
        if (subId === "") return;
        columns[at] ??= new Map();
        const carriers = columns[at].get(subId);
        if (carriers) carriers.add(client);
        else columns[at].set(subId, new Set([client]));
      });
  return columns;
}

/** Whether the client's masked address hides this one. */
export const isMaskOf = (masked: string, emailKey: string): boolean => {
  const mask = readMask(masked);
  return mask !== null && maskEmail(emailKey, mask.shape) === mask.shown;
};
