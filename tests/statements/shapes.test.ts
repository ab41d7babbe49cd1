import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import type { StatementQuestion } from "#app/lib/statements.ts";
import type { Answers } from "#app/services/statements/columns/file-columns.ts";
import type { ClaimFacts } from "#app/services/statements/matching/types.ts";
import { meaningsOf, readShape } from "./read-shape.ts";

/** Four of the five are in each file; the fifth is not. */
const AMOUNTS = [250, 100, 500, 75, 60];
const CLICKS = ["kxa1b2c3d4e5", "kxb2c3d4e5f6", "kxc3d4e5f6a7", "kxd4e5f6a7b8", "kxe5f6a7b8c9"];
/** When each client of a file was registered, and deposited: the visitors confirm an hour later. */
const REGISTERED = ["2026-11-26", "2026-11-12", "2026-10-30", "2026-11-20"];
const DEPOSITED = [
  "2026-11-28 08:10:00",
  "2026-11-27 09:20:00",
  "2026-11-26 17:25:17",
  "2026-11-28 11:00:00",
];

type Client = {
  at: number;
  amount: string;
  count: number;
  day: string;
  time: string;
  registered: string;
  click: string;
};

const clients: Client[] = [0, 1, 2, 3].map((at) => ({
  at,
  amount: (AMOUNTS[at] ?? 0).toFixed(2),
  count: 1,
  click: CLICKS[at] ?? "",
  day: (DEPOSITED[at] ?? "").slice(0, 10),
  time: DEPOSITED[at] ?? "",
  registered: REGISTERED[at] ?? "",
}));

type Claimed = { accounts: (at: number) => string | null; currency: string; hasClicks?: boolean };

const claimsOf = ({ accounts, currency, hasClicks }: Claimed): ClaimFacts[] =>
  AMOUNTS.map((amount, at) => ({
    id: `claim-${at}`,
    status: "pending",
    action: "deposit",
    phone: null,
    knownAccounts: [],
    linkClickIds: [],
    subIds: [],
    confirmedAt: new Date(
      Date.parse(`${(DEPOSITED[at] ?? "2026-11-28 12:00:00").replace(" ", "T")}Z`) + 3_600_000,
    ),
    account: accounts(at),
    amount: String(amount),
    currency,
    country: null,
    source: null,
    campaign: null,
    email: `visitor${at}@mail.example`,
    clickIds: hasClicks ? [CLICKS[at] ?? ""] : [],
  }));

const us = (day: string, time = "") => {
  const [year, month, date] = day.split("-");
  return `${month}/${date}/${year}${time}`;
};
const eu = (day: string) => day.split("-").reverse().join(".");
const slash = (day: string) => day.split("-").reverse().join("/");
const csv = (heading: string, line: (client: Client) => string, more: string[] = []) =>
  [heading, ...clients.map(line), ...more].join("\n");

type Shape = {
  name: string;
  text: string;
  encoding?: string;
  claims: Claimed;
  /** What its one question is answered with. */
  answers?: Answers;
  asks?: StatementQuestion[];
  /** The headings of meanings that other columns could be. */
  right: Record<string, string>;
};

const typed = (prefix: string) => (at: number) => `${prefix}${at + 1}`;

