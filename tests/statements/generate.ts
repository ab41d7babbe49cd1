import { createHash } from "node:crypto";
import type { Interval } from "#app/lib/dates.ts";
import type {
  ClaimFacts,
  FileFacts,
  StatementRow,
} from "#app/services/statements/matching/match-statement.ts";

/** A broker's statement with the claims it is about, made from people whose deposits are known. */
export type Generated = {
  kind: FileKindName;
  rows: StatementRow[];
  file: FileFacts;
  claims: ClaimFacts[];
  truth: Map<string, Truth>;
  convert: (amount: string, from: string, to: string) => string | null;
  /** The rows of the broker's other files, by their ids. */
  neighbours?: Record<string, StatementRow[]>;
};

/** What is true of a claim, and what of it stands intact in the file. */
type Truth = {
  /** Lines with the claimed deposit; empty for a claim that the file does not prove. */
  lines: Set<number>;
  /** Lines of other deposits of the same person. */
  ownLines: Set<number>;
  /** Keys of which one is enough, in the file as in the claim, and nobody else's. */
  strong: Set<Identifier>;
  /** Anything that the claim and the right rows have in common. */
  any: Set<Identifier>;
  /** The file says something else of amount, country or account. */
  isContradicted: boolean;
  /** The visitor stated another amount by far, or another country. */
  isUntrue: boolean;
};

/**
 * Cuts a month into files of a few days, each client's in one row where they are summed up. Each file has the ones
 * before it and all claims until its end; the truth is known of those of its last three days.
 */
export function cutShortFiles(
  { rows, file, claims, truth, ...rest }: Generated,
  { days, isSummed }: { days: number; isSummed: boolean },
): Generated[] {
  const [start, end] = [file.period?.from.getTime() ?? 0, file.period?.to.getTime() ?? 0];
  const files: { period: Interval; rows: StatementRow[]; lines: Map<number, number> }[] = [];
  for (let to = end; to > start; to -= days * DAY) {
    const period = { from: new Date(Math.max(start, to - days * DAY)), to: new Date(to - 1) };
    const own = rows.filter(({ at }) => at !== null && at.from >= period.from && at.from <= period.to);
    const lines = new Map<number, number>();
    const summed = new Map<string, StatementRow>();
    for (const row of own) {
      const key = isSummed ? `${row.account} ${row.currency}` : String(row.line);
      const before = summed.get(key);
      const amount = (Number(before?.amount ?? 0) + Number(row.amount)).toFixed(2);
      summed.set(key, { ...(before ?? row), amount, ...(isSummed ? { at: period } : {}) });
      lines.set(row.line, before?.line ?? row.line);
    }
    files.push({ period, rows: [...summed.values()], lines });
  }
  // Nothing adjoins the first one.
  return files.slice(0, -1).map((one, at) => {
    const toLines = (all: Set<number>) => new Set([...all].flatMap((line) => one.lines.get(line) ?? []));
    const until = one.period.to.getTime();
    const recent = claims.filter(
      ({ confirmedAt }) => +confirmedAt > until - 3 * DAY && +confirmedAt <= until,
    );
    const earlier = files.slice(at + 1).map((other) => ({ ...other, id: other.period.from.toISOString() }));
    return {
      ...rest,
      rows: one.rows,
      claims: claims.filter(({ confirmedAt }) => +confirmedAt <= until),
      file: {
        ...file,
        kind: "sums",
        period: one.period,
        neighbours: earlier.map(({ id, period }) => ({ id, kind: "sums" as const, period })),
      },
      neighbours: Object.fromEntries(earlier.map(({ id, rows: of }) => [id, of])),
      truth: new Map(
        recent.flatMap(({ id }) => {
          const known = truth.get(id);
          return known
            ? [[id, { ...known, lines: toLines(known.lines), ownLines: toLines(known.ownLines) }] as const]
            : [];
        }),
      ),
    };
  });
}

type Identifier =
  | "account"
  | "email"
  | "emailSha256"
  | "emailMd5"
  | "emailMasked"
  | "phone"
  | "phoneEnding"
  | "userName"
  | "name"
  | "clickId";

