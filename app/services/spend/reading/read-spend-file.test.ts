import { expect, test } from "vitest";
import { readSpendFile, type SpendOutput } from "./read-spend-file.ts";
import type { SpendAnswers } from "./recognize-spend.ts";

/** Reads a text as a file of that name: its open questions, facts, and rows as short texts. */
async function readText(text: string | Buffer, fileName = "export.csv", answers: SpendAnswers = {}) {
  const content = typeof text === "string" ? Buffer.from(text) : text;
  const outputs: SpendOutput[] = [];
  const file = { fileName, answers, remembered: [], lastDay: "2026-11-30" };
  for await (const output of readSpendFile({ kind: "spend", content, sheet: null, file }))
    outputs.push(output);
  const columns = outputs.flatMap((one) => ("spendColumns" in one ? [one.spendColumns] : []))[0];
  const facts = outputs.flatMap((one) => ("spendFacts" in one ? [one.spendFacts] : []))[0];
  const spend = outputs.flatMap((one) => ("spend" in one ? one.spend : []));
  const rows = spend.map((row) => {
    const names = [row.campaign, row.adSet, row.ad].flatMap((ad) =>
      ad ? [`${ad.name ?? ""}${ad.objectId ? `#${ad.objectId}` : ""}`] : [],
    );
    const figures = [row.impressions, row.clicks, row.conversions].map((figure) => figure ?? "-").join("/");
    const days = row.toDay === row.day ? row.day : `${row.day} to ${row.toDay}`;
    return [days, row.adPlatform, names.join(" > "), row.amount, row.currency, figures].join(" | ");
  });
  return { questions: (columns?.questions ?? []).map(({ id }) => id), columns, facts, spend, rows };
}

const LATAM = "2026-11-02 | meta | Summer LATAM > Broad | 1204.5 | EUR | 51230/812/12";

test.each([
  [
    "English",
    `Day,Campaign name,Ad set name,Campaign delivery,Results,Result indicator,Cost per results,Amount spent (EUR),Impressions,CPM (cost per 1000 impressions),Link clicks,CTR (all),Reporting starts,Reporting ends
,,,,,,,1208.50,51240,,815,,2026-11-01,2026-11-30
2026-11-02,Summer LATAM,Broad,active,12,actions:offsite_conversion,100.375,1204.50,51230,23.5,812,1.58,2026-11-01,2026-11-30
2026-11-03,Summer LATAM,Broad,active,,,,4.00,10,400,3,30,2026-11-01,2026-11-30`,
  ],
  [
    "Spanish",
    `Día;Nombre de la campaña;Nombre del conjunto de anuncios;Entrega de la campaña;Resultados;Coste por resultado;Importe gastado (EUR);Impresiones;Clics en el enlace;Inicio del informe;Fin del informe
;;;;;;1208,50;51240;815;2026-11-01;2026-11-30
2026-11-02;Summer LATAM;Broad;active;12;100,38;1204,50;51230;812;2026-11-01;2026-11-30
2026-11-03;Summer LATAM;Broad;active;;;4,00;10;3;2026-11-01;2026-11-30`,
  ],
  [
    "Portuguese",
    `Dia;Nome da campanha;Nome do conjunto de anúncios;Veiculação da campanha;Resultados;Custo por resultado;Valor usado (EUR);Impressões;Cliques no link;Início dos relatórios;Término dos relatórios
2026-11-02;Summer LATAM;Broad;active;12;100,38;1204,50;51230;812;2026-11-01;2026-11-30
2026-11-03;Summer LATAM;Broad;active;;;4,00;10;3;2026-11-01;2026-11-30`,
  ],
  [
    "German",
    `Tag;Kampagnenname;Anzeigengruppenname;Auslieferung der Kampagne;Ergebnisse;Kosten pro Ergebnis;Ausgegebener Betrag (EUR);Impressionen;Link-Klicks;Beginn des Berichtszeitraums;Ende des Berichtszeitraums
2026-11-02;Summer LATAM;Broad;active;12;100,38;1.204,50;51.230;812;2026-11-01;2026-11-30
2026-11-03;Summer LATAM;Broad;active;;;4,00;10;3;2026-11-01;2026-11-30`,
  ],
  [
    "French",
    `Jour;Nom de la campagne;Nom de l’ensemble de publicités;Diffusion de la campagne;Résultats;Coût par résultat;Montant dépensé (EUR);Impressions;Clics sur un lien;Début des rapports;Fin des rapports
2026-11-02;Summer LATAM;Broad;active;12;100,38;1 204,50;51 230;812;2026-11-01;2026-11-30
2026-11-03;Summer LATAM;Broad;active;;;4,00;10;3;2026-11-01;2026-11-30`,
  ],
])("Reads an export of Meta Ads Manager in %s, without its row of totals", async (_language, text) => {
  const { questions, rows, facts } = await readText(text);
  expect(questions).toEqual([]);
  expect(rows).toEqual([LATAM, "2026-11-03 | meta | Summer LATAM > Broad | 4 | EUR | 10/3/-"]);
  expect(facts).toMatchObject({ rows: 2, isSpread: false, unreadable: [] });
});

const SEARCH = ["2026-11-02 | google | Brand Search#1984 > Exact | 1020.3 | USD | 4100/210/7.5"];

test.each([
  [
    "English",
    `Campaign report
"November 1, 2026 - November 30, 2026"
Day,Campaign,Campaign ID,Ad group,Campaign type,Currency code,Cost,Impr.,Clicks,Avg. CPC,Conversions,Cost / conv.
2026-11-02,Brand Search,1984,Exact,Search,USD,"1,020.30","4,100",210,4.86,7.50,136.04
Total: Campaigns, --, --, --, --,USD,"1,020.30","4,100",210,4.86,7.50,136.04
Total: Account, --, --, --, --,USD,"1,020.30","4,100",210,4.86,7.50,136.04`,
  ],
  [
    "Spanish",
    `Informe de campañas
1 de noviembre de 2026 - 30 de noviembre de 2026
Día;Campaña;ID de campaña;Grupo de anuncios;Tipo de campaña;Código de moneda;Coste;Impr.;Clics;CPC medio;Conversiones;Coste/conv.
2026-11-02;Brand Search;1984;Exact;Búsqueda;USD;1.020,30;4.100;210;4,86;7,50;136,04
Total: campañas; --; --; --; --;USD;1.020,30;4.100;210;4,86;7,50;136,04`,
  ],
  [
    "Portuguese",
    `Relatório de campanhas
Dia;Campanha;ID da campanha;Grupo de anúncios;Código da moeda;Custo;Impr.;Cliques;CPC méd.;Conversões;Custo / conv.
2026-11-02;Brand Search;1984;Exact;USD;1.020,30;4.100;210;4,86;7,50;136,04
Total: campanhas; --; --; --;USD;1.020,30;4.100;210;4,86;7,50;136,04`,
  ],
  [
    "German",
    `Kampagnenbericht
1. November 2026 - 30. November 2026
Tag;Kampagne;Kampagnen-ID;Anzeigengruppe;Kampagnentyp;Währungscode;Kosten;Impr.;Klicks;Durchschn. CPC;Conversions;Kosten/Conv.
02.11.2026;Brand Search;1984;Exact;Suchnetzwerk;USD;1.020,30;4.100;210;4,86;7,50;136,04
Gesamt: Kampagnen; --; --; --; --;USD;1.020,30;4.100;210;4,86;7,50;136,04`,
  ],
  [
    "French",
    `Rapport sur les campagnes
Jour;Campagne;ID de la campagne;Groupe d'annonces;Type de campagne;Code de devise;Coût;Impr.;Clics;CPC moy.;Conversions;Coût/conv.
2026-11-02;Brand Search;1984;Exact;Recherche;USD;1 020,30;4 100;210;4,86;7,50;136,04
Total : campagnes; --; --; --; --;USD;1 020,30;4 100;210;4,86;7,50;136,04`,
  ],
])("Reads a report of Google Ads in %s, below its title and without its totals", async (_language, text) => {
  const { questions, rows, facts } = await readText(text, "report.csv");
  expect(questions).toEqual([]);
  expect(rows).toEqual(SEARCH);
  expect(facts).toMatchObject({ rows: 1, unreadable: [] });
});

test.each([
  [
    "English",
    `Campaign name,Campaign ID,Ad Group Name,Ad Group ID,By Day,Currency,Cost,Impressions,Clicks (destination),CPC (destination),Conversions,Cost per conversion
Creators,1790000000000001,Lookalike,1790000000000002,2026-11-02,EUR,88.10,9000,120,0.73,3,29.37
Total of 1 results,-,-,-,-,EUR,88.10,9000,120,0.73,3,29.37`,
  ],
  [
    "Spanish",
    `Nombre de la campaña;ID de la campaña;Nombre del grupo de anuncios;ID del grupo de anuncios;Por día;Moneda;Coste;Impresiones;Clics (destino);CPC (destino);Conversiones;Coste por conversión
Creators;1790000000000001;Lookalike;1790000000000002;2026-11-02;EUR;88,10;9000;120;0,73;3;29,37
Total de 1 resultados;-;-;-;-;EUR;88,10;9000;120;0,73;3;29,37`,
  ],
  [
    "Portuguese",
    `Nome da campanha;ID da campanha;Nome do grupo de anúncios;ID do grupo de anúncios;Por dia;Moeda;Custo;Impressões;Cliques (destino);CPC (destino);Conversões;Custo por conversão
Creators;1790000000000001;Lookalike;1790000000000002;2026-11-02;EUR;88,10;9000;120;0,73;3;29,37
Total de 1 resultados;-;-;-;-;EUR;88,10;9000;120;0,73;3;29,37`,
  ],
  [
    "German",
    `Kampagnenname;Kampagnen-ID;Anzeigengruppenname;Anzeigengruppen-ID;Nach Tag;Währung;Kosten;Impressionen;Klicks (Ziel);CPC (Ziel);Conversions;Kosten pro Conversion
Creators;1790000000000001;Lookalike;1790000000000002;2026-11-02;EUR;88,10;9000;120;0,73;3;29,37
Gesamt: 1 Ergebnisse;-;-;-;-;EUR;88,10;9000;120;0,73;3;29,37`,
  ],
  [
    "French",
    `Nom de la campagne;ID de la campagne;Nom du groupe d’annonces;ID du groupe d’annonces;Par jour;Devise;Coût;Impressions;Clics (destination);CPC (destination);Conversions;Coût par conversion
Creators;1790000000000001;Lookalike;1790000000000002;2026-11-02;EUR;88,10;9000;120;0,73;3;29,37
Total de 1 résultats;-;-;-;-;EUR;88,10;9000;120;0,73;3;29,37`,
  ],
])("Reads a report of TikTok Ads in %s, without its row of totals", async (_language, text) => {
  const { questions, rows } = await readText(text);
  expect(questions).toEqual([]);
  expect(rows).toEqual([
    "2026-11-02 | tiktok | Creators#1790000000000001 > Lookalike#1790000000000002 | 88.1 | EUR | 9000/120/3",
  ]);
});

test("Reads an export of Snapchat Ads Manager, whose ids are texts", async () => {
  const { questions, rows } = await readText(
    `Start Time,Campaign Name,Campaign ID,Ad Squad Name,Ad Squad ID,Amount Spent,Currency,Paid Impressions,Swipe Ups,eCPSU,Purchases
2026-11-02,Story Ads,0a1b2c3d-1111-4222-8333-444455556666,Men 25+,9f8e7d6c-1111-4222-8333-444455556666,42.00,USD,8000,95,0.44,2`,
    "snapchat_2026-11-02_2026-11-02.csv",
  );
  expect(questions).toEqual([]);
  expect(rows).toEqual([
    "2026-11-02 | snapchat | Story Ads#0a1b2c3d-1111-4222-8333-444455556666 > Men 25+#9f8e7d6c-1111-4222-8333-444455556666 | 42 | USD | 8000/95/2",
  ]);
});

test.each([
  [
    "Spanish",
    "Fecha;Nombre de la campaña;ID de la campaña;Importe gastado;Moneda;Impresiones;Swipe Ups;Compras",
  ],
  ["Portuguese", "Data;Nome da campanha;ID da campanha;Valor gasto;Moeda;Impressões;Swipe Ups;Compras"],
  ["German", "Datum;Kampagnenname;Kampagnen-ID;Ausgegebener Betrag;Währung;Impressionen;Swipe Ups;Käufe"],
  ["French", "Date;Nom de la campagne;ID de la campagne;Montant dépensé;Devise;Impressions;Swipe Ups;Achats"],
])("Reads an export of Snapchat Ads Manager in %s", async (_language, headings) => {
  const { questions, rows } = await readText(
    `${headings}\n2026-11-02;Story Ads;0a1b2c3d-1111-4222-8333-444455556666;42,00;USD;8.000;95;2`,
  );
  expect(questions).toEqual([]);
  expect(rows).toEqual([
    "2026-11-02 | snapchat | Story Ads#0a1b2c3d-1111-4222-8333-444455556666 | 42 | USD | 8000/95/2",
  ]);
});

test("Says the period of each row of a file without days, and that it is spread", async () => {
  const { rows, facts } =
    await readText(`Campaign name,Amount spent (EUR),Impressions,Reporting starts,Reporting ends
,100.00,10,2026-11-01,2026-11-03
Summer,100.00,10,2026-11-01,2026-11-03`);
  expect(rows).toEqual(["2026-11-01 to 2026-11-03 | meta | Summer | 100 | EUR | 10/-/-"]);
  expect(facts).toMatchObject({ isSpread: true, sums: [{ amount: "100", currency: "EUR" }] });
});

test.each([
  ["a week", "Week,2026-11-02", "2026-11-02", "2026-11-08"],
  ["a month", "Month,2026-02", "2026-02-01", "2026-02-28"],
])("Spreads a row of %s over its days", async (_what, column, from, to) => {
  const [heading, value] = column.split(",");
  const { facts } = await readText(`${heading},Campaign,Currency code,Cost,Impr.\n${value},Brand,EUR,70,7`);
  expect(facts).toMatchObject({ days: { from, to }, isSpread: true, rows: 1 });
});

test("The title, else the file's name, says the period of a file without any date", async () => {
  const table = "Campaign,Currency code,Cost,Impr.\nBrand,EUR,30,7";
  const title = await readText(`Campaign report\n"November 1, 2026 - November 2, 2026"\n${table}`);
  expect(title.facts?.days).toEqual({ from: "2026-11-01", to: "2026-11-02" });
  const name = await readText(table, "My-Ads-Campaigns-Nov-1-2026-Nov-30-2026.csv");
  expect(name.facts?.days).toEqual({ from: "2026-11-01", to: "2026-11-30" });
  expect((await readText(table)).questions).toEqual(["period"]);
  const answered = await readText(table, "a.csv", { period: { from: "2026-11-05", to: "2026-11-05" } });
  expect(answered.rows).toEqual(["2026-11-05 | google | Brand | 30 | EUR | 7/-/-"]);
});

test.each([
  ["a title", "Campaign report\n2026-11-28\n", "export.csv"],
  ["a title with another heading", "Created: 2026-11-28\n", "export.csv"],
  ["the file's name", "", "campaigns-2026-11-28.csv"],
])("A single day in %s is only a hint at the period, which is asked", async (_where, title, name) => {
  const table = "Campaign,Currency code,Cost,Impr.\nBrand,EUR,30,7";
  const { columns, rows } = await readText(title + table, name);
  expect(columns?.questions).toMatchObject([{ id: "period", guess: "2026-11-28" }]);
  expect(columns?.period).toBeNull();
  expect(rows).toEqual([]);
});

test("A single day under the heading of a period is the day of the file", async () => {
  const { rows } = await readText(
    "Date range: November 2, 2026\nCampaign,Currency code,Cost,Impr.\nBrand,EUR,30,7",
  );
  expect(rows).toEqual(["2026-11-02 | google | Brand | 30 | EUR | 7/-/-"]);
});

test("A row without a day is not spread over the title's period where other rows have days", async () => {
  const { rows, facts } = await readText(`Campaign report
"November 1, 2026 - November 30, 2026"
Day,Campaign,Currency code,Cost,Impr.
2026-11-02,Brand,EUR,5,7
,Other,EUR,30,7`);
  expect(rows).toHaveLength(1);
  expect(facts?.totals).toBe(0);
  expect(facts?.unreadable).toEqual([
    { line: 5, problem: "This row has no day.", amount: "30", currency: "EUR" },
  ]);
});

test("Asks for what a file does not say, and guesses nothing", async () => {
  const plain = "Date,Name,Figure\n03/04/2026,Summer,12.50\n04/04/2026,Winter,7.25";
  expect((await readText(plain)).questions).toEqual(["columns", "adPlatform", "currency", "dateOrder"]);
  const { questions, rows } = await readText(plain, "a.csv", {
    columns: { 1: "campaign", 2: "amount" },
    adPlatform: "meta",
    currency: "EUR",
    dateOrder: "day-first",
  });
  expect(questions).toEqual([]);
  expect(rows).toEqual([
    "2026-04-03 | meta | Summer | 12.5 | EUR | -/-/-",
    "2026-04-04 | meta | Winter | 7.25 | EUR | -/-/-",
  ]);
});

test("Keeps credits, counts empty amounts, and names the lines that can't be read", async () => {
  const { rows, facts } = await readText(`Day,Campaign,Currency code,Cost,Impr.
2026-11-02,Brand,EUR,-3.10,0
2026-11-02,Paused,EUR,,0
2026-11-02,Other,USD,5.00,9
2026-11-02,Broken,EUR,soon,9
yesterday,Brand,EUR,4.00,9`);
  expect(rows).toEqual([
    "2026-11-02 | google | Brand | -3.1 | EUR | 0/-/-",
    "2026-11-02 | google | Other | 5 | USD | 9/-/-",
  ]);
  expect(facts).toMatchObject({
    rows: 2,
    empty: 1,
    unreadableCount: 2,
    unreadable: [
      { line: 5, problem: '"soon" is no amount.' },
      { line: 6, problem: '"yesterday" is no day.' },
    ],
    sums: [
      { amount: "-3.1", currency: "EUR" },
      { amount: "5", currency: "USD" },
    ],
  });
});

test("Ids that a spreadsheet has rounded are left out, and said", async () => {
  const { rows, facts } = await readText(
    `Day,Campaign name,Campaign ID,Amount spent (EUR)
2026-11-02,Summer,1.2021E+17,5.00
2026-11-02,Winter,120210000000000007,6.00`,
    "meta.csv",
  );
  expect(rows[0]).toBe("2026-11-02 | meta | Summer | 5 | EUR | -/-/-");
  expect(rows[1]).toContain("Winter#120210000000000007");
  expect(facts?.hasLostIds).toBe(true);
});

test("Several accounts of one file stay apart", async () => {
  const { facts } = await readText(`Day,Customer ID,Campaign,Currency code,Cost
2026-11-02,123-456-7890,Brand,EUR,5.00
2026-11-02,987-654-3210,Brand,EUR,6.00`);
  expect(facts?.accounts.map(({ accountId }) => accountId)).toEqual(["123-456-7890", "987-654-3210"]);
});

test("Figures that no column has room for, and a hundred and first account, are problems of their rows", async () => {
  const head = "Day,Account ID,Campaign name,Amount spent (EUR),Impressions,Results";
  const accounts = Array.from({ length: 101 }, (_, index) => `2026-11-02,${9000 + index},Summer,1,1,1`);
  const large = ["2026-11-02,9000,Large,1,3000000000,1", "2026-11-02,9000,Large,1,1,9999999999999999"];
  const { facts } = await readText([head, ...large, ...accounts].join("\n"));
  expect(facts?.unreadable).toEqual([
    { line: 2, problem: "This row has too many impressions or clicks.", amount: "1", currency: "EUR" },
    { line: 3, problem: "This row has too many conversions.", amount: "1", currency: "EUR" },
    { line: 104, problem: "The file has more than 100 ad accounts.", amount: "1", currency: "EUR" },
  ]);
  expect(facts?.unreadableSums).toEqual([{ amount: "3", currency: "EUR" }]);
});

test("All lines that are left out are counted, and the first ones are named", async () => {
  const head = "Day,Campaign name,Amount spent (EUR),Impressions";
  const good = Array.from({ length: 900 }, (_, at) => `2026-11-02,Summer ${at},1.${at ? 2345 : 23456},1`);
  const unreadable = Array.from({ length: 101 }, (_, at) => `2026-11-02,Bad ${at},much,1`);
  const totals = Array.from({ length: 21 }, (_, at) => `Total: ${at},,5.00,`);
  const { facts, spend } = await readText([head, ...good, ...unreadable, ...totals].join("\n"), "meta.csv");
  expect([facts?.unreadable.length, facts?.unreadableCount]).toEqual([100, 101]);
  expect([facts?.totalLines?.length, facts?.totals]).toEqual([20, 21]);
  // An amount has four digits, as the columns that store it.
  expect(spend.slice(0, 2).map(({ amount }) => amount)).toEqual(["1.2346", "1.2345"]);
});

test("Rows are spread over 400,000 days in all", async () => {
  const head = "Campaign name,Amount spent (EUR),Reporting starts,Reporting ends";
  const rows = Array.from({ length: 1_000 }, (_, at) => `Summer ${at},1.00,2025-01-01,2026-02-04`);
  expect((await readText([head, ...rows].join("\n"))).spend).toHaveLength(1_000);
  const more = [...rows, "Winter,1.00,2025-01-01,2025-01-01"];
  await expect(readText([head, ...more].join("\n"))).rejects.toThrow("too many rows for several days each");
});

test.each([
  ["ad sets", "Ad set name"],
  ["ads", "Ad name"],
  ["ids of ad sets", "Ad set ID"],
])(
  "Meta's row of totals without a name does not count in an export of %s without campaigns",
  async (_what, heading) => {
    const { rows, facts } =
      await readText(`${heading},Amount spent (EUR),Impressions,Reporting starts,Reporting ends
,300.00,30,2026-11-01,2026-11-01
1001,200.00,20,2026-11-01,2026-11-01
1002,100.00,10,2026-11-01,2026-11-01`);
    expect(rows).toHaveLength(2);
    expect(facts).toMatchObject({
      sums: [{ amount: "300", currency: "EUR" }],
      totals: 1,
      totalLines: [{ line: 2, name: null, amount: "300.00", currency: "EUR" }],
    });
  },
);

test("A row whose id has lost its digits and that has no name counts, without a campaign", async () => {
  const { facts, rows } = await readText(`Campaign ID,Amount spent (EUR),Reporting starts,Reporting ends
1.2E+17,5.00,2026-11-01,2026-11-01
120210000000000007,6.00,2026-11-01,2026-11-01`);
  expect(rows[0]).toBe("2026-11-01 | meta |  | 5 | EUR | -/-/-");
  expect(facts).toMatchObject({ rows: 2, totals: 0, hasLostIds: true });
});

test.each(["Total", "Results from Spain", "Resultados", "Total of LATAM"])(
  "A campaign that is called %s counts where its amount is not that of other rows",
  async (name) => {
    const { rows, facts } = await readText(
      `Campaign name,Day,Amount spent (EUR),Impressions
Summer,2026-11-02,10.00,100
Winter,2026-11-02,20.00,200
${name},2026-11-02,7.00,70`,
      "meta.csv",
    );
    expect(rows).toContain(`2026-11-02 | meta | ${name} | 7 | EUR | 70/-/-`);
    expect(facts).toMatchObject({ rows: 3, totals: 0 });
  },
);

test("A total of a day or of the file is left out, and named with its line and amount", async () => {
  const { rows, facts } = await readText(
    `Campaign name,Day,Amount spent (EUR),Impressions
Summer,2026-11-02,10.00,100
Winter,2026-11-02,20.00,200
Total: Monday,2026-11-02,30.00,300
Summer,2026-11-03,5.00,50
Total: Campaigns,,35.00,350`,
    "meta.csv",
  );
  expect(rows).toHaveLength(3);
  expect(facts).toMatchObject({
    totals: 2,
    totalLines: [
      { line: 4, name: "Total: Monday", amount: "30", currency: "EUR" },
      { line: 6, name: "Total: Campaigns", amount: "35.00", currency: "EUR" },
    ],
  });
});

test("A campaign's row without a day above its rows by day is its total", async () => {
  const { rows, facts } =
    await readText(`Campaign name,Day,Amount spent (EUR),Impressions,Reporting starts,Reporting ends
Summer,,30.00,300,2026-11-01,2026-11-02
Summer,2026-11-01,10.00,100,2026-11-01,2026-11-02
Summer,2026-11-02,20.00,200,2026-11-01,2026-11-02
Winter,,8.00,80,2026-11-01,2026-11-02`);
  expect(rows).toEqual([
    "2026-11-01 | meta | Summer | 10 | EUR | 100/-/-",
    "2026-11-01 to 2026-11-02 | meta | Winter | 8 | EUR | 80/-/-",
    "2026-11-02 | meta | Summer | 20 | EUR | 200/-/-",
  ]);
  expect(facts?.totalLines).toEqual([{ line: 2, name: "Summer", amount: "30", currency: "EUR" }]);
});

test("A row of a period that says more than its days is not their total", async () => {
  const { rows, facts } = await readText(`Campaign name,Day,Amount spent (EUR),Reporting starts,Reporting ends
Summer,2026-05-01,10.00,2026-05-01,2026-05-01
Summer,2026-05-02,10.00,2026-05-02,2026-05-02
Summer,,300.00,2026-04-01,2026-04-30
Summer,,50.00,2026-05-01,2026-05-10`);
  expect(rows).toHaveLength(4);
  expect(facts).toMatchObject({ totals: 0, sums: [{ amount: "370", currency: "EUR" }] });
});

test("A day outside of the years that can be shown is said, and is not read", async () => {
  const { rows, facts } = await readText(
    `Day,Campaign name,Amount spent (EUR)
9999-12-31,Summer,1.00
2026-05-02,Summer,10.00`,
    "meta.csv",
  );
  expect(rows).toHaveLength(1);
  expect(facts?.unreadable).toMatchObject([
    { line: 2, amount: "1.00", currency: "EUR", problem: '"9999-12-31" is no day between 2000 and 2099.' },
  ]);
});

test("A day with dots is not asked for, and neither is a thousand of a currency without decimals", async () => {
  const { questions, rows } = await readText(`Day,Campaign,Currency code,Cost,Impr.
01.11.2026,Brand,JPY,"1,204",7`);
  expect(questions).toEqual([]);
  expect(rows).toEqual(["2026-11-01 | google | Brand | 1204 | JPY | 7/-/-"]);
  const slashes = 'Day,Campaign,Currency code,Cost,Impr.\n01/11/2026,Brand,EUR,"1,204",7';
  expect((await readText(slashes)).questions).toEqual(["dateOrder", "columns"]);
});

test("The times of a Snapchat export are the first and the last day of a row", async () => {
  const { rows } = await readText(`Start Time,End Time,Campaign Name,Amount Spent,Currency,Swipe Ups
2026-11-01,2026-11-02,Story Ads,10.00,USD,4`);
  expect(rows).toEqual(["2026-11-01 to 2026-11-02 | snapchat | Story Ads | 10 | USD | -/4/-"]);
});

test("A row of a day later than tomorrow does not count, and is named with its amount", async () => {
  const { facts, rows } = await readText(
    `Day,Campaign name,Amount spent (EUR),Impressions
2026-11-30,Summer,10.00,7
2026-12-01,Summer,30.00,7
2027-11-27,Summer,20.00,7`,
    "export.csv",
    { adPlatform: "meta" },
  );
  expect(rows).toEqual(["2026-11-30 | meta | Summer | 10 | EUR | 7/-/-"]);
  expect(facts).toMatchObject({
    unreadable: [
      { line: 3, problem: '"2026-12-01" is later than tomorrow.', amount: "30.00", currency: "EUR" },
      { line: 4, problem: '"2027-11-27" is later than tomorrow.', amount: "20.00", currency: "EUR" },
    ],
    unreadableSums: [{ amount: "50", currency: "EUR" }],
    days: { from: "2026-11-30", to: "2026-11-30" },
  });
});

test("A period that ends at 24:00 has the whole last day", async () => {
  const { rows } = await readText(`Start Time,End Time,Campaign Name,Amount Spent,Currency,Swipe Ups
2026-09-01 00:00,2026-09-02 24:00,Story Ads,10.00,USD,4`);
  expect(rows).toEqual(["2026-09-01 to 2026-09-02 | snapchat | Story Ads | 10 | USD | -/4/-"]);
});

test("An empty or ISO column of days says nothing about the order of another one", async () => {
  const both = "Day,Reporting starts,Campaign name,Amount spent (EUR)\n,03/05/2026,Summer,10.00";
  expect((await readText(both)).questions).toEqual(["dateOrder"]);
  const month = `${both}\n,03/25/2026,Summer,20.00`;
  expect((await readText(month)).questions).toEqual([]);
});

const SNAPCHAT =
  "Start time,End time,Ad Account Name,Campaign Name,Campaign ID,Ad Set Name,Spend,Currency,Paid Impressions,Swipe Ups,eCPSU,Purchases";

test("The end of a day in an export of Snapchat by day is the midnight after it", async () => {
  const row = (day: number, amount: string) =>
    `2026-11-${day}T00:00:00.000+01:00,2026-11-${day + 1}T00:00:00.000+01:00,Acc,Snap A,c1,Squad,${amount},USD,900,8,0.97,1`;
  const { questions, rows } = await readText([SNAPCHAT, row(26, "7.77"), row(27, "2.23")].join("\n"));
  expect(questions).toEqual([]);
  expect(rows).toEqual([
    "2026-11-26 | snapchat | Snap A#c1 > Squad | 7.77 | USD | 900/8/1",
    "2026-11-27 | snapchat | Snap A#c1 > Squad | 2.23 | USD | 900/8/1",
  ]);
});

test.each([
  ["2026-11-26 00:00:00", "2026-11-26 00:00:00", "2026-11-26"],
  ["2026-11-26 00:00:00", "2026-11-26 23:59:59", "2026-11-26"],
  ["2026-11-26 00:00", "2026-11-28 00:00", "2026-11-26 to 2026-11-27"],
  ["2026-11-25T23:00:00Z", "2026-11-26T23:00:00Z", "2026-11-25"],
  ["11/26/2026 12:00 AM", "11/27/2026 12:00 AM", "2026-11-26"],
  ["2026-11-26", "2026-11-27", "2026-11-26 to 2026-11-27"],
])("A row from %s to %s is of %s", async (from, to, days) => {
  const { rows } = await readText(`Start time,End time,Campaign Name,Spend,Currency,Swipe Ups
${from},${to},Snap A,7.77,USD,8`);
  expect(rows).toEqual([`${days} | snapchat | Snap A | 7.77 | USD | -/8/-`]);
});

test("Rows of periods that overlap are all read, and one that sums up shorter ones is their total", async () => {
  const { rows, facts } = await readText(`Start time,End time,Campaign Name,Spend,Currency,Swipe Ups
2026-11-01,2026-11-02,Snap A,10.00,USD,1
2026-11-02,2026-11-03,Snap A,5.00,USD,1
2026-11-04,2026-11-04,Snap A,1.00,USD,1
2026-11-01,2026-11-04,Snap A,15.00,USD,3
2026-11-01,2026-11-05,Snap A,20.00,USD,3`);
  expect(rows).toHaveLength(4);
  expect(facts?.totalLines).toEqual([{ line: 5, name: "Snap A", amount: "15", currency: "USD" }]);
});

test("Meta's rows of all days are totals of their campaigns", async () => {
  const { rows, facts } =
    await readText(`Campaign name,Ad set name,Day,Amount spent (EUR),Reporting starts,Reporting ends
Summer,Broad,All,30.00,2026-11-01,2026-11-02
Summer,Broad,2026-11-01,10.00,2026-11-01,2026-11-01
Summer,Broad,2026-11-02,20.00,2026-11-02,2026-11-02
Summer,Narrow,2026-11-02,5.00,2026-11-02,2026-11-02`);
  expect(rows).toHaveLength(3);
  expect(facts).toMatchObject({ unreadable: [], totalLines: [{ line: 2, amount: "30" }] });
});

test.each([
  [
    "Microsoft",
    `Report Name: Campaign performance
Report Time: 11/25/2026 - 11/27/2026
Account name,Campaign,Campaign status,Campaign type,Currency code,Impr.,Clicks,Spend
Acc,Brand,Active,Search,EUR,90,8,30.00
"©2026 Microsoft Corporation. All rights reserved."`,
    "2026-11-25 to 2026-11-27 | Microsoft Ads | Brand | 30 | EUR | 90/8/-",
  ],
  [
    "LinkedIn",
    `Campaign Performance Report (in UTC)
Report Start: November 1, 2026, 12:00 AM
Report End: November 27, 2026, 11:59 PM
Date Generated: November 28, 2026, 8:00 AM

Start Date (in UTC)\tAccount Name\tCurrency\tCampaign Name\tTotal Spent\tImpressions\tClicks
11/1/2026\tAcc\tEUR\tBrand\t30.00\t90\t8`,
    "2026-11-01 to 2026-11-27 | LinkedIn Ads | Brand | 30 | EUR | 90/8/-",
  ],
  [
    "LinkedIn by day",
    `Campaign Performance Report (in UTC)
Report Start: November 1, 2026, 12:00 AM
Report End: November 27, 2026, 11:59 PM

Start Date (in UTC)\tAccount Name\tCurrency\tCampaign Name\tTotal Spent\tImpressions\tClicks
11/26/2026\tAcc\tEUR\tBrand\t30.00\t90\t8`,
    "2026-11-26 | LinkedIn Ads | Brand | 30 | EUR | 90/8/-",
  ],
])("The title of a report of %s names its ad platform and its period", async (_name, text, row) => {
  const { questions, rows } = await readText(Buffer.from(`\ufeff${text}`, "utf16le"));
  expect(questions).toEqual([]);
  expect(rows).toEqual([row]);
});

test.each([
  [
    "Microsoft without its title",
    "Campaign,Campaign status,Ad group,Currency code,Day,Impr.,Spend",
    "Brand,Active,Exact,EUR,2026-11-26,90,30",
  ],
  [
    "X",
    "Day,Campaign name,Results,Cost per result,Spend,Currency,Impressions",
    "2026-11-26,Brand,2,15,30,EUR,90",
  ],
  ["one with a heading of Google alone", "Day,Campaign,Currency code,Cost", "2026-11-26,Brand,EUR,30"],
])("A file of %s asks for its ad platform, which may be another one", async (_name, headings, row) => {
  const { questions, columns } = await readText(`${headings}\n${row}`);
  expect(questions).toEqual(["adPlatform"]);
  expect(columns?.questions[0]?.options).toEqual(["meta", "google", "tiktok", "snapchat", "other"]);
  const answered = await readText(`${headings}\n${row}`, "export.csv", { adPlatform: "Mobidea" });
  expect(answered.spend).toMatchObject([{ adPlatform: "Mobidea", amount: "30" }]);
});

test("A file whose name and headings speak of two ad platforms asks for one", async () => {
  const text = "Day,Campaign,Currency code,Cost,Impr.\n2026-11-26,Brand,EUR,30,9";
  expect((await readText(text, "facebook.csv")).questions).toEqual(["adPlatform"]);
  expect((await readText(text, "google.csv")).questions).toEqual([]);
});

test("A column of ad platforms may name others", async () => {
  const { spend, facts } = await readText(`Day,Ad platform,Campaign name,Amount,Currency
2026-11-26,Meta,Summer,1.00,EUR
2026-11-26,Reddit,Summer,2.00,EUR
2026-11-26,Mobidea,Summer,3.00,EUR
2026-11-26,Очень длинное имя площадки,Summer,4.00,EUR`);
  expect(spend.map(({ adPlatform }) => adPlatform).sort()).toEqual(["Mobidea", "Reddit Ads", "meta"]);
  expect(facts?.unreadable).toMatchObject([{ line: 5, amount: "4.00", currency: "EUR" }]);
});