const shapes: Shape[] = [
  {
    name: "CellXpert, customers",
    text: csv(
      "User ID,Registration Date,Status,Country,Tracking Code,afp1,Qualification Date,First Deposit Date,First Deposit,Deposit Count,Net Deposits,Position Count,Volume,PL,Commission",
      ({ at, registered, click, day, amount }) =>
        `6123450${at + 1},${us(registered)} 10:11:00 AM,Active,Germany,Default,${click},,${us(day)} 08:10:00 AM,${amount},1,${at === 1 ? "20.00" : amount},4,1200,0.00,0.00`,
    ),
    claims: { accounts: typed("6123450"), currency: "USD" },
    right: {
      account: "User ID",
      clickId: "afp1",
      datetime: "First Deposit Date",
      amount: "First Deposit",
      registeredAt: "Registration Date",
    },
  },
  {
    name: "Affilka, players",
    text: csv(
      "Player ID,Original player ID,Sign up date,First deposit date,Date,Partner ID,Company name,Partners email,Partner tags,Campaign ID,Campaign name,Promo ID,Promo code,Player country,Tag: clickid,Tag: os,Tag: source,Tag: sub2,Prequalified,Duplicate,Self-excluded,Disabled,Currency,FTD count,FTD sum,Deposits count,Deposits sum,Cashouts count,Cashouts sum,Casino bets count,Casino Real NGR,Fixed per player,Casino bets sum",
      ({ at, registered, day, amount, click }) =>
        `51234501${at + 1},,${registered},${day},${day},4471,Owner Media,owner@media.example,vip,12,autumn,90,,DE,${click},iOS,ig,,1,0,0,0,EUR,1,${at === 2 ? "200.00" : amount},1,${amount},0,0.00,120,25.00,0,750.00`,
    ),
    claims: { accounts: () => null, currency: "EUR", hasClicks: true },
    right: { account: "Player ID", clickId: "Tag: clickid", amount: "Deposits sum", date: "Date" },
  },
  {
    name: "AffiliateControl",
    text: csv(
      "date_raw,site_id,site_player_id,player_country_code,affiliate_id,affiliate_offer_id,impressions_count,visits_count,registrations_count,deposits_first_count,deposits_first_sum,deposits_second_count,deposits_second_sum,deposits_other_count,deposits_other_sum,deposits_total_count,deposits_total_sum,cashouts_count,cashouts_sum,bets_sum,wins_sum,ngr,commission",
      ({ at, day, amount }) =>
        `${day},site_abc,sp-7700${at + 1},DE,aff_1,off_9,0,1,1,1,20.00,1,${(Number(amount) - 20).toFixed(2)},0,0.00,2,${amount},0,0.00,1000.00,900.00,75.00,25.00`,
    ),
    claims: { accounts: typed("sp-7700"), currency: "EUR" },
    right: { amount: "deposits_total_sum", count: "deposits_total_count", account: "site_player_id" },
  },
  {
    name: "B2Core, accounts",
    text: csv(
      "Platform,Group,Type,Account,Currency,Trades,Deposits,Withdrawals,Balance,Credit,Equity,Commission,Swap,Profit,PnL,Name,Email,Client ID,Archived,Enabled,Created",
      ({ at, amount, registered }) =>
        `MT5,real,live,70011${at + 1},USD,4,${amount},0.00,${amount},0.00,${amount},0.00,0.00,0.00,0.00,Client ${"ABCD"[at]},visitor${at}@mail.example,88${at + 1}0,No,Yes,${registered} 10:00:00`,
    ),
    claims: { accounts: typed("70011"), currency: "USD" },
    asks: [{ id: "columns", about: "account", options: ["17", "3"], guess: null }],
    answers: { columns: { 3: "account" } },
    right: { account: "Account", amount: "Deposits", registeredAt: "Created" },
  },
  {
    name: "Income Access, players",
    text: csv(
      "Account ID,Account Name,Affiliate ID,ACID,Player ID,Username,Country,Registration Date,First Deposit Date,Deposits,Bonus,Chargebacks,Casino Bets,Casino Revenue,CPA Count,CPA Commission,% Commission,Total Commission",
      ({ at, registered, day, amount }) =>
        `1,Owner Media,9001,,ia88001${at + 1},lucky_fox${at},DE,${registered},${day},${amount},0.00,0.00,750.00,75.00,1,0.00,10.00,10.00`,
    ),
    claims: { accounts: typed("ia88001"), currency: "EUR" },
    right: {
      account: "Player ID",
      date: "First Deposit Date",
      amount: "Deposits",
      commission: "Total Commission",
    },
  },
  {
    name: "the partner's own columns",
    text: csv(
      "IB account,IB name,IB email,Client account,Client name,Type,Amount,Currency,Time",
      ({ at, amount, time }) =>
        `900100,Owner Media,owner@media.example,161120${at + 1},Cla ${"ABCD"[at]}est,Deposit,${amount},USD,${time}`,
    ),
    claims: { accounts: typed("161120"), currency: "USD" },
    right: { account: "Client account", name: "Client name", datetime: "Time" },
  },
  {
    name: "old clients",
    text: csv(
      "Account,Registration date,Last deposit date,Deposits sum,Currency",
      ({ at, day, amount }) => `171120${at + 1},2025-03-01,${day},${amount},USD`,
    ),
    claims: { accounts: typed("171120"), currency: "USD" },
    right: { account: "Account", date: "Last deposit date", amount: "Deposits sum" },
  },
  {
    name: "registered and first deposit",
    text: csv(
      "Client account;Registered;First deposit;Deposit amount;Currency;Commission",
      ({ at, registered, day, amount }) => `181120${at + 1};${registered};${day};${amount};EUR;20.00`,
    ),
    claims: { accounts: typed("181120"), currency: "EUR" },
    right: { date: "First deposit", amount: "Deposit amount", commission: "Commission" },
  },
  {
    name: "a bank's list in Polish, Windows-1250",
    encoding: "windows-1250",
    text: csv(
      "Data i czas;Numer rachunku;Typ operacji;Kwota;Waluta;Uwagi",
      ({ at, day, time, amount }) =>
        `${eu(day)} ${time.slice(11)};771120${at + 1};Wpłata;${amount.replace(".", ",")};PLN;żółć źdźbło`,
    ),
    claims: { accounts: typed("771120"), currency: "PLN" },
    right: { account: "Numer rachunku", datetime: "Data i czas", kind: "Typ operacji" },
  },
  {
    name: "Cellxpert, dynamic variables",
    text: csv(
      "Registration ID,Customer Name,Registered,Dynamic Variables,FTD Date,FTD Amount,Net Deposits,Affiliate ID",
      ({ at, registered, click, day, amount }) =>
        `C${at},Cla ${"ABCD"[at]}est,${registered},|afp1:${click}|afp2:autumn|,${day},${amount},${at ? amount : "0.00"},9001`,
    ),
    claims: { accounts: () => null, currency: "EUR", hasClicks: true },
    right: {
      clickId: "Dynamic Variables",
      date: "FTD Date",
      amount: "FTD Amount",
      registeredAt: "Registered",
    },
  },
  {
    name: "MyAffiliates, per customer",
    text: csv(
      "Customer Reference ID,Customer Type,Merchant,Source,Signup Date,First Deposit Date,Deposits,First Deposit,Chargebacks,Net Revenue,Income",
      ({ at, registered, day, amount }) =>
        `cr-8800${at + 1},Real,Northgate,telegram,${registered},${day},${amount},20.00,0.00,75.00,25.00`,
    ),
    claims: { accounts: typed("cr-8800"), currency: "EUR" },
    right: {
      account: "Customer Reference ID",
      amount: "Deposits",
      date: "First Deposit Date",
      commission: "Income",
    },
  },
  {
    name: "a German broker's list of clients",
    text: csv(
      "Kunden-Nr.;Kunde seit;Vermittler;Letzter Login;Letzte Einzahlung;Gesamteinzahlung;Nettoeinzahlung;Provision",
      ({ at, registered, day, amount }) =>
        `441120${at + 1};${eu(registered)};Owner Media;28.11.2026;${eu(day)};${amount.replace(".", ",")};10,00;12,50`,
    ),
    claims: { accounts: typed("441120"), currency: "EUR" },
    right: {
      account: "Kunden-Nr.",
      amount: "Gesamteinzahlung",
      date: "Letzte Einzahlung",
      commission: "Provision",
    },
  },
  {
    name: "a portal of introducing brokers",
    text: csv(
      "IB Code;Sub IB Name;Client Name;Trading Account;Server;Open Date;Opened At;Transaction ID;Transaction Date;Method;Deposit (USD);Balance (USD);Equity",
      ({ at, registered, day, amount }) =>
        `IB77;Owner Media;Cla ${"ABCD"[at]}est;551120${at + 1};Live-2;${registered};${registered};T${at}9981;${day};Card;${amount};${at ? "12.00" : amount};99.10`,
    ),
    claims: { accounts: typed("551120"), currency: "USD" },
    right: {
      account: "Trading Account",
      date: "Transaction Date",
      amount: "Deposit (USD)",
      name: "Client Name",
    },
  },
  {
    name: "a network's leads with a payout",
    text: csv(
      "lead_id,affiliate_name,affiliate_email,offer,click_id,country,registered_at,last_login,ftd_at,ftd,payout,is_test",
      ({ at, registered, click, time, amount }) =>
        `${90001 + at},Owner Media,owner@media.example,Autumn,${click},Spain,${registered} 10:00:00,2026-11-28 23:00:00,${time},${amount},45.00,No`,
    ),
    claims: { accounts: () => null, currency: "EUR", hasClicks: true },
    right: {
      clickId: "click_id",
      datetime: "ftd_at",
      amount: "ftd",
      commission: "payout",
      country: "country",
    },
  },
  {
    name: "a Spanish casino's players",
    text: csv(
      "ID de jugador;Afiliado;País;Fecha de alta;Fecha último depósito;Total depósitos;Primer depósito;Retiros;Saldo;Apuestas",
      ({ at, registered, day, amount }) =>
        `661120${at + 1};owner;España;${slash(registered)};${slash(day)};${amount.replace(".", ",")};20,00;0,00;${amount.replace(".", ",")};900,00`,
    ),
    claims: { accounts: typed("661120"), currency: "EUR" },
    right: {
      account: "ID de jugador",
      amount: "Total depósitos",
      date: "Fecha último depósito",
      country: "País",
    },
  },
  {
    name: "a French partner portal",
    text: csv(
      "Identifiant partenaire;Compte;Date d’inscription;Date du dépôt;Dépôt brut;Frais;Dépôts nets;Devise",
      ({ at, registered, day, amount }) =>
        `4471;331120${at + 1};${registered};${day};${amount.replace(".", ",")};0,00;0,00;EUR`,
    ),
    claims: { accounts: typed("331120"), currency: "EUR" },
    right: { account: "Compte", date: "Date du dépôt" },
  },
  {
    name: "a Brazilian network",
    text: csv(
      "ID do jogador;Afiliado;Data de cadastro;Data do depósito;Valor do depósito;Depósitos líquidos;Comissão;Moeda",
      ({ at, registered, day, amount }) =>
        `221120${at + 1};owner;${registered};${day};${amount.replace(".", ",")};0,00;12,00;BRL`,
    ),
    claims: { accounts: typed("221120"), currency: "BRL" },
    right: {
      account: "ID do jogador",
      date: "Data do depósito",
      amount: "Valor do depósito",
      commission: "Comissão",
    },
  },
  {
    name: "a Russian back office",
    text: csv(
      "Партнер;Логин;Дата регистрации;Дата пополнения;Сумма пополнения;Баланс;Валюта",
      ({ at, registered, day, amount }) =>
        `owner;111120${at + 1};${eu(registered)};${eu(day)};${amount.replace(".", ",")};${at ? "5,00" : amount.replace(".", ",")};USD`,
    ),
    claims: { accounts: typed("111120"), currency: "USD" },
    right: { account: "Логин", date: "Дата пополнения", amount: "Сумма пополнения" },
  },
  {
    name: "a Chinese agent's list",
    text: csv(
      "代理;客户编号;国家;开户日期;入金日期;入金金额;出金金额;余额;货币",
      ({ at, registered, day, amount }) =>
        `owner;121120${at + 1};英国;${registered};${day};${amount};0.00;${amount};USD`,
    ),
    claims: { accounts: typed("121120"), currency: "USD" },
    right: { account: "客户编号", date: "入金日期", amount: "入金金额", country: "国家" },
  },
  {
    name: "an exchange's referrals in USDT",
    text: csv(
      "Referral code,UID,KYC,Registration time,Deposit time,Deposit amount (USDT),Trading volume (USDT),Commission (USDT)",
      ({ at, registered, time, amount }) =>
        `REF1,131120${at + 1},Yes,${registered} 10:00:00,${time},${amount},9000.00,3.10`,
    ),
    claims: { accounts: typed("131120"), currency: "USD" },
    right: { account: "UID", datetime: "Deposit time", amount: "Deposit amount (USDT)" },
  },
  ...[
    ["Registration Date", "FTD Date"],
    ["Reg. date", "First deposit date"],
    ["Sign up date", "Qualified date"],
    ["Registriert", "Ersteinzahlung am"],
    ["Registered at", "Deposited at"],
    ["Sign-up Time", "First Deposit Time"],
    ["Fecha de registro", "Fecha del primer depósito"],
    ["Data de cadastro", "Data do primeiro depósito"],
    ["Date d’inscription", "Date du premier dépôt"],
    ["Data di registrazione", "Data del primo deposito"],
    ["Data rejestracji", "Data pierwszej wpłaty"],
    ["Дата регистрации", "Дата первого депозита"],
    ["تاريخ التسجيل", "تاريخ أول إيداع"],
    ["注册日期", "首次存款日期"],
  ].map(
    ([registered = "", deposited = ""]): Shape => ({
      name: `${registered} beside ${deposited}`,
      text: csv(
        `Login,${registered},${deposited},Amount,Currency`,
        ({ at, amount, day, ...client }) => `191120${at + 1},${client.registered},${day},${amount},EUR`,
      ),
      claims: { accounts: typed("191120"), currency: "EUR" },
      right: { date: deposited, registeredAt: registered },
    }),
  ),
];