type FileKind = {
  columns: Identifier[];
  shape?: "day" | "month" | "registrations";
  hasCountry?: boolean;
  /** The account column holds the broker's own ids of clients. */
  hasClientIds?: boolean;
  money?: "fee" | "converted" | "foreign";
  clock?: "instant" | "unknown zone" | "day";
  prefix?: string;
  hasCount?: boolean;
  masked?: "ends" | "start" | "stars";
};

type Rules = FileKind & { world: World };

/** The kinds of file that back offices offer. */
export const FILE_KINDS = {
  "accounts and times": { columns: ["account"] },
  "accounts and days": { columns: ["account"], clock: "day", prefix: "CR" },
  "accounts, masked emails": { columns: ["account", "emailMasked"], hasCountry: true, masked: "ends" },
  "accounts, hashed emails": { columns: ["account", "emailSha256"], clock: "unknown zone" },
  "accounts, fees": { columns: ["account"], money: "fee", clock: "unknown zone" },
  "accounts, converted amounts": { columns: ["account"], money: "converted", prefix: "MT5-" },
  "accounts, other currencies": { columns: ["account", "phoneEnding"], money: "foreign", clock: "day" },
  "emails and phones": { columns: ["email", "phone"], clock: "unknown zone" },
  "emails, phones, accounts": { columns: ["account", "email", "phone", "name"], hasCountry: true },
  "hashed emails": { columns: ["emailMd5"], clock: "unknown zone" },
  "phones only": { columns: ["phone"], clock: "day" },
  "masked emails, phone endings": { columns: ["emailMasked", "phoneEnding"], masked: "start" },
  "user names": { columns: ["userName"], clock: "unknown zone" },
  "click ids, client ids": { columns: ["account", "clickId"], hasClientIds: true, clock: "day" },
  "sums per day": { columns: ["account"], shape: "day", prefix: "MT-" },
  "sums per month": { columns: ["account", "emailMasked"], shape: "month", masked: "stars" },
  "sums per month, accounts only": { columns: ["account"], shape: "month", hasCount: true },
  "sums per month, click ids": { columns: ["account", "clickId"], shape: "month", hasClientIds: true },
  registrations: { columns: ["account", "email"], shape: "registrations" },
} as const satisfies Record<string, FileKind>;
export type FileKindName = keyof typeof FILE_KINDS;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MONTH = { from: Date.UTC(2026, 9, 1), to: Date.UTC(2026, 10, 1) };
const ZONES = [-8, 0, 3, 9];
const PER_EURO: Record<string, number> = { EUR: 1, USD: 1.09, GBP: 0.85, PLN: 4.3, BRL: 5.9 };
const COUNTRIES = [
  { code: "DE", phone: "+4915", currency: "EUR" },
  { code: "ES", phone: "+346", currency: "EUR" },
  { code: "PL", phone: "+4850", currency: "PLN" },
  { code: "GB", phone: "+447", currency: "GBP" },
  { code: "BR", phone: "+55119", currency: "BRL" },
  { code: "FR", phone: "+336", currency: "EUR" },
] as const;
const FIRST_NAMES =
  "anna ben carla david elena felix greta hugo ines jan karim laura marco nina oskar petra quentin rosa stefan tomasz ursula victor wanda xavier yara zoran lucia mateo sofia pablo".split(
    " ",
  );
const LAST_NAMES =
  "almeida bauer costa dubois eriksen fischer garcia hansen ivanov jansen kowalski lopez moreau nowak oliveira perez quint rossi schmidt torres ullman vidal weber xu young zielinski navarro santos keller brandt".split(
    " ",
  );
const DOMAINS = [
  "gmail.com",
  "gmail.com",
  "gmail.com",
  "outlook.com",
  "gmx.de",
  "yahoo.com",
  "wp.pl",
  "hotmail.com",
];
const ROUND_AMOUNTS = [50, 100, 100, 150, 200, 250, 250, 300, 500, 500, 1000, 2000];

/** How people behave. */
export type World = {
  /** Of claims: without an amount, with a mistyped account number, with somebody else's, false. */
  unstated: number;
  mistyped: number;
  others: number;
  invented: number;
  /** Of deposits: round amounts, in two parts. */
  round: number;
  parts: number;
  /** Of confirmations: days after the deposit instead of hours. */
  late: number;
  /** Of people: an account number in a row with the ones before it, a partner with the same phone. */
  neighbours: number;
  couples: number;
  /** How many digits an account number has. */
  digits: number;
};

