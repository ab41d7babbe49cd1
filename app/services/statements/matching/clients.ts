import Decimal from "decimal.js-light";
import { type AccountRule, findAccountRule, findCommonDigits, toAccountKey } from "#app/lib/account-keys.ts";
import { DAY, middleOf } from "#app/lib/dates.ts";
import { CONVERSION_ACTIONS, type ConversionAction } from "#app/lib/domain.ts";
import { toMailbox } from "#app/lib/mailbox.ts";
import type { RowKind } from "#app/lib/statements.ts";
import { EQUAL, NEAR } from "./amount.ts";
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
import { listClientKeys } from "./row-keys.ts";
import type { FileFacts, StatementRow } from "./types.ts";

/** What a row can prove: a transaction one claim, a sum several. */
export type Proof = {
  client: Client;
  row: StatementRow;
  line: number;
  action: ConversionAction | null;
  isSum: boolean;
  /** Of one transaction only, as a file of sums may say. */
  isSingle: boolean;
  gross: Decimal | null;
  /** For rough comparisons of many rows. */
  grossNumber: number;
  net: Decimal | null;
  fee: Decimal | null;
  converted: Decimal | null;
  /** In milliseconds; null where the file has no time. */
  from: number | null;
  to: number | null;
  /** The row that takes it back. */
  takenBack: { line: number; at: Date | null } | null;
  /** The line that takes the same amount out, and perhaps this deposit back. */
  takenOutBy: number | null;
  /** Only the row that takes it back is in the file. */
  isElsewhere: boolean;
  /** The other file of the broker that it is in; null for this one. */
  neighbour: string | null;
};

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

const isProving = (kind: RowKind | null): kind is ConversionAction | null =>
  kind === null || CONVERSION_ACTIONS.some((action) => action === kind);

const decimal = (text: string | null) => (text === null ? null : new Decimal(text));
const positive = (text: string | null) => {
  const value = decimal(text);
  return value?.gt(0) ? value : null;
};