test.each(shapes)("$name: the claims that are in the file are certain", async (shape) => {
  const { text, claims, right, encoding = "utf-8" } = shape;
  const answers = { currency: claims.currency, ...shape.answers };
  const read = await readShape(iconv.encode(text, encoding), claimsOf(claims), { answers });
  const asked = await readShape(iconv.encode(text, encoding), [], { answers: { currency: claims.currency } });
  expect(asked.columns.questions).toEqual(shape.asks ?? []);
  expect(read.columns.questions).toEqual([]);
  expect(meaningsOf(read)).toMatchObject(right);
  const certain = read.matches.filter(({ group }) => group === "certain");
  expect(certain.flatMap(({ submissionIds }) => submissionIds).sort()).toEqual(
    clients.map(({ at }) => `claim-${at}`),
  );
});

/** Seven claims, so that they choose. */
const many = Array.from({ length: 7 }, (_, at) => at);
const manyClaims = (account: (at: number) => string): ClaimFacts[] =>
  many.map((at) => ({
    ...(claimsOf({ accounts: () => null, currency: "USD" })[0] as ClaimFacts),
    id: `claim-${at}`,
    account: account(at),
    amount: String(110 + 7 * at),
    confirmedAt: new Date(`2026-11-${20 + at}T12:00:00Z`),
    email: `many${at}@mail.example`,
  }));