export const WORLDS = {
  usual: {
    unstated: 0.12,
    mistyped: 0.06,
    others: 0.02,
    invented: 0.001,
    round: 0.7,
    parts: 0.03,
    late: 0.03,
    neighbours: 0.3,
    couples: 0.04,
    digits: 7,
  },
  careless: {
    unstated: 0.3,
    mistyped: 0.1,
    others: 0.05,
    invented: 0.003,
    round: 0.95,
    parts: 0.06,
    late: 0.4,
    neighbours: 0.8,
    couples: 0.1,
    digits: 6,
  },
} as const satisfies Record<string, World>;

type Random = ReturnType<typeof makeRandom>;

function makeRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below: number) => Math.floor(next() * below);
  return {
    next,
    whole,
    chance: (share: number) => next() < share,
    pick: <Value>(values: readonly Value[]) => values[whole(values.length)] as Value,
    digits: (length: number) => Array.from({ length }, () => whole(10)).join(""),
    hex: (length: number) => Array.from({ length }, () => whole(16).toString(16)).join(""),
  };
}

type Deposit = { at: number; amount: number; fee: number; lines: Set<number>; isTaken: boolean };
type Person = {
  id: number;
  first: string;
  last: string;
  email: string;
  phone: string;
  account: string;
  otherBrokersAccount: string;
  clientId: string;
  userName: string;
  clickId: string;
  country: (typeof COUNTRIES)[number];
  currency: string;
  deposits: Deposit[];
  partner: Person | null;
};

/** Makes a file of one kind about `size` people, always the same for a seed. */
export function generate({
  kind,
  seed,
  size,
  world = WORLDS.usual,
  money,
}: {
  kind: FileKindName;
  seed: number;
  size: number;
  world?: World;
  money?: FileKind["money"];
}): Generated {
  const random = makeRandom(seed * 7919 + Object.keys(FILE_KINDS).indexOf(kind) * 104_729 + 1);
  const rules: Rules = { ...FILE_KINDS[kind], ...(money ? { money } : {}), world };
  const people = makePeople(random, size, rules);
  const { claims, intents } = makeClaims(random, people, rules);
  const { rows, file } = makeFile(random, people, rules);
  const truth = new Map(claims.map((claim) => [claim.id, tellTruth(claim, intents, rules, claims)]));
  const convert = (amount: string, from: string, to: string) => {
    const [a, b] = [PER_EURO[from], PER_EURO[to]];
    return a && b ? ((Number(amount) / a) * b).toFixed(2) : null;
  };
  return { kind, rows, file, claims, truth, convert };
}

function makePeople(random: Random, size: number, rules: Rules): Person[] {
  const people: Person[] = [];
  let account = 8 * 10 ** (rules.world.digits - 1) + random.whole(9 * 10 ** (rules.world.digits - 2));
  for (let id = 0; id < size; id++) {
    const [first, last] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
    const country = random.pick(COUNTRIES);
    // Numbers are given out in order, so that neighbours are often clients too.
    account += 1 + random.whole(random.chance(rules.world.neighbours) ? 3 : 60);
    const local = random.pick([
      `${first}.${last}${random.whole(100)}`,
      `${first}${last}`,
      `${first.charAt(0)}${last}${random.whole(1000)}`,
      `${first}${random.whole(10_000)}`,
      `${last}_${first}`,
    ]);
    const partner = random.chance(rules.world.couples) ? (people.at(-1) ?? null) : null;
    people.push({
      id,
      first,
      last,
      country,
      partner,
      email: `${local}${id % 7 === 0 ? "" : id}@${random.pick(DOMAINS)}`,
      phone: partner?.phone ?? `${country.phone}${random.digits(9)}`.slice(0, 13),
      account: String(account),
      otherBrokersAccount: random.digits(7).replace(/^0/, "3"),
      clientId: String(100_000 + id * 3),
      userName: random.chance(0.5)
        ? `${local}${id}`.replace(/\W/g, "")
        : `${random.pick(["king", "fx", "lucky"])}_${random.hex(5)}${id}`,
      clickId: random.hex(24),
      currency: random.chance(0.8) ? country.currency : "USD",
      deposits: [],
    });
  }
  for (const person of people) {
    const count = random.chance(0.12) ? 0 : random.chance(0.65) ? 1 : 2 + random.whole(3);
    for (let at = 0; at < count; at++) person.deposits.push(makeDeposit(random, rules));
    person.deposits.sort((a, b) => a.at - b.at);
  }
  return people;
}

