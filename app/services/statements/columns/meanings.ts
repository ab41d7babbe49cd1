import type { ColumnMeaning } from "#app/lib/statements.ts";
import { readCountry } from "#app/services/tables/columns/countries.ts";
import { judgeDates } from "#app/services/tables/columns/dates.ts";
import { judgeNumbers, readCurrency } from "#app/services/tables/columns/numbers.ts";
import {
  fitHeading,
  listWords,
  type Meaning,
  plainHeading,
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
const clockTimes = matching(/^\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?(\s*[ap]\.?m\.?)?$/i);
const pointedTimes = matching(/^\d{1,2}\.\d{2}(\.\d{2})?$/);

/** The status of a person or an account says nothing of a row. */
const NO_STATUS_OF_ROWS = listWords(`
  account, kyc, client, customer, player, user, trading, verification, document, documents, email, phone, marital,
  konto, kunde, cuenta, cliente, conta, compte, conto, konta, klient, klienta, счета, клиента, 客户, 账户
`);

const NO_AMOUNTS = listWords(`
  fee, fees, charge, commission, rate, count, number, id, turnover, volume, lots, trades,
  profit, loss, balance, bonus, withdrawal, withdrawals, cashout, cashouts, clicks, hits
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
    words: listWords(`
      datetime, date time, date, time, day, datum, zeit, fecha, hora, data, heure, ora, дата,
      время, التاريخ, الوقت, 日期, 时间, timestamp, time stamp, created at,
      created, processed at, executed at, paid at, transaction time, transaction date, deposit
      date, deposit time, event time, conversion time, datum uhrzeit, zeitpunkt, zeitstempel,
      fecha hora, fecha y hora, data hora, data e hora, date heure, horodatage, data ora, data e
      ora, data czas, дата время, дата и время, التاريخ والوقت, 日期时间, 时间
    `),
    judge: (cells) => Math.max(unixTimes(cells), Math.min(dates(cells), hasTime(cells))),
  },
  {
    meaning: "date",
    words: listWords(`
      date, day, month, period, booking date, value date, registered, datum, tag, monat,
      buchungstag, buchungsdatum, zeitraum, registrierung, registrierungsdatum, erste einzahlung,
      fecha, dia, mes, periodo, primer deposito, data, primeiro deposito, jour, mois, periode,
      premier depot, giorno, mese, primo deposito, dzien, miesiac, okres, pierwsza wplata, дата,
      день, месяц, период, первый депозит, التاريخ, تاريخ, اليوم, 日期, 日, 月份
    `),
    judge: (cells) => Math.min(dates(cells), 1 - hasTime(cells)),
    byValues: true,
  },
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
      клиент, رقم الحساب, الحساب, رقم العميل, 账户, 账号, 客户编号, 用户编号
    `),
    judge: shareOf((text) => /^[\w\-. ]{3,40}$/.test(text) && /\d/.test(text)),
  },
  {
    meaning: "clickId",
    words: listWords(`
      click id, clickid, tag clickid, subid, subid1, sub id, sub id1, sub id 1, sub1, s1, aff sub, afp, afp1,
      tracking id, tracking code, external id, click, gclid, google click id, fbclid, ttclid
    `),
  },
  {
    meaning: "submissionId",
    words: listWords("submission id, claim id, attesto id"),
    judge: matching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i),
    atLeast: 0.9,
    byValues: true,
  },
  {
    meaning: "email",
    words: listWords(`
      email, e mail, mail, email address, correo, correo electronico, courriel, poczta, почта,
      البريد الإلكتروني, 邮箱, 电子邮件
    `),
    judge: matching(/^[^\s@*]+@[^\s@*.]+(?:\.+[^\s@*.]+)+$/),
    byValues: true,
  },
  {
    meaning: "emailMasked",
    words: listWords("email, e mail, mail, email address, masked email, correo, courriel, почта, 邮箱"),
    judge: matching(/^[^\s@*]*\*[^\s@]*@[^\s@]+$|^[^\s@]+@[^\s@*]*\*[^\s@]*$/),
    byValues: true,
  },
  {
    meaning: "emailSha256",
    words: listWords("email, email hash, email sha256, hashed email, sha256"),
    judge: matching(/^[0-9a-f]{64}$/i),
    atLeast: 0.9,
    byValues: true,
  },
  {
    meaning: "emailMd5",
    words: listWords("email, email hash, email md5, hashed email, md5"),
    judge: matching(/^[0-9a-f]{32}$/i),
    atLeast: 0.9,
    byValues: true,
  },
  {
    meaning: "phone",
    words: listWords(`
      phone, phone number, mobile, telephone, tel, telefon, telefonnummer, handy, handynummer, mobil,
      mobilnummer, telefono, movil, telefone, numer telefonu, номер телефона,
      celular, portable, cellulare, телефон, الهاتف, رقم الهاتف, 电话, 手机
    `),
    judge: matching(/^\+?[\d ().-]{7,20}$/),
  },
  {
    meaning: "phoneEnding",
    words: listWords("phone, phone ending, last digits, phone last 4, mobile, telefon, telefono, телефон"),
    judge: matching(/^[*x•.\- ]*\d{2,4}$/i),
    atLeast: 0.9,
  },
  {
    meaning: "userName",
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
    except: listWords("campaign, conversion, event, product, asset, company, brand, bank, file, ad"),
    judge: matching(/^[\p{L}\p{M} .,'’*-]{2,80}$/u),
  },
  {
    meaning: "country",
    words: listWords(`
      country, player country, country code, geo, land, pais, pays, paese, kraj, страна, البلد,
      الدولة, 国家
    `),
    judge: shareOf((text) => readCountry(text) !== null),
    byValues: true,
  },
  {
    meaning: "brand",
    words: listWords(`
      brand, site, casino, broker, operator, entity, marke, marca, marque, marka, бренд, العلامة,
      品牌
    `),
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
      amount, value, sum, deposit, deposits, deposit amount, deposits sum, ftd sum, ftd amount,
      net deposit, net deposits, net
      amount, net, total deposits, quote amount, betrag, umsatz, netto, nettobetrag, summe,
      einzahlung, einzahlungen, importe, monto, neto, cantidad, deposito, depositos, valor, quantia,
      montante, montant, depot, depots, importo, depositi, kwota, wplata, wplaty, wplat, нетто, сумма, депозит, депозиты, المبلغ, مبلغ, الإيداع, 金额, 存款金额,
      入金
    `),
    except: NO_AMOUNTS,
    judge: numbers,
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
      комиссия, вознаграждение, عمولة, 佣金
    `),
    except: listWords("rate, type, status, plan"),
    // What every row takes off is a fee, though some languages have one word for both.
    judge: (cells) => (isTakenOff(cells) ? 0 : numbers(cells)),
  },
  {
    meaning: "fee",
    words: listWords(`
      fee, fees, fee amount, charge, charges, commission, gebuhr, gebuhren, provision, comision,
      comision bancaria, comissao, tarifa, taxa, frais, commissione, commissioni, oplata, prowizja,
      плата, комиссия, комиссия за перевод, رسوم, 手续费
    `),
    except: listWords("charge amount, rate, type, status, plan"),
    judge: numbers,
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
      количество, عدد, 次数, 笔数
    `),
    judge: numbers,
  },
];
