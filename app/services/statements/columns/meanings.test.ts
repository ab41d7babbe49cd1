import { describe, expect, test } from "vitest";
import { findHeader, isTotal } from "#app/services/tables/columns/find-header.ts";
import { recognizeColumns } from "#app/services/tables/columns/recognize-columns.ts";
import { readTitleLines } from "#app/services/tables/columns/title-lines.ts";
import { openTableFile } from "#app/services/tables/reading/open-table-file.ts";
import type { Row } from "#app/services/tables/table.ts";
import { STATEMENT_MEANINGS } from "./meanings.ts";

async function read(text: string) {
  const { rows } = await openTableFile(Buffer.from(text));
  const all: Row[] = [];
  for await (const row of rows(0)) all.push(row);
  const { titles, header, data } = findHeader(all, STATEMENT_MEANINGS);
  const kept = data.filter((row) => !isTotal(row));
  const columns = recognizeColumns((header?.cells ?? []).map(String), kept, STATEMENT_MEANINGS);
  return {
    headerLine: header?.line ?? null,
    facts: readTitleLines(titles, "day-first"),
    count: kept.length,
    meanings: columns.map(({ meaning }) => meaning),
    hints: columns.map(({ hint }) => hint),
  };
}

describe("the columns of real statements", () => {
  test("a broker's cash statement with title lines and a total", async () => {
    const found = await read(
      `Account number;51234567;;;;;;
Cash operations;;;;;;;
From;2026-11-01 (UTC);;;;;;
To;2026-11-25 (UTC);;;;;;
Type;Ticker;Instrument;Time;Amount;ID;Comment;Product
Deposit;;;2026-11-03 10:11:12;250;884412;Deposit by card;My Trades
Withdrawal;;;2026-11-05 08:00:00;-100,5;884413;To bank;My Trades
Total;;;;149,5;;;
`,
    );
    expect(found).toMatchObject({
      headerLine: 5,
      count: 2,
      facts: { period: { from: "2026-11-01", to: "2026-11-25" }, timeZone: "UTC", account: "51234567" },
    });
    expect(found.meanings).toEqual(["kind", null, null, "datetime", "amount", null, null, null]);
  });

  test.each([
    ["Total,3,925.00,EUR,", 2],
    ["Totals:,3,925.00,-,12.50", 2],
    ["Total,3 clients,925.00,EUR,2026-11-29", 2],
    ["TOTAL (2),All,925.00,EUR,", 2],
    ["Total 29 Nov,,925.00,EUR,", 2],
    ["TOTAL: 2 clients,,925.00,EUR,", 2],
    ["Total deposits,2,925.00,EUR,-", 2],
    ["Итого за период,,925.00,EUR,", 2],
    ["Total for period,2,925.00,EUR,1", 2],
    ["Total Deposits Trading,8412339,925.00,EUR,Madrid", 3],
    ["Итого,2,925.00,EUR,29.11.2026", 2],
    ["Total Trading,8412339,925.00,EUR,Madrid", 3],
    ["Sum,8412339,925.00,EUR,Madrid", 3],
    ["Total,total@example.com,925.00,EUR,2026-11-29", 3],
  ])("a last line of %s leaves %i rows", async (line, count) => {
    const found = await read(
      `Name,Login,Amount,Currency,Note\nAna,8412337,250.00,EUR,a\nBen,8412338,675.00,EUR,b\n${line}\n`,
    );
    expect(found.count).toBe(count);
  });

  test("an exchange's file with date and time apart", async () => {
    const { meanings } = await read(
      `Timezone,Date,Time,Type,Currency,Amount,Quote Currency,Fee currency,Fee amount,Status,Transaction ID,Address
UTC,2026-11-03,10:11:12,deposit,EUR,250.00,EUR,EUR,0.45,Completed,a1,DE11***22
UTC,2026-11-04,10:11:12,withdrawal,EUR,50.00,EUR,EUR,0.45,Completed,a2,DE11***22
`,
    );
    expect(meanings.slice(1, 6)).toEqual(["date", "time", "kind", "currency", "amount"]);
    expect(meanings[8]).toBe("fee");
    expect(meanings[9]).toBe("status");
  });

  test("an affiliate network's sums per client and day", async () => {
    const { meanings } = await read(
      `date,client_loginid,company_profit_loss,deposits,turnover_ticktrade,first_funded_date,withdrawals,first_funded_amount
2026-11-03,CR123456,1.20,250.00,12,2026-11-03,0,250.00
2026-11-04,CR123457,-1.20,100.00,12,,50,
`,
    );
    expect([meanings[0], meanings[1], meanings[3]]).toEqual(["date", "account", "amount"]);
    expect(meanings.filter((meaning) => meaning === "amount")).toHaveLength(1);
  });

  test("players of a casino with a click ID that comes back", async () => {
    const { meanings } = await read(
      `Player ID,Sign up date,First deposit date,Date,Player country,Tag: clickid,Currency,FTD count,FTD sum,Deposits count,Deposits sum,NGR
7712345,2026-11-01,2026-11-03,2026-11-03,DE,abc123,EUR,1,250.00,1,250.00,-4.10
7712346,2026-11-01,2026-11-03,2026-11-03,ES,abc124,EUR,1,100.00,2,150.00,4.10
`,
    );
    expect(meanings).toEqual(
      expect.arrayContaining(["account", "date", "country", "clickId", "currency", "count", "amount"]),
    );
    expect(meanings[10]).toBe("amount");
    expect(meanings[3]).toBe("date");
  });

  test("a campaign's name is nobody's name, and a rate is no commission", async () => {
    const { meanings } = await read(
      `campaign_name,Player ID,total_deposits,commission_rate,overall_commission (USD)\nnov,7712345,1250.00,30%,45.30\nnov,7712346,12.00,30%,4.30\n`,
    );
    expect(meanings).toEqual([null, "account", "amount", null, "commission"]);
  });

  test("a currency at the end of a heading is the column's", async () => {
    const { meanings, hints } = await read(
      `"Buchungstag";"Kontonummer";"Umsatz in EUR";\n"03.11.2026";"51234567";"1.234,56";\n`,
    );
    expect([meanings, hints[2]]).toEqual([["date", "account", "amount"], "EUR"]);
  });

  test("figures of up to five are how many deposits there were, and larger ones are amounts", async () => {
    const meaningsOf = async (most: number) => {
      const rows = [1, 2, most].map((deposits, at) => `841233${at},2026-11-0${at + 1},${deposits},250.00`);
      return (await read(["Login,Date,Deposits,First deposit", ...rows].join("\n"))).meanings;
    };
    expect((await meaningsOf(5))[3]).toBe("amount");
    expect((await meaningsOf(6))[2]).toBe("amount");
  });

  test("user names only, with the zone and the currency in the headings", async () => {
    const { meanings, hints } = await read(
      `campaign,username,created_at (UTC),value (USD)
nov,lucky_anna,2026-11-03 10:11:12,250.00
nov,bernd77,2026-11-04 10:11:12,100.00
`,
    );
    expect(meanings.slice(1)).toEqual(["userName", "datetime", "amount"]);
    expect(hints.slice(2)).toEqual(["UTC", "USD"]);
  });

  test.each([
    ["German", "Datum;Kontonummer;Vorgang;Betrag;Währung\n03.11.2026;8412337;Einzahlung;250,00;EUR\n"],
    ["Spanish", "Fecha;Número de cuenta;Tipo;Importe;Moneda\n03/11/2026;8412337;Depósito;250,00;EUR\n"],
    ["Portuguese", "Data;Número da conta;Tipo;Valor;Moeda\n03/11/2026;8412337;Depósito;250,00;BRL\n"],
    ["French", "Date;Numéro de compte;Opération;Montant;Devise\n03/11/2026;8412337;Dépôt;250,00;EUR\n"],
    ["Italian", "Data;Numero conto;Operazione;Importo;Valuta\n03/11/2026;8412337;Versamento;250,00;EUR\n"],
    ["Polish", "Data;Nr konta;Typ operacji;Kwota;Waluta\n03.11.2026;8412337;Wpłata;250,00;PLN\n"],
    ["Russian", "Дата;Номер счёта;Тип операции;Сумма;Валюта\n03.11.2026;8412337;Пополнение;250,00;USD\n"],
    ["Arabic", "التاريخ;رقم الحساب;نوع العملية;المبلغ;العملة\n2026-11-03;8412337;إيداع;250.00;USD\n"],
    ["Chinese", "日期;账号;交易类型;金额;货币\n2026-11-03;8412337;存款;250.00;USD\n"],
  ])("%s headings", async (_, text) => {
    expect((await read(text)).meanings).toEqual(["date", "account", "kind", "amount", "currency"]);
  });

  test.each([
    ["German", "Buchungsdatum;Konto;Buchungsart;Umsatz\n03.11.26;8412337;Einzahlung;250,00\n"],
    ["Portuguese", "Data;Conta;Operação;Montante\n03/11/2026;8412337;Depósito;250,00\n"],
    ["Polish", "Data;Nr rachunku;Rodzaj operacji;Kwota\n03.11.2026;8412337;Wpłata;250,00\n"],
  ])("other %s headings", async (_, text) => {
    expect((await read(text)).meanings).toEqual(["date", "account", "kind", "amount"]);
  });

  test.each([
    ["-6,25", "fee"],
    ["6,25", "commission"],
  ])("one word means what its values are: %s is a %s", async (value, meaning) => {
    const { meanings } = await read(`Дата;Счёт;Сумма брутто;Комиссия\n03.11.2026;8412337;250,00;${value}\n`);
    expect(meanings[3]).toBe(meaning);
  });

  test("small numbers are no times, and dates with dots are no amounts", async () => {
    const { meanings } = await read(
      `Login;Lots;Primer depósito;Importe primer depósito\n8412337;1.80;03.11.26;250.00\n8412338;0.62;04.11.26;100.00\n`,
    );
    expect(meanings).toEqual(["account", "lots", "date", "amount"]);
  });

  test("a customer is a name or a number, as the values say", async () => {
    const ofNames = await read('Date,Customer,Amount\n2026-11-03,"Smith, John",250.00\n');
    const ofNumbers = await read("Date,Client,Amount\n2026-11-03,8412337,250.00\n");
    expect([ofNames.meanings[1], ofNumbers.meanings[1]]).toEqual(["name", "account"]);
  });

  test("what an email column holds decides whether it is masked or hashed", async () => {
    const { meanings } = await read(
      `Login,Email,Amount,Date\n8412337,jo***@gm***.com,250.00,2026-11-03\n8412338,an***@ya***.com,100.00,2026-11-04\n`,
    );
    expect(meanings[1]).toBe("emailMasked");
  });

  test.each([
    ["jo***@gm***.com", "emailMasked"],
    ["jo@example.com", "email"],
    ["lucky_jo", "userName"],
  ])("a user is what its values are: %s is %s", async (user, meaning) => {
    const { meanings } = await read(
      `Date,Time,User,Type,Amount\n2026-11-03,10:11:12.345,${user},Deposit,250.00\n`,
    );
    expect(meanings).toEqual(["date", "time", meaning, "kind", "amount"]);
  });

  test.each(['Amount in "EUR"', "Amount, EUR", "Amount/EUR", "EUR Amount", "Amount (EUR)"])(
    "the heading %s names the currency",
    async (heading) => {
      const { hints } = await read(`Login,Date,"${heading.replaceAll('"', '""')}"\n1001,2026-11-03,250.00\n`);
      expect(hints[2]).toBe("EUR");
    },
  );

  test("a file without headings is read by its values", async () => {
    const { headerLine, meanings } = await read(
      `2026-11-03,anna@example.com,EUR,250.00\n2026-11-04,bernd@example.com,EUR,100.00\n`,
    );
    expect(headerLine).toBeNull();
    expect(meanings).toEqual(["date", "email", "currency", null]);
  });
});