function makeDeposit(random: Random, rules: Rules): Deposit {
  const amount = random.chance(0.7)
    ? random.pick(ROUND_AMOUNTS)
    : Math.round(20 + random.next() ** 2 * 300_000) / 100 + 20;
  return {
    at: MONTH.from - 4 * DAY + random.next() * (MONTH.to - MONTH.from + 8 * DAY),
    amount: Math.round(amount * 100) / 100,
    fee: rules.money === "fee" ? Math.round(amount * (0.005 + random.next() * 0.03) * 100) / 100 : 0,
    lines: new Set(),
    isTaken: false,
  };
}

/** What a visitor means: a deposit of their own, or none. */
type Intent = { person: Person; deposit: Deposit | null; isContradicted: boolean; isUntrue: boolean };

function makeClaims(random: Random, people: Person[], rules: Rules) {
  const claims: ClaimFacts[] = [];
  const intents = new Map<string, Intent>();
  const add = (person: Person, deposit: Deposit | null) => {
    const id = `claim-${claims.length}-${random.hex(6)}`;
    const intent: Intent = { person, deposit, isContradicted: false, isUntrue: false };
    claims.push(makeClaim(random, { id, person, deposit, people, intent, rules }));
    intents.set(id, intent);
  };
  for (const person of people) {
    const isVisitor = random.chance(0.75);
    if (!isVisitor) continue;
    for (const deposit of person.deposits) {
      if (deposit !== person.deposits[0] && !random.chance(0.35)) continue;
      add(person, deposit);
      // A deposit that was never made, claimed by somebody who is a client.
      if (random.chance(rules.world.invented)) add(person, null);
    }
    // Registered, but never paid.
    if (person.deposits.length === 0 && random.chance(0.5)) add(person, null);
  }
  return { claims, intents };
}

function makeClaim(
  random: Random,
  {
    id,
    person,
    deposit,
    people,
    intent,
    rules,
  }: {
    id: string;
    person: Person;
    deposit: Deposit | null;
    people: Person[];
    intent: Intent;
    rules: Rules;
  },
): ClaimFacts {
  const paidAt = deposit?.at ?? MONTH.from + random.next() * (MONTH.to - MONTH.from);
  const lag = random.chance(rules.world.late) ? random.next() * 20 * DAY : usualLag(random);
  const paid = deposit?.amount ?? random.pick(ROUND_AMOUNTS);
  const seen = rules.money === "fee" && random.chance(0.5) && deposit ? paid - deposit.fee : paid;
  const factor = misremember(random);
  intent.isUntrue = factor > 1.5;
  if (factor < 0.9 || intent.isUntrue) intent.isContradicted = true;
  const currency =
    rules.money === "converted" || rules.money === "foreign" ? person.country.currency : person.currency;
  const inClaim =
    currency === person.currency
      ? seen
      : (seen / (PER_EURO[person.currency] ?? 1)) * (PER_EURO[currency] ?? 1);
  return {
    id,
    confirmedAt: new Date(Math.round(paidAt + lag)),
    status: "pending",
    action: "deposit",
    email: typeEmail(random, person),
    phone: random.chance(0.92) ? person.phone : `${person.country.phone}${random.digits(9)}`.slice(0, 13),
    account: typeAccount(random, person, people, rules, intent),
    knownAccounts: [],
    linkClickIds: [],
    ...(random.chance(rules.world.unstated)
      ? { amount: null, currency: null }
      : { amount: String(Math.max(1, Math.round(inClaim * factor * 100) / 100)), currency }),
    country: random.chance(0.99) ? person.country.code : random.pick(COUNTRIES).code,
    clickIds: random.chance(0.85) ? [person.clickId] : [],
    subIds: [`campaign-${random.whole(30)}`],
    source: random.pick(["facebook", "tiktok", "telegram"]),
    campaign: null,
  };
}

