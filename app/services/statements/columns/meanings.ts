import type { ColumnMeaning } from "#app/lib/statements.ts";
import { readCountry } from "#app/services/tables/columns/countries.ts";
import { judgeDates } from "#app/services/tables/columns/dates.ts";
import { judgeNumbers, readCurrency } from "#app/services/tables/columns/numbers.ts";
import {
  fitHeading,
  listWords,
  type Meaning,
  plainHeading,
  toPlainWords,
} from "#app/services/tables/columns/recognize-columns.ts";
import { CELL_LIMITS, type Cell } from "#app/services/tables/table.ts";
import { readKind, readState } from "./kinds.ts";

const shareOf = (test: (text: string) => boolean) => (cells: readonly Cell[]) =>
  cells.filter((cell) => {
    const text = String(cell).trim();
    return text.length <= CELL_LIMITS.text && test(text);
  }).length / cells.length;
const matching = (pattern: RegExp) => shareOf((text) => pattern.test(text));

const dates = (cells: readonly Cell[]) => judgeDates(cells).share;
const unixTimes = matching(/^\d{10}(\.\d+|\d{3})?$/);
const numbers = (cells: readonly Cell[]) => judgeNumbers(cells).share;
const isTakenOff = (cells: readonly Cell[]) => {
  const other = cells.map((cell) => String(cell).trim()).filter((text) => /[1-9]/.test(text));
  return other.length > 0 && other.every((text) => /^[-−(]/.test(text));
};
const hasTime = matching(/\d{1,2}:\d{2}/);
/** How many deposits, or yes and no: nearly all whole and small. */
const isCounts = (cells: readonly Cell[]): boolean => {
  const figures = cells.map(Number).filter((figure) => !Number.isNaN(figure));
  const small = figures.filter((figure) => Number.isInteger(figure) && figure >= 0 && figure <= COUNTED_MAX);
  return figures.length > 0 && figures.length === cells.length && small.length >= figures.length * 0.9;
};
const COUNTED_MAX = 5;
const YES_OR_NO = new Set(
  listWords(`
    yes, no, y, n, true, false, on, off, si, sim, nao, oui, non, ja, nein, tak, nie, да, нет, نعم, لا, 是, 否, 0, 1
  `),
);
/** Only a heading makes a country of a column that says No and nothing else. */
const isYesOrNo = (cells: readonly Cell[], least: number): boolean => {
  const words = new Set(cells.map((cell) => toPlainWords(String(cell))));
  return words.size >= least && [...words].every((word) => YES_OR_NO.has(word));
};
const countries = shareOf((text) => readCountry(text) !== null);
/** Click and sub-ids with their names. */
export const CLICK_PARTS = /(?:^|\|)afp\d*[:=]/i;
const clockTimes = matching(/^\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?(\s*[ap]\.?m\.?)?$/i);
const pointedTimes = matching(/^\d{1,2}\.\d{2}(\.\d{2})?$/);

/** Whoever brings clients, and what is not of a client at all. */
const NOT_OF_CLIENTS = listWords(`
  partner, partners, affiliate, affiliates, ib, introducing, introducer, merchant, source, creative, company, agent,
  manager, referrer, referral, referred, sponsor, upline, parent, publisher, advertiser, campaign, medium, landing,
  werbepartner, vermittler, firma, unternehmen, kampagne, socio, afiliado, afiliada, empresa, campana, agente,
  parceiro, campanha, partenaire, affilie, apporteur, entreprise, societe, campagne, affiliato, azienda, societa,
  campagna, partnera, afiliant, spolka, kampania, партнер, партнера, агент, агента, компания, источник, кампания,
  الشريك, شريك, الوكيل, وكيل, شركة, الشركة, المصدر, الحملة, 合作伙伴, 代理, 公司, 渠道, 来源
`);

/** When somebody became a client. */
const REGISTERED = listWords(`
  registered, registration, reg date, reg time, regdate, date registered, sign up, signup, sign up date, signed up,
  join date, joined, joining date, date joined, account opened, opened, opened at, opened on, opening date,
  account opening, account created, account creation, client since, customer since, member since, lead date,
  registriert, registrierung, registrierungsdatum, anmeldung, anmeldedatum, angemeldet, kontoeroffnung, eroffnet,
  eroffnungsdatum, kunde seit, registrado, registro, fecha de registro, alta, fecha de alta, inscripcion, registado,
  cadastro, data de cadastro, cadastrado, inscricao, inscrit, inscription, enregistrement, date d inscription,
  ouverture, registrato, registrazione, data di registrazione, iscrizione, iscritto, apertura, rejestracja,
  rejestracji, data rejestracji, zarejestrowano, zarejestrowany, регистрация, регистрации, дата регистрации,
  зарегистрирован, التسجيل, تاريخ التسجيل, تسجيل, 注册, 注册日期, 注册时间, 开户, 开户日期, 开户时间
`);

/** Days of clients and rows on which nobody deposits. */
const OTHER_DAYS = listWords(`
  login date, last login, logged in, last seen, last activity, last active, activity date, last trade, first trade,
  trade date, last bet, first bet, birth, date of birth, birthday, dob, expiry, expires, expiration, updated,
  update date, modified, last update, withdrawal, withdrawal date, payout date, kyc, verified, verification, click,
  click date, letzter login, letzte aktivitat, geburtsdatum, geburtstag, auszahlung, ultimo acceso, ultima actividad,
  nacimiento, fecha de nacimiento, retiro, ultimo login, ultimo acesso, nascimento, data de nascimento, saque,
  derniere connexion, derniere activite, naissance, date de naissance, retrait, ultimo accesso, nascita,
  data di nascita, prelievo, ostatnie logowanie, urodzenia, data urodzenia, wyplata, последний вход, рождения,
  дата рождения, вывод, آخر دخول, تاريخ الميلاد, السحب, 最后登录, 出生日期, 提款
`);

const FIRST_DAYS = listWords(`
  first deposit, first deposit date, first deposit time, first deposit at, ftd, ftd date, ftd time, ftd at,
  first deposited, first funded, first funded date, first funding, first time deposit, first time deposit date,
  erste einzahlung, ersten einzahlung, ersteinzahlung, ersteinzahlung am, erstzahlung, primer deposito,
  fecha primer deposito, fecha del primer deposito, primer ingreso, primeiro deposito, data do primeiro deposito,
  premier depot, date du premier depot, premier versement, primo deposito, data primo deposito,
  data del primo deposito, primo versamento, pierwsza wplata, pierwszej wplaty, data pierwszej wplaty,
  pierwszy depozyt, pierwszego depozytu, первый депозит, первого депозита, дата первого депозита,
  первое пополнение, первого пополнения, الإيداع الأول, أول إيداع, تاريخ أول إيداع, 首次存款, 首存, 首存日期, 首次入金, 首充
`);
const LAST_DAYS = listWords(`
  last deposit, last deposit date, latest deposit, last deposit at, letzte einzahlung, letzten einzahlung,
  ultimo deposito, fecha ultimo deposito, data do ultimo deposito, dernier depot, date du dernier depot,
  data ultimo deposito, ostatnia wplata, ostatniej wplaty, последний депозит, последнего депозита,
  آخر إيداع, 最后存款, 最近存款
`);
const DEPOSIT_DAYS = listWords(`
  deposit date, deposit time, deposit day, date of deposit, deposited, deposited at, deposited on, funded, funded at,
  funding date, transaction time, transaction date, transaction at, payment date, paid at, einzahlungsdatum,
  eingezahlt, eingezahlt am, einzahlung am, datum der einzahlung, fecha de deposito, fecha del deposito, depositado,
  depositado el, data do deposito, data de deposito, depositado em, date de depot, date du depot, depose le,
  data deposito, data del deposito, data di deposito, depositato il, data wplaty, data depozytu, wplacono,
  дата депозита, дата пополнения, внесено, تاريخ الإيداع, 存款日期, 存款时间, 入金日期, 入金时间, 充值时间
`);
const QUALIFIED_DAYS = listWords(`
  qualified, qualified at, qualified date, qualified on, qualification, qualification date, qualifiziert,
  qualifiziert am, qualifizierung, qualifizierungsdatum, calificado, calificacion, fecha de calificacion, qualificado,
  qualificacao, data de qualificacao, qualifie, qualifie le, date de qualification, qualificato, qualificazione,
  data di qualificazione, kwalifikacja, data kwalifikacji, zakwalifikowano, квалификация, дата квалификации,
  التأهيل, تاريخ التأهيل, 合格日期, 达标日期
`);
const CREATED_DAYS = listWords(`
  created, created at, created on, creation date, creation time, date created, erstellt, erstellt am, creado,
  creado el, fecha de creacion, criado em, criado, data de criacao, cree le, date de creation, creato, creato il,
  data di creazione, utworzono, data utworzenia, создан, создано, дата создания, تاريخ الإنشاء, 创建时间, 创建日期
`);
const GENERIC_DAYS = listWords(`
  datetime, date time, date, time, day, month, period, datum, zeit, tag, monat, fecha, hora, dia, mes, periodo, data,
  heure, jour, mois, periode, ora, giorno, mese, dzien, miesiac, okres, дата, время, день, месяц, период, التاريخ,
  تاريخ, الوقت, اليوم, 日期, 时间, 日, 月份, timestamp, time stamp, processed at, processed, executed at, completed at,
  event time, conversion time, conversion date, booking date, value date, datum uhrzeit, zeitpunkt, zeitstempel,
  buchungstag, buchungsdatum, wertstellung, zeitraum, fecha hora, fecha y hora, data hora, data e hora, date heure,
  horodatage, data ora, data e ora, data czas, data i czas, data i godzina, data operacji, data transakcji,
  data ksiegowania, дата время, дата и время, дата операции, التاريخ والوقت, 日期时间, 交易时间, 交易日期
`);
const DAYS = [
  ...FIRST_DAYS,
  ...LAST_DAYS,
  ...DEPOSIT_DAYS,
  ...QUALIFIED_DAYS,
  ...CREATED_DAYS,
  ...GENERIC_DAYS,
];

/** What a heading of days says of them; the first that fits. */
const DAY_KINDS = [
  ["first", FIRST_DAYS],
  ["last", LAST_DAYS],
  ["qualified", QUALIFIED_DAYS],
  ["created", CREATED_DAYS],
  ["deposit", DEPOSIT_DAYS],
] as const;
export type DayKind = (typeof DAY_KINDS)[number][0] | "any";

export const tellDay = (heading: string): DayKind =>
  DAY_KINDS.find(([, words]) => fitHeading(plainHeading(heading), words) > 0)?.[0] ?? "any";

/** Days by how likely they are those of the rows, the likeliest last. */
export const DAYS_OF_ROWS: readonly DayKind[] = ["qualified", "first", "last", "created", "any", "deposit"];
const rankDay = (heading: string): number => DAYS_OF_ROWS.indexOf(tellDay(heading));

/** Whether a heading of days is of something else than a deposit. */
export const isOtherDay = (heading: string): boolean =>
  fitHeading(plainHeading(heading), [...REGISTERED, ...OTHER_DAYS]) > 0;

const FIRST = listWords(`
  first, ftd, second, third, other, last, latest, average, avg, min, max, largest, erste, ersten, ersteinzahlung, letzte,
  primer, primera, ultimo, ultima, primeiro, primeira, premier, premiere, dernier, primo, prima, pierwsza, pierwszy,
  pierwszej, ostatnia, первый, первого, первое, последний, последнего, средний, الأول, أول, آخر, 首次, 首存, 首充, 最后
`);
const TOTAL = listWords(`
  total, totals, sum, all, overall, lifetime, gesamt, summe, suma, totale, somme, razem, lacznie, итого, всего, сумма,
  общая, المجموع, الإجمالي, إجمالي, 总, 总额, 合计
`);
const NET = listWords("net, netto, neto, nette, liquido, нетто, 净");

/** Whether an amount is of a client's first deposit, or of another one of several. */
export const isOfOne = (heading: string): boolean => fitHeading(plainHeading(heading), FIRST) > 0;

/** Whether "Deposits" is a column's name, of which one can be taken off: a client may have withdrawn it. */
const isNetDeposits = (heading: string) => fitHeading(heading, NET_DEPOSITS) > 0;
const NET_DEPOSITS = listWords(`
  net deposit, net deposits, nettoeinzahlung, nettoeinzahlungen, deposito neto, depositos netos, depositos liquidos,
  depot net, depots nets, depositi netti, depositi netto, wplaty netto, чистый депозит, чистые депозиты, 净存款, 净入金
`);

function rankAmount(heading: string, cells: readonly Cell[]): number {
  if (isCounts(cells)) return -2;
  if (isNetDeposits(heading)) return -1;
  if (fitHeading(heading, FIRST) > 0) return 0;
  if (fitHeading(heading, NET) > 0) return 1;
  return fitHeading(heading, TOTAL) > 0 ? 3 : 2;
}

function rankCommission(heading: string): number {
  if (fitHeading(heading, listWords("cpa, cpl, fixed, hybrid, bonus, revshare, revenue share, %")) > 0)
    return 0;
  return fitHeading(heading, TOTAL) > 0 ? 2 : 1;
}

const rankCount = (heading: string): number =>
  fitHeading(heading, FIRST) > 0 ? 0 : fitHeading(heading, TOTAL) > 0 ? 2 : 1;

const SURE_CLICKS = listWords("click id, clickid, gclid, google click id, fbclid, ttclid");
const rankClick = (heading: string): number =>
  fitHeading(heading, SURE_CLICKS) > 0
    ? 2
    : fitHeading(heading, listWords("tracking code, external id")) > 0
      ? 0
      : 1;

/** The status of a person or an account says nothing of a row. */
const NO_STATUS_OF_ROWS = listWords(`
  account, kyc, client, customer, player, user, trading, verification, document, documents, email, phone, marital,
  konto, kunde, cuenta, cliente, conta, compte, conto, konta, klient, klienta, счета, клиента, 客户, 账户
`);

const NO_AMOUNTS = listWords(`
  fee, fees, charge, commission, rate, count, number, id, turnover, volume, lots, trades,
  profit, loss, balance, bonus, withdrawal, withdrawals, cashout, cashouts, clicks, hits,
  bet, bets, win, wins, stake, stakes, wager, wagers, ngr, ggr, revenue, rake, tax, cost, credit, equity, swap, price,
  chargeback, chargebacks, auszahlung, auszahlungen, saldo, guthaben, einsatz, kontostand, retiro, retiros, bono,
  saque, saques, retrait, retraits, solde, prelievo, prelievi, wyplata, wyplaty, вывод, выводы, баланс, бонус, السحب,
  الرصيد, 提款, 出金, 余额, 奖金
`);

/** Whether a heading of figures says that they are no deposits. */
export const isNoAmount = (heading: string): boolean => fitHeading(plainHeading(heading), NO_AMOUNTS) > 0;

/**
 * What headings and values say, in English, German, Spanish, Portuguese, French, Italian, Polish, Russian,
 * Arabic and Chinese. Words are in the plain form of headings: lower case, without accents.
 */
export const STATEMENT_MEANINGS: readonly Meaning<ColumnMeaning>[] = [
  {
    meaning: "datetime",
    words: DAYS,
    except: [...REGISTERED, ...OTHER_DAYS],
    rank: rankDay,
    judge: (cells) => Math.max(unixTimes(cells), Math.min(dates(cells), hasTime(cells))),
  },
  {
    meaning: "date",
    words: DAYS,
    except: [...REGISTERED, ...OTHER_DAYS],
    rank: rankDay,
    judge: (cells) => Math.min(dates(cells), 1 - hasTime(cells)),
    byValues: true,
  },
  { meaning: "registeredAt", words: REGISTERED, except: OTHER_DAYS, judge: dates },
  {
    meaning: "time",
    words: listWords("time, hour, uhrzeit, zeit, hora, heure, ora, czas, godzina, время, الوقت, 时间"),
    // "10.30" is a time only where the heading says so.
    judge: (cells) => Math.max(clockTimes(cells), Math.min(pointedTimes(cells), 0.5)),
    byValues: true,
  },
  {
    meaning: "account",
    words: listWords(`
      account, account number, account id, account no, trading account, mt4, mt5, mt4 login, mt5
      login, login, login id, loginid, client loginid, client login, client id, customer id,
      player id, user id, uid, trader id, trader, client, player, member id, ctrader id, konto,
      kontonummer, kundennummer, kunden id, cuenta, numero de cuenta, id de cliente, conta, numero
      da conta, id do cliente, compte, numero de compte, id client, conto, numero conto, numero di
      conto, id cliente, numer konta, nr konta, rachunek, rachunku, id klienta, счет, номер счета, логин, id клиента,
      клиент, رقم الحساب, الحساب, رقم العميل, 账户, 账号, 客户编号, 用户编号, client account, customer account,
      player account, user account, trading account number, client number, customer number, customer no, client no,
      customer reference, customer reference id, client reference, client reference id, kunden nr, kundennr, kunde nr,
      konto nr, kontonr, handelskonto, spieler id, id de usuario, id usuario, id del jugador, id de jugador, id jugador, id de cliente, numero de cliente, id do jogador,
      id jogador, id de usuario, id joueur, id du joueur, id utilisateur, numero client, id giocatore, id utente,
      numero cliente, numer klienta, nr klienta, numer rachunku, id gracza, id uzytkownika, id игрока,
      id пользователя, номер клиента, торговый счет, معرف العميل, معرف اللاعب, 会员账号, 会员id, 玩家id, 客户id, 用户id, 交易账号
    `),
    except: NOT_OF_CLIENTS,
    isPersonal: true,
    judge: shareOf((text) => /^[\w\-. ]{3,40}$/.test(text) && /\d/.test(text)),
  },
  {
    meaning: "clickId",
    words: listWords(`
      click id, clickid, tag clickid, subid, subid1, sub id, sub id1, sub id 1, sub1, s1, aff sub, afp, afp1,
      tracking id, tracking code, external id, click, gclid, google click id, fbclid, ttclid, afp2, afp, sub2,
      dynamic variables, dynamic parameters, additional parameters, custom parameters, parameters, var1, aff sub1
    `),
    except: listWords("clicks, date, time, count"),
    rank: rankClick,
    isPersonal: true,
  },
  // CellXpert writes all of them into one cell: "|afp1:abc|afp2:def|".
  { meaning: "clickId", words: [], judge: matching(CLICK_PARTS), byValues: true },
  {
    meaning: "submissionId",
    words: listWords("submission id, claim id, attesto id"),
    judge: matching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i),
    atLeast: 0.9,
    byValues: true,
  },
  {
    meaning: "email",
    except: NOT_OF_CLIENTS,
    isPersonal: true,
    words: listWords(`
      email, e mail, mail, email address, correo, correo electronico, courriel, poczta, почта,
      البريد الإلكتروني, 邮箱, 电子邮件
    `),
    judge: matching(/^[^\s@*]+@[^\s@*.]+(?:\.+[^\s@*.]+)+$/),
    byValues: true,
  },
  {
    meaning: "emailMasked",
    except: NOT_OF_CLIENTS,
    isPersonal: true,
    words: listWords("email, e mail, mail, email address, masked email, correo, courriel, почта, 邮箱"),
    judge: matching(/^[^\s@*]*\*[^\s@]*@[^\s@]+$|^[^\s@]+@[^\s@*]*\*[^\s@]*$/),
    byValues: true,
  },
  {
    meaning: "emailSha256",
    except: NOT_OF_CLIENTS,
    isPersonal: true,
    words: listWords("email, email hash, email sha256, hashed email, sha256"),
    judge: matching(/^[0-9a-f]{64}$/i),
    atLeast: 0.9,
    byValues: true,
  },
  {
    meaning: "emailMd5",
    except: NOT_OF_CLIENTS,
    isPersonal: true,
    words: listWords("email, email hash, email md5, hashed email, md5"),
    judge: matching(/^[0-9a-f]{32}$/i),
    atLeast: 0.9,
    byValues: true,
  },
  {
    meaning: "phone",
    except: NOT_OF_CLIENTS,
    isPersonal: true,
    words: listWords(`
      phone, phone number, mobile, telephone, tel, telefon, telefonnummer, handy, handynummer, mobil,
      mobilnummer, telefono, movil, telefone, numer telefonu, номер телефона,
      celular, portable, cellulare, телефон, الهاتف, رقم الهاتف, 电话, 手机
    `),
    judge: matching(/^\+?[\d ().-]{7,20}$/),
  },
  {
    meaning: "phoneEnding",
    except: NOT_OF_CLIENTS,
    isPersonal: true,
    words: listWords("phone, phone ending, last digits, phone last 4, mobile, telefon, telefono, телефон"),
    judge: matching(/^[*x•.\- ]*\d{2,4}$/i),
    atLeast: 0.9,
  },
  {
    meaning: "userName",
    except: NOT_OF_CLIENTS,
    isPersonal: true,
    words: listWords(`
      username, user name, user, nickname, nick, login name, benutzername, nutzername, usuario,
      nombre de usuario, nome de usuario, utilisateur, nom d utilisateur, nome utente, nazwa
      uzytkownika, имя пользователя, اسم المستخدم, 用户名, 昵称
    `),
    judge: shareOf((text) => !text.includes("@")),
  },
  {
    meaning: "name",
    words: listWords(`
      name, full name, client name, customer name, first name, client, customer, trader, player,
      kunde, kundenname, nombre, nombre completo, cliente, nome, nom, nom complet, imie i nazwisko,
      klient, имя, фио, клиент, الاسم, 姓名, 客户姓名
    `),
    except: [
      ...NOT_OF_CLIENTS,
      ...listWords(
        "conversion, event, product, asset, brand, bank, file, ad, promo, offer, group, server, plan",
      ),
    ],
    isPersonal: true,
    judge: matching(/^[\p{L}\p{M} .,'’*-]{2,80}$/u),
  },
  {
    meaning: "country",
    words: listWords(`
      country, player country, country code, geo, land, pais, pays, paese, kraj, страна, البلد,
      الدولة, 国家
    `),
    judge: (cells) => (isYesOrNo(cells, 2) ? 0 : countries(cells)),
  },
  {
    meaning: "country",
    words: [],
    judge: (cells) => (isYesOrNo(cells, 1) ? 0 : countries(cells)),
    byValues: true,
  },
  {
    meaning: "brand",
    words: listWords(`
      brand, site, casino, broker, operator, entity, marke, marca, marque, marka, бренд, العلامة,
      品牌
    `),
    // "Casino bets" are figures.
    judge: shareOf((text) => /\p{L}/u.test(text)),
  },
  // As with a status, words that nobody knows are asked.
  {
    meaning: "kind",
    words: listWords(`
      transaction type, operation type, type of transaction, type of operation, txn type, trans type,
      transaktionsart, buchungsart, vorgangsart, tipo de operacion, tipo de transaccion, tipo de operacao,
      tipo de transacao, type d operation, tipo operazione, typ operacji, rodzaj operacji, тип операции,
      тип транзакции, نوع العملية, 交易类型
    `),
  },
  {
    meaning: "kind",
    words: listWords(`
      type, operation, kind, action, event, category, typ, art, vorgang, tipo, operacion, operacao, operazione,
      rodzaj, тип, операция, النوع, 类型
    `),
    judge: shareOf((text) => readKind(text) !== null),
    atLeast: 0.2,
    byValues: true,
  },
  // A status in words that nobody knows is one too: whoever leaves it out counts every row as done.
  {
    meaning: "status",
    words: listWords("status, statut, situacao, статус, الحالة, 状态, payment state, transaction state"),
    except: NO_STATUS_OF_ROWS,
  },
  {
    meaning: "status",
    words: listWords("state, result, zustand, estado, etat, stato, stan, состояние"),
    except: NO_STATUS_OF_ROWS,
    judge: shareOf((text) => readState(text) !== null),
    atLeast: 0.2,
    byValues: true,
  },
  {
    meaning: "amount",
    words: listWords(`
      amount, value, sum, deposit, deposits, deposit amount, deposits sum, ftd sum, ftd amount, ftd, first deposit,
      net deposit, net deposits, net amount, net, total deposits, total deposit, deposits amount, quote amount, deposited,
      ersteinzahlung, erste einzahlung, gesamteinzahlung, einzahlungsbetrag, nettoeinzahlung, nettoeinzahlungen, betrag, umsatz, netto, nettobetrag, summe,
      einzahlung, einzahlungen, importe, monto, neto, cantidad, deposito, depositos, valor, quantia,
      montante, montant, depot, depots, importo, depositi, kwota, wplata, wplaty, wplat, нетто, сумма, депозит, депозиты, المبلغ, مبلغ, الإيداع, 金额, 存款金额,
      入金
    `),
    except: NO_AMOUNTS,
    judge: numbers,
    rank: rankAmount,
  },
  {
    meaning: "gross",
    words: listWords(`
      gross, gross amount, amount gross, brutto, bruttobetrag, bruto, importe bruto, valor bruto,
      brut, montant brut, lordo, importo lordo, брутто, إجمالي, 总额
    `),
    judge: numbers,
  },
  {
    meaning: "commission",
    words: listWords(`
      commission, commissions, cpa, payout, affiliate commission, your commission, earnings,
      reward, partner commission, provision, vergutung, comision, comissao, commissione, prowizja,
      комиссия, вознаграждение, عمولة, 佣金, income, your income, rebate, ib commission, affiliate earnings, verdienst,
      einnahmen, ertrag, ingresos, ganancia, ganancias, ganho, ganhos, receita, gain, gains, revenus, entrate,
      guadagno, guadagni, dochod, zarobek, przychod, доход, заработок, الدخل, 收入, 返佣
    `),
    except: listWords("rate, type, status, plan, count"),
    rank: rankCommission,
    // What every row takes off is a fee, though some languages have one word for both.
    judge: (cells) => (isTakenOff(cells) ? 0 : numbers(cells)),
  },
  // What contracts count: it is of the client, and no deposit.
  {
    meaning: "lots",
    words: listWords(`
      lots, lots traded, traded lots, volume lots, lot volume, total lots, gehandelte lots, lotes, лоты, 手数
    `),
    except: listWords("rate, type, status, plan, size"),
    judge: numbers,
  },
  {
    meaning: "trades",
    words: listWords(`
      trades, number of trades, trades count, trade count, total trades, closed trades, anzahl trades, numero de operaciones,
      numero de trades, nombre de trades, сделки, количество сделок, 交易笔数
    `),
    except: listWords("date, first, last, rate, type, status"),
    judge: numbers,
  },
  {
    meaning: "turnover",
    words: listWords(`
      turnover, trading volume, traded volume, volume traded, trade volume, total turnover, handelsvolumen,
      volumen negociado, volume negociado, volume de trading, volume negoziato, wolumen obrotu, торговый оборот, 交易量
    `),
    except: listWords("rate, type, status, count"),
    judge: numbers,
  },
  {
    meaning: "revenue",
    words: listWords(`
      revenue, net revenue, gross revenue, ngr, ggr, net gaming revenue, company revenue, broker revenue,
      broker profit, company profit, spread revenue
    `),
    except: listWords("share, rate, type, status, affiliate, your, partner"),
    judge: numbers,
  },
  {
    meaning: "fee",
    words: listWords(`
      fee, fees, fee amount, charge, charges, gebuhr, gebuhren, comision bancaria, tarifa, taxa, frais, oplata, плата,
      комиссия за перевод, رسوم, 手续费
    `),
    except: listWords("charge amount, rate, type, status, plan, %, count, currency"),
    judge: numbers,
  },
  {
    meaning: "fee",
    words: listWords(`
      commission, provision, comision, comissao, commissione, commissioni, prowizja, комиссия
    `),
    except: listWords("rate, type, status, plan, %"),
    judge: (cells) => (isTakenOff(cells) ? numbers(cells) : 0),
  },
  {
    meaning: "amountConverted",
    words: listWords(`
      converted amount, amount converted, amount usd, amount eur, amount in usd, amount in eur,
      value usd, value eur, usd amount, eur amount, base amount, account currency amount,
      umgerechnet, betrag eur, importe convertido, valor convertido, montant converti, importo
      convertito, 折算金额
    `),
    judge: numbers,
  },
  {
    meaning: "currency",
    words: listWords(`
      currency, currency code, ccy, cur, wahrung, moneda, divisa, moeda, devise, monnaie, valuta,
      waluta, валюта, العملة, 货币, 币种
    `),
    judge: shareOf((text) => readCurrency(text) !== null),
    byValues: true,
  },
  {
    meaning: "count",
    words: listWords(`
      deposits count, deposit count, ftd count, count, number of deposits, no of deposits,
      quantity, qty, anzahl, anzahl einzahlungen, numero de depositos, nombre de depots, numero depositi, liczba,
      количество, عدد, 次数, 笔数, deposits first count, deposits total count, total deposits, deposits, total deposit count
    `),
    except: listWords(`
      impressions, impression, visits, visit, registrations, registration, clicks, click, hits, cashouts, cashout,
      withdrawals, withdrawal, bets, bet, position, positions, trade, trades, cpa, login, logins, chargeback,
      chargebacks, bonus, game, games, session, sessions, lots, amount, value, volume
    `),
    rank: rankCount,
    judge: (cells) => (isCounts(cells) || cells.every((cell) => /^\d{1,4}$/.test(String(cell))) ? 1 : 0),
  },
];