test("of two numbers of a client, the one that visitors type is the account; without enough claims it is asked", async () => {
  const text = ["Client ID,MT5 login,Type,Amount,Currency,Time"]
    .concat(
      many.map((at) => `881${at},5021120${at},Deposit,${110 + 7 * at}.00,USD,2026-11-${20 + at} 10:00:00`),
    )
    .join("\n");
  const read = await readShape(
    Buffer.from(text),
    manyClaims((at) => `5021120${at}`),
  );
  expect(read.columns.questions).toEqual([]);
  expect(read.columns.columns[1]).toMatchObject({ meaning: "account", from: "claims" });
  expect(read.result.groups.certain.count).toBe(many.length);
  const few = await readShape(Buffer.from(text), manyClaims((at) => `5021120${at}`).slice(0, 4));
  expect(few.columns.questions).toEqual([
    { id: "columns", about: "account", options: ["0", "1"], guess: null },
  ]);
});

test("the amount and the day are the columns in which the claims stand, whatever their headings", async () => {
  const text = ["Login,Wann,Stand,Betrag,Anlage,Amount,Date,Currency"]
    .concat(
      many.map(
        (at) =>
          `5021120${at},2026-11-${20 + at},${at}9.00,3.00,${110 + 7 * at}.00,${at}5.00,2026-10-0${at + 1},USD`,
      ),
    )
    .join("\n");
  const read = await readShape(
    Buffer.from(text),
    manyClaims((at) => `5021120${at}`),
  );
  expect(meaningsOf(read)).toMatchObject({ account: "Login", date: "Wann", amount: "Anlage" });
  expect(read.result.groups.certain.count).toBe(many.length);
});