/** One in ten visitors states another amount than the one they paid, one in a hundred by far. */
function misremember(random: Random): number {
  const chance = random.next();
  if (chance < 0.9) return 1;
  if (chance < 0.96) return 1 + (random.next() - 0.5) * 0.16;
  return chance < 0.985 ? 1 - random.next() * 0.4 : 3;
}

/** Most confirm within two hours, some within days, and a few before the money arrives. */
function usualLag(random: Random): number {
  const chance = random.next();
  if (chance < 0.67) return random.next() * 2 * HOUR;
  if (chance < 0.86) return random.next() * DAY;
  return chance < 0.95 ? random.next() * 4 * DAY : -random.next() * 1.5 * DAY;
}

function typeEmail(random: Random, person: Person): string {
  const [local = "", domain = ""] = person.email.split("@");
  const chance = random.next();
  if (chance < 0.86) return person.email;
  if (chance < 0.89) return person.email.toUpperCase();
  if (chance < 0.91) return `${local}+win@${domain}`;
  if (chance < 0.94) return `${swap(random, local)}@${domain}`;
  return `${person.first}${random.digits(5)}@${random.pick(DOMAINS)}`;
}

function swap(random: Random, text: string): string {
  const at = random.whole(Math.max(1, text.length - 1));
  return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
}

function typeAccount(
  random: Random,
  person: Person,
  people: Person[],
  rules: Rules,
  intent: Intent,
): string | null {
  const chance = random.next();
  const number = person.account;
  if (chance < 0.62) return number;
  if (chance < 0.68) return `${number.slice(0, 3)} ${number.slice(3)}`;
  if (chance < 0.74) return `${rules.prefix ?? "#"}${number}`;
  if (chance < 0.76) return `MT5: ${number}`;
  if (chance < 0.85) return null;
  const { mistyped, others } = rules.world;
  if (chance < 0.85 + mistyped) {
    const at = random.whole(number.length);
    const typed = `${number.slice(0, at)}${(Number(number[at]) + 1 + random.whole(9)) % 10}${number.slice(at + 1)}`;
    if (people.some(({ account }) => account === typed)) intent.isContradicted = true;
    return typed;
  }
  if (chance < 0.85 + mistyped + others) {
    intent.isContradicted = true;
    return random.pick(people).account;
  }
  return random.chance(0.3) ? person.otherBrokersAccount : person.account;
}

const emptyRow: Omit<StatementRow, "line"> = {
  kind: "deposit",
  account: null,
  submissionId: null,
  clickId: null,
  subIds: [],
  email: null,
  emailMasked: null,
  emailSha256: null,
  emailMd5: null,
  phone: null,
  phoneEnding: null,
  name: null,
  userName: null,
  country: null,
  amount: null,
  net: null,
  fee: null,
  currency: null,
  convertedAmount: null,
  convertedCurrency: null,
  commission: null,
  commissionCurrency: null,
  at: null,
  count: null,
};

function mask(email: string, how: FileKind["masked"]): string {
  const [local = "", domain = ""] = email.split("@");
  if (how === "start") return `${local.slice(0, 3)}***@${domain}`;
  if (how === "stars") return `${local.charAt(0)}${"*".repeat(local.length - 2)}${local.at(-1)}@${domain}`;
  const [name = "", ...rest] = domain.split(".");
  return `${local.slice(0, 2)}***@${name.slice(0, 2)}***.${rest.join(".")}`;
}