/** Groups the rows by client and makes them findable by every key. */
export function findClients(rows: readonly StatementRow[], file: FileFacts): Clients {
  const shared = findSharedEmails(rows);
  const clients = groupRows(rows, shared);
  for (const client of clients) for (const row of client.rows) describeClient(client, row, shared);

  const accounts = new Set(clients.flatMap((client) => client.accounts));
  const shownAccounts = clients.flatMap((client) => client.shownAccounts);
  const rule = findAccountRule(accounts, shownAccounts);

  const spans = clients.flatMap(({ rows: own }) => own.flatMap(({ at }) => (at ? [at] : [])));
  let period: Clients["period"] = file.period && { from: +file.period.from, to: +file.period.to };
  if (!file.period)
    for (const { from, to } of spans)
      period = { from: Math.min(period?.from ?? +from, +from), to: Math.max(period?.to ?? +to, +to) };

  for (const client of clients) {
    if (file.kind !== "registrations")
      for (const row of client.rows) {
        const proof = toProof(client, row, file);
        if (proof) client.proofs.push(proof);
      }
    takeBack(client);
    if (file.kind === "transactions") markTakenOut(client);
  }
  return {
    all: clients,
    index: indexClients(clients, rule),
    prefixes: rule.prefixes,
    commonDigits: findCommonDigits(accounts),
    hasSha256: rows.some(({ emailSha256 }) => emailSha256 !== null),
    hasMd5: rows.some(({ emailMd5 }) => emailMd5 !== null),
    period,
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
}

/** What a row of this file, or of another one of the broker, may prove. */
export function toProof(
  client: Client,
  row: StatementRow,
  file: Pick<FileFacts, "kind" | "period">,
  neighbour: string | null = null,
): Proof | null {
  const gross = decimal(row.amount);
  if (!isProving(row.kind) || gross?.lte(0)) return null;
  const at = row.at ?? file.period;
  return {
    client,
    row,
    line: row.line,
    action: row.kind,
    isSum: file.kind === "sums",
    isSingle: file.kind !== "sums" || row.count === 1,
    gross,
    grossNumber: gross?.toNumber() ?? 0,
    net: positive(row.net),
    fee: decimal(row.fee)?.abs() ?? null,
    converted: positive(row.convertedAmount),
    from: at ? +at.from : null,
    to: at ? +at.to : null,
    takenBack: null,
    takenOutBy: null,
    isElsewhere: false,
    neighbour,
  };
}

/**
 * Marks what later rows take back: the same amount before them, with or without a fee, the latest first; one with
 * another fee, where only one is near.
 */
function takeBack(client: Client): void {
  const reversals = client.rows
    .filter(({ kind }) => kind === "reversal")
    .sort((a, b) => (a.at ? +a.at.to : 0) - (b.at ? +b.at.to : 0));
  for (const row of reversals) {
    const amount = decimal(row.amount)?.abs() ?? null;
    const until = row.at ? +row.at.to : null;
    const earlier = client.proofs
      .filter(
        ({ takenBack, from, row: { currency } }) =>
          takenBack === null &&
          (until === null || from === null || from <= until) &&
          (currency === null || row.currency === null || currency === row.currency),
      )
      .sort((a, b) => (b.from ?? 0) - (a.from ?? 0));
    const takesBack = ({ gross, net, fee }: Proof, share: number) =>
      amount?.gt(0) &&
      [gross, net, fee && gross?.sub(fee)].some((figure) => figure?.sub(amount).abs().lte(amount.mul(share)));
    const near = earlier.filter((proof) => takesBack(proof, NEAR));
    const proof =
      amount === null
        ? earlier[0]
        : (earlier.find((one) => takesBack(one, EQUAL)) ?? (near.length === 1 ? near[0] : undefined));
    const takenBack = { line: row.line, at: row.at && middleOf(row.at) };
    // Of several of one amount, nobody knows which.
    for (const one of earlier) if (takesBack(one, EQUAL)) one.takenOutBy = row.line;
    if (proof && !proof.isSum) proof.takenBack = takenBack;
    else
      client.proofs.push({
        client,
        row,
        line: row.line,
        action: null,
        isSum: false,
        isSingle: true,
        gross: amount,
        grossNumber: amount?.toNumber() ?? 0,
        net: null,
        fee: null,
        converted: positive(row.convertedAmount),
        takenBack,
        takenOutBy: null,
        // What it takes back was at any time before it.
        from: until === null ? null : until - TAKEN_BACK_WITHIN,
        to: until,
        isElsewhere: true,
        neighbour: null,
      });
  }
}

const TAKEN_BACK_WITHIN = 180 * DAY;

/** Where no word says what it is, an amount below zero is a withdrawal or takes back the deposit of this amount. */
function markTakenOut({ rows, proofs }: Client): void {
  const latest = new Map<string, { line: number; until: number }>();
  const keyOf = (amount: Decimal, currency: string | null) => `${amount.abs().toFixed(2)} ${currency}`;
  for (const { kind, amount, at, currency, line } of rows) {
    const value = isProving(kind) || kind === "other" ? decimal(amount) : null;
    if (!value?.lt(0)) continue;
    const key = keyOf(value, currency);
    const until = at ? +at.to : Number.POSITIVE_INFINITY;
    if (until >= (latest.get(key)?.until ?? 0)) latest.set(key, { line, until });
  }
  if (latest.size === 0) return;
  for (const proof of proofs) {
    const taken = proof.gross && latest.get(keyOf(proof.gross, proof.row.currency));
    if (taken && (proof.from ?? 0) <= taken.until) proof.takenOutBy = taken.line;
  }
}

function indexClients(clients: readonly Client[], { keysOf }: AccountRule): ClientIndex {
  const empty = () => new Map<string, Client[]>();
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
  const add = (map: Map<string, Client[]>, key: string | null, client: Client) => {
    if (key === null || key === "") return;
    const found = map.get(key);
    if (!found) map.set(key, [client]);
    else if (found.at(-1) !== client) found.push(client);
  };
  const shapes = new Map<string, ClientIndex["masked"][number] & { count: number }>();
  for (const client of clients) {
    for (const account of client.accounts) for (const key of keysOf(account)) add(index.account, key, client);
    for (const email of client.emails) add(index.email, email, client);
    for (const email of client.canonicalEmails) add(index.canonical, email, client);
    for (const hash of client.hashes) add(index.hash, hash, client);
    for (const { digits } of client.phones) add(index.phone, digits.slice(-PHONE_TAIL), client);
    for (const clickId of client.clickIds) add(index.clickId, clickId, client);
    for (const { submissionId } of client.rows) add(index.submissionId, submissionId, client);
    for (const userName of client.userNames) {
      add(index.account, toAccountKey(userName), client);
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