test("a column that was answered stays, and what the claims say is advice on top", async () => {
  const text = ["Login,Registered,First deposit,Amount,Balance total,Currency"]
    .concat(
      many.map((at) => `5021120${at},2026-09-${10 + at},2026-11-${20 + at},${110 + 7 * at}.00,${at}1.00,USD`),
    )
    .join("\n");
  const claims = manyClaims((at) => `5021120${at}`);
  const read = await readShape(Buffer.from(text), claims, { answers: { columns: { 1: "date", 2: null } } });
  expect(read.columns.columns[1]).toMatchObject({ meaning: "date", from: "user" });
  expect(read.result.groups.certain.count).toBe(0);
  expect(read.result.advice).toBe(
    "7 claims fit but for the time. Is “Registered” the deposit date? Use “First deposit”.",
  );
  expect(read.result.adviceColumn).toEqual({ index: 2, found: 7, role: "day" });
  const sums = await readShape(Buffer.from(text), claims, { answers: { columns: { 4: "amount", 3: null } } });
  expect(sums.result.advice).toBe(
    "7 claims fit but for the amount. Is “Balance total” the amount of the deposit? Use “Amount”.",
  );
});

describe("advice on another column", () => {
  /** Clients whose column of days is of another time; of the first ones, another column has the right day. */
  const read = ({ mended, others, days = 0 }: { mended: number; others: number; days?: number }) => {
    const text = ["Login,Registered,First deposit,Amount,Currency"]
      .concat(
        many.map((at) => {
          const day = at < mended ? `2026-11-${20 + at - days}` : "2026-05-01";
          return `5021120${at},2026-06-${10 + at},${day},${110 + 7 * at}.00,USD`;
        }),
      )
      .join("\n");
    const claims = manyClaims((at) => `5021120${at}`).slice(0, mended + others);
    return readShape(Buffer.from(text), claims, { answers: { columns: { 1: "date", 2: null } } });
  };
  const isGiven = async (file: Parameters<typeof read>[0]) => (await read(file)).result.advice !== null;

  test("needs three claims that it mends, and more than half of their group", async () => {
    expect([await isGiven({ mended: 3, others: 0 }), await isGiven({ mended: 2, others: 0 })]).toEqual([
      true,
      false,
    ]);
    expect([await isGiven({ mended: 3, others: 2 }), await isGiven({ mended: 3, others: 3 })]).toEqual([
      true,
      false,
    ]);
  });

  test("is for a day that is three days from the confirmation at most", async () => {
    const file = { mended: 7, others: 0 };
    expect([await isGiven({ ...file, days: 3 }), await isGiven({ ...file, days: 4 })]).toEqual([true, false]);
  });
});

test("the numbers that visitors type are looked for in ten other columns, as texts of up to forty characters", async () => {
  const adviceOf = async (others: number, length = 9) => {
    const notes = Array.from({ length: others }, (_, at) => `Note ${at}`);
    const accountOf = (at: number) => `${"k".repeat(length - 9)}50211207${at}`;
    const rows = many.map((at) => {
      const texts = notes.map((_, note) => `text ${note} of ${at}`);
      return [`77${at}4`, "2026-11-20 10:00:00", "250.00", "USD", ...texts, accountOf(at)].join(",");
    });
    const text = [["Login", "Time", "Amount", "Currency", ...notes, "Wallet"].join(","), ...rows].join("\n");
    const read = await readShape(Buffer.from(text), manyClaims(accountOf).slice(0, 4));
    return read.result.adviceColumn?.index ?? null;
  };
  expect([await adviceOf(9), await adviceOf(10)]).toEqual([13, null]);
  expect([await adviceOf(0, 40), await adviceOf(0, 41)]).toEqual([4, null]);
});