function identifiersOf(person: Person, rules: Rules): Partial<StatementRow> {
  const has = (column: Identifier) => rules.columns.includes(column);
  const hash = (algorithm: string) => createHash(algorithm).update(person.email.toLowerCase()).digest("hex");
  return {
    account: has("account")
      ? rules.hasClientIds
        ? person.clientId
        : `${rules.prefix ?? ""}${person.account}`
      : null,
    email: has("email") ? person.email : null,
    emailMasked: has("emailMasked") ? mask(person.email, rules.masked) : null,
    emailSha256: has("emailSha256") ? hash("sha256") : null,
    emailMd5: has("emailMd5") ? hash("md5") : null,
    phone: has("phone") ? (person.id % 3 === 0 ? person.phone.replace("+", "00") : person.phone) : null,
    phoneEnding: has("phoneEnding") ? person.phone.slice(-4) : null,
    userName: has("userName") ? person.userName : null,
    name: has("name") ? `${person.first} ${person.last}` : null,
    clickId: has("clickId") ? person.clickId : null,
    country: rules.hasCountry ? person.country.code : null,
  };
}

function makeFile(random: Random, people: Person[], rules: Rules): Pick<Generated, "rows" | "file"> {
  const zone = random.pick(ZONES) * HOUR;
  const month = { from: MONTH.from - zone, to: MONTH.to - zone };
  const drafts: { row: Omit<StatementRow, "line">; deposits: Deposit[] }[] = [];
  const put = (person: Person, row: Partial<StatementRow>, deposits: Deposit[]) =>
    drafts.push({ row: { ...emptyRow, ...identifiersOf(person, rules), ...row }, deposits });
  for (const person of people) {
    const own = person.deposits.filter(({ at }) => at >= month.from && at < month.to);
    if (rules.shape === "registrations") {
      put(person, { kind: "registration", at: toInterval(month.from + random.next() * 20 * DAY) }, []);
      continue;
    }
    if (rules.shape) {
      for (const [period, deposits] of groupByPeriod(own, rules.shape, month, zone)) {
        const sum = deposits.reduce((total, { amount }) => total + amount, 0);
        const count = rules.hasCount ? deposits.length : null;
        put(person, { amount: sum.toFixed(2), currency: person.currency, at: period, count }, deposits);
      }
      continue;
    }
    for (const deposit of own)
      for (const part of split(random, deposit, rules))
        put(person, makeRow(random, person, part, rules, zone), [deposit]);
    // What proves nothing.
    for (const kind of ["withdrawal", "declined", "pending"] as const)
      if (random.chance(0.05)) put(person, { kind, ...someMoney(random, person, month) }, []);
  }
  for (let at = drafts.length - 1; at > 0; at--) {
    const other = random.whole(at + 1);
    [drafts[at], drafts[other]] = [
      drafts[other] as (typeof drafts)[number],
      drafts[at] as (typeof drafts)[number],
    ];
  }
  const rows = drafts.map(({ row, deposits }, at) => {
    for (const { lines } of deposits) lines.add(at + 2);
    return { ...row, line: at + 2 };
  });
  const kind = rules.shape === "registrations" ? "registrations" : rules.shape ? "sums" : "transactions";
  return { rows, file: { kind, period: { from: new Date(month.from), to: new Date(month.to) } } };
}

const toInterval = (at: number): Interval => ({ from: new Date(at), to: new Date(at) });

function someMoney(random: Random, person: Person, month: { from: number; to: number }) {
  const at = toInterval(month.from + random.next() * (month.to - month.from));
  return { amount: String(random.pick(ROUND_AMOUNTS)), currency: person.currency, at };
}

function split(random: Random, deposit: Deposit, rules: Rules): Deposit[] {
  if (!random.chance(rules.world.parts)) return [deposit];
  const first = Math.round(deposit.amount * (0.2 + random.next() * 0.6) * 100) / 100;
  const rest = Math.round((deposit.amount - first) * 100) / 100;
  return [
    { ...deposit, amount: first, fee: deposit.fee / 2 },
    { ...deposit, amount: rest, fee: deposit.fee / 2, at: deposit.at + random.next() * HOUR },
  ];
}

function makeRow(
  random: Random,
  person: Person,
  { at, amount, fee }: Deposit,
  rules: Rules,
  zone: number,
): Partial<StatementRow> {
  const row: Partial<StatementRow> = {
    amount: amount.toFixed(2),
    currency: person.currency,
    at: toClock(at, rules, zone),
  };
  if (rules.money === "fee") return { ...row, fee: fee.toFixed(2), net: (amount - fee).toFixed(2) };
  const rate = (1 + (random.next() - 0.5) * 0.03) / (PER_EURO[person.currency] ?? 1);
  if (rules.money === "converted")
    return {
      ...row,
      convertedAmount: (amount * rate * (PER_EURO[person.country.currency] ?? 1)).toFixed(2),
      convertedCurrency: person.country.currency,
    };
  if (rules.money === "foreign")
    return { ...row, amount: (amount * rate * (PER_EURO.USD ?? 1)).toFixed(2), currency: "USD" };
  return row;
}

function toClock(at: number, { clock = "instant" }: FileKind, zone: number): Interval {
  if (clock === "instant") return toInterval(Math.floor(at / 1000) * 1000);
  if (clock === "unknown zone")
    return { from: new Date(at + zone - 14 * HOUR), to: new Date(at + zone + 12 * HOUR) };
  const start = Math.floor((at + zone) / DAY) * DAY;
  return { from: new Date(start - 14 * HOUR), to: new Date(start + DAY + 12 * HOUR) };
}

function groupByPeriod(
  deposits: Deposit[],
  shape: "day" | "month",
  month: { from: number; to: number },
  zone: number,
): [Interval, Deposit[]][] {
  if (deposits.length === 0) return [];
  if (shape === "month") return [[{ from: new Date(month.from), to: new Date(month.to) }, deposits]];
  const days = new Map<number, Deposit[]>();
  for (const deposit of deposits) {
    const day = Math.floor((deposit.at + zone) / DAY);
    days.set(day, [...(days.get(day) ?? []), deposit]);
  }
  return [...days].map(([day, own]) => [
    { from: new Date(day * DAY - zone), to: new Date((day + 1) * DAY - zone) },
    own,
  ]);
}

const letters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "");

function tellTruth(
  claim: ClaimFacts,
  intents: ReadonlyMap<string, Intent>,
  rules: Rules,
  claims: readonly ClaimFacts[],
): Truth {
  const intent = intents.get(claim.id);
  if (!intent) throw new Error("Each claim has an intent.");
  const { person, deposit, isContradicted } = intent;
  const lines = deposit?.lines ?? new Set<number>();
  const strong = new Set<Identifier>();
  const any = new Set<Identifier>();
  if (lines.size > 0) {
    const has = (column: Identifier) => rules.columns.includes(column);
    const others = claims.filter(({ id }) => intents.get(id)?.person !== person);
    const typed = claim.account?.replace(/\D/g, "").replace(/^5(?=\d{7})/, "");
    if (has("account") && !rules.hasClientIds && typed === person.account) {
      any.add("account");
      if (!others.some(({ account }) => account?.replace(/\D/g, "") === person.account))
        strong.add("account");
    }
    const email = claim.email?.toLowerCase() ?? "";
    const isSame = email === person.email.toLowerCase();
    for (const column of ["email", "emailSha256", "emailMd5"] as const)
      if (has(column) && isSame) {
        any.add(column);
        strong.add(column);
      }
    if (has("emailMasked") && mask(email, rules.masked) === mask(person.email.toLowerCase(), rules.masked))
      any.add("emailMasked");
    if (has("phone") && claim.phone === person.phone) {
      any.add("phone");
      if (!others.some(({ phone }) => phone === person.phone) && !isPartner(person, intents))
        strong.add("phone");
    }
    if (has("phoneEnding") && claim.phone?.slice(-4) === person.phone.slice(-4)) any.add("phoneEnding");
    if (has("userName") && letters(person.userName) === letters(email.split("@")[0] ?? ""))
      any.add("userName");
    if (has("clickId") && claim.clickIds.includes(person.clickId)) {
      any.add("clickId");
      strong.add("clickId");
    }
  }
  const isAbroad = rules.hasCountry === true && claim.country !== person.country.code;
  const ownLines = new Set(person.deposits.flatMap((own) => [...own.lines]));
  return {
    lines,
    ownLines,
    strong,
    any,
    isContradicted: isContradicted || isAbroad,
    isUntrue: intent.isUntrue || isAbroad,
  };
}

const isPartner = (person: Person, intents: ReadonlyMap<string, Intent>) =>
  person.partner !== null || [...intents.values()].some((other) => other.person.partner === person);
