import { SPEND_PLATFORMS, type SpendMeaning, type SpendPlatform } from "#app/lib/spend-files.ts";
import { judgeDates } from "#app/services/tables/columns/dates.ts";
import { judgeNumbers, readCurrency } from "#app/services/tables/columns/numbers.ts";
import {
  listWords,
  type Meaning,
  plainHeading,
  toPlainWords,
} from "#app/services/tables/columns/recognize-columns.ts";
import { CELL_LIMITS, type Cell } from "#app/services/tables/table.ts";

const dates = (cells: readonly Cell[]) => judgeDates(cells.filter(isSaid)).share;
const isNumber = (cell: Cell) => judgeNumbers([cell]).share === 1;
const isSaid = (cell: Cell) => !isMissing(cell);
const numbers = (cells: readonly Cell[]) => {
  const said = cells.filter(isSaid);
  return said.length === 0 ? 1 : said.filter(isNumber).length / said.length;
};
const currencies = (cells: readonly Cell[]) =>
  cells.filter((cell) => typeof cell === "string" && readCurrency(cell) !== null).length / cells.length;

/** Ad platforms write a dash where they have nothing to say. */
export const isMissing = (cell: Cell): boolean => /^(?:[-–—]{1,3}|n\/?a|null)?$/i.test(String(cell).trim());

/** What Meta writes in place of a day in a row that sums up its days. */
export const isAllDays = (cell: Cell): boolean =>
  /^(?:all|alle|todos?|todas|tous|toutes)$/i.test(String(cell).trim());

const TOTAL =
  /^(?:grand )?(?:total|totals|totales|totais|totaux|summe|gesamt|gesamtsumme|gesamtwert|insgesamt|résultats?|resultados|ergebnisse|results)(?:$|\s*[:：]|\s+(?:of|de|from|von|aus|des)\s)/iu;

/** Whether a cell begins a row that sums up others: "Total: Campaigns", "Total of 12 results". */
export const isTotalLabel = (cell: Cell | null | undefined): boolean =>
  typeof cell === "string" && cell.length <= CELL_LIMITS.text && TOTAL.test(cell.trim());

/** Of a campaign, ad set or ad these are not its name. */
const NO_NAME = listWords(`
  id, ids, status, state, delivery, type, subtype, budget, objective, strategy, bid, optimization, label, labels,
  start, end, url, score, strength, identificador, identificacao, identifiant, estado, entrega, tipo, veiculacao,
  presupuesto, orcamento, objetivo, zustand, auslieferung, typ, ziel, etat, diffusion, statut, numero, codigo, nummer
`);
const SCHEDULES = listWords(`
  start, starts, end, ends, created, edited, updated, last, due, week, inicio, fin, final, termino, beginn, ende, debut,
  of week, modification
`);
/** What runs from a start to an end is not the report. */
const OF_ADS = listWords("campaign, ad set, ad group, ad squad, flight, budget, schedule, scheduled");
/** A figure per something, a share or a budget is no sum. */
const NO_SUMS = listWords(`
  per, rate, share, avg, average, cpc, cpm, cpa, cpv, ctr, roas, value, budget, bid, limit, type, indicator, target, unique,
  por, pro, par, je, tasa, taxa, taux, quote, rate, anteil, promedio, medio, media, moyen, moyenne, durchschn,
  durchschnittliche, valor de conv, valor de conversion, wert, valeur, presupuesto, orcamento, unicos, %
`);
const NO_COSTS = [
  ...NO_SUMS,
  ...listWords(
    "conv, conversion, conversions, conversiones, conversoes, result, results, ergebnis, click, clic",
  ),
];
const NO_COUNTS = [
  ...NO_SUMS.filter((word) => word !== "valor de conv"),
  ...listWords("cost, coste, costo, custo, kosten, cout, spend, view through, all conv, top"),
];
const withId = (words: string): string[] =>
  listWords(words).flatMap((word) => [
    `${word} id`,
    `id ${word}`,
    `id de ${word}`,
    `id del ${word}`,
    `id de la ${word}`,
    `id da ${word}`,
    `id do ${word}`,
    `id du ${word}`,
    `id der ${word}`,
    `id des ${word}`,
    `id de l ${word}`,
    `identificador de ${word}`,
    `identificador de la ${word}`,
    `identificador del ${word}`,
    `identificador da ${word}`,
    `identificador do ${word}`,
    `identificacao da ${word}`,
    `identificacao do ${word}`,
    `identifiant de la ${word}`,
    `identifiant de l ${word}`,
    `identifiant du ${word}`,
    `identifiant ${word}`,
  ]);
const CAMPAIGN = "campaign, campana, campanha, kampagne, kampagnen, campagne";
const AD_SET = `ad set, adset, ad group, adgroup, ad squad, adsquad, conjunto de anuncios, grupo de anuncios,
  anzeigengruppe, anzeigengruppen, ensemble de publicites, ensemble de pub, groupe d annonces, groupe de publicites`;
const AD = "ad, anuncio, anzeige, anzeigen, publicite, annonce";
const ACCOUNT = `account, ad account, customer, advertiser, cuenta, cuenta publicitaria, cliente, conta,
  conta de anuncios, konto, werbekonto, kunden, compte, compte publicitaire, client`;

/**
 * The headings of Meta, Google, TikTok and Snapchat in English, Spanish, Portuguese, German and French, and
 * those of tables that people make themselves.
 */
export const SPEND_COLUMNS: readonly Meaning<SpendMeaning>[] = [
  {
    meaning: "day",
    words: listWords(`
      day, date, by day, month, dia, fecha, por dia, mes, data, tag, datum, nach tag, monat, jour, par jour, mois,
      stat time day, p date, gregorian date, time period
    `),
    except: [...SCHEDULES, ...listWords("reporting, informe, relatorios, berichts, rapports, range, budget")],
    judge: dates,
    byValues: true,
  },
  {
    meaning: "week",
    words: listWords("week, by week, semana, por semana, woche, nach woche, semaine, par semaine"),
    except: listWords("day of, of week, dia de, tag der, jour de"),
    judge: dates,
  },
  {
    meaning: "from",
    words: listWords(`
      reporting starts, from, start time, start date, period start, inicio del informe, inicio dos relatorios, inicio do relatorio, berichtsbeginn,
      berichtsstart, beginn des berichtszeitraums, auswertungsbeginn, debut des rapports, debut du rapport, desde, von
    `),
    except: OF_ADS,
    judge: dates,
  },
  {
    meaning: "to",
    words: listWords(`
      reporting ends, to, end time, end date, period end, fin del informe, termino dos relatorios, encerramento dos relatorios,
      fim do relatorio, berichtsende, ende des berichtszeitraums, auswertungsende, fin des rapports, fin du rapport,
      hasta, bis
    `),
    except: OF_ADS,
    judge: dates,
  },
  {
    meaning: "amount",
    words: listWords(`
      amount spent, cost, total cost, spend, ad spend, spent, total spent, amount, media cost, importe gastado, coste, costo, gasto,
      inversion, importe, valor usado, valor gasto, montante gasto, quantia gasta, custo, investimento,
      ausgegebener betrag, betrag, kosten, ausgaben, werbeausgaben, montant depense, cout, depense, depenses
    `),
    except: NO_COSTS,
    judge: numbers,
  },
  {
    meaning: "currency",
    words: listWords(`
      currency, currency code, codigo de moneda, moneda, divisa, codigo da moeda, moeda, wahrung, wahrungscode,
      devise, code de devise, code devise
    `),
    judge: currencies,
    byValues: true,
  },
  {
    meaning: "adPlatform",
    words: listWords("ad platform, platform, plataforma, plattform, plateforme, ad network"),
    judge: (cells) => cells.filter((cell) => readAdPlatform(String(cell)) !== null).length / cells.length,
    atLeast: 0.1,
  },
  {
    meaning: "accountId",
    words: [
      ...withId(ACCOUNT),
      ...listWords("account, kontonummer, kundennummer, numero client, account number"),
    ],
    except: listWords("name, nombre, nome, nom, status, currency, time zone, moneda, estado"),
  },
  {
    meaning: "accountName",
    words: listWords(`
      account name, ad account name, advertiser name, customer name, descriptive name, nombre de la cuenta, cuenta,
      nome da conta, conta, kontoname, name des kontos, name des werbekontos, konto, nom du compte, compte
    `),
    except: NO_NAME,
  },
  {
    meaning: "campaign",
    words: [...listWords(CAMPAIGN), ...listWords("campaign name, kampagnenname, nom de la campagne")],
    except: NO_NAME,
  },
  { meaning: "campaignId", words: withId(CAMPAIGN) },
  {
    meaning: "adSet",
    words: [
      ...listWords(AD_SET),
      ...listWords("ad set name, ad group name, ad squad name, anzeigengruppenname"),
    ],
    except: NO_NAME,
  },
  { meaning: "adSetId", words: withId(AD_SET) },
  {
    meaning: "ad",
    words: [...listWords(AD), ...listWords("ad name, anzeigenname, creative name")],
    except: [
      ...NO_NAME,
      ...listWords(`
        set, group, squad, account, spend, platform, network, conjunto, grupo, ensemble, groupe, conta, cuenta, compte
      `),
    ],
  },
  {
    meaning: "adId",
    words: withId(AD),
    except: listWords(
      "set, group, squad, account, conjunto, grupo, ensemble, groupe, conta, cuenta, compte, d annonces",
    ),
  },
  {
    meaning: "impressions",
    words: listWords(`
      impressions, impr, paid impressions, impresiones, impressoes, impressionen, bezahlte impressionen
    `),
    except: NO_COUNTS,
    judge: numbers,
  },
  {
    meaning: "clicks",
    words: listWords(`
      clicks, link clicks, clics, clics en el enlace, cliques, cliques no link, klicks, link klicks, clics sur un lien,
      clicks destination, swipe ups, swipes, paid swipes
    `),
    except: NO_COUNTS,
    judge: numbers,
  },
  {
    meaning: "conversions",
    words: listWords(`
      conversions, results, total conversions, purchases, conversiones, resultados, conversoes, ergebnisse, resultats,
      conversionen, compras, kaufe, achats
    `),
    except: NO_COUNTS,
    judge: numbers,
  },
];

const PLATFORM_WORDS: Record<SpendPlatform, RegExp> = {
  meta: /\b(meta|facebook|instagram|fb)\b/,
  google: /\b(google|adwords|youtube)\b/,
  tiktok: /\b(tiktok|tik tok)\b/,
  snapchat: /\b(snap|snapchat)\b/,
};
/** Others that files name, as their spend is stored. */
const OTHERS: Record<string, RegExp> = {
  "Microsoft Ads": /\b(microsoft|bing)\b/,
  "LinkedIn Ads": /\b(linkedin|linked in)\b/,
  "X Ads": /\b(twitter|x ads)\b/,
  "Pinterest Ads": /\bpinterest\b/,
  "Reddit Ads": /\breddit\b/,
  Taboola: /\btaboola\b/,
  Outbrain: /\boutbrain\b/,
};
const NAMED = [...SPEND_PLATFORMS.map((id) => [id, PLATFORM_WORDS[id]] as const), ...Object.entries(OTHERS)];

/** The ad platform that a text names, if it names one. */
export function readAdPlatform(text: string): string | null {
  if (text.length > CELL_LIMITS.text) return null;
  const words = text.toLowerCase().replace(/[^a-z]+/g, " ");
  const named = NAMED.filter(([, pattern]) => pattern.test(words));
  return named.length === 1 ? (named[0]?.[0] ?? null) : null;
}

/** Headings that only one of them has, in plain form. Snapchat's squads and swipes are as good as its name. */
const OWN_HEADINGS: Record<SpendPlatform, RegExp> = {
  meta: /^(amount spent|reporting (starts|ends)|ad set (name|id)|results?|result indicator|reach|campaign delivery|ad set delivery|importe gastado|(inicio|fin) del informe|valor usado|valor gasto|(inicio|termino|encerramento) dos relatorios|ausgegebener betrag|berichts(beginn|start|ende)|(beginn|ende) des berichtszeitraums|anzeigengruppenname|montant depense|(debut|fin) des rapports|.*conjuntos? de anuncios|.*ensemble de publicites)$/,
  google:
    /^(currency code|impr|ad group|cost conv|interactions?|interaction rate|avg cpc|avg cost|conv rate|campaign (state|status|type)|search impr share|optimi[sz]ation score|codigo (de|da) (moneda|moeda)|coste|custo|coste conv|custo conv|kosten|kosten conv|wahrungscode|interaktionen|durchschn cpc|cout|cout conv|code (de )?devise|interactions|(tipo|estado) de (la )?campana|(tipo|status) d[ea] campanha|kampagnen(typ|status)|(type|etat) de campagne|customer id)$/,
  tiktok:
    /^(by day|stat time day|p date|ad group name|adgroup name|ad group id|clicks destination|cpc destination|ctr destination|destination clicks|cost per conversion|real time .*|video views|2 second video views|6 second video views|por dia|nach tag|par jour|total cost|cvr|conversion rate cvr|nombre del grupo de anuncios|nome do grupo de anuncios|nom du groupe d annonces|anzeigengruppen id|(kosten pro|cout par) conversion)$/,
  snapchat: /^(swipes|paid swipes|paid impressions|e ?cpsu|ecpsu|swipe up rate|paid e ?cpm)$/,
};
/** What each calls the amount, in plain form: an export of "Spend" is not of Google, whatever else it has. */
const AMOUNT_HEADINGS: Partial<Record<SpendPlatform, RegExp>> = {
  meta: /^(amount spent|importe gastado|valor (usado|gasto)|montante gasto|quantia gasta|ausgegebener betrag|montant depense)\b/,
  google: /^(costs?|coste|costo|custo|kosten|cout)\b/,
  tiktok: /^((total )?cost|coste|costo|custo|kosten|cout|spend)\b/,
};
const ENOUGH = 2;

/** The titles above the headings of exports that do not say whose they are. */
const TITLES: Record<string, (lines: readonly string[]) => boolean> = {
  "Microsoft Ads": (lines) =>
    [/^report name\b/, /^report time\b/].every((own) => lines.some((line) => own.test(line))),
  "LinkedIn Ads": (lines) => lines.some((line) => /\breport in utc$/.test(line)),
};

/** Whose export it is, by its title or by two headings that only one of them has. Null if that is not clear. */
export function tellPlatform({
  titles,
  headings,
  amount,
}: {
  titles: readonly string[];
  headings: readonly string[];
  /** The heading of the amounts. */
  amount: string | null;
}): string | null {
  const lines = titles.map(toPlainWords);
  const byTitle = Object.keys(TITLES).find((name) => TITLES[name]?.(lines));
  const named = byTitle ?? titles.map(readAdPlatform).find((one) => one !== null);
  if (named) return named;
  const plain = headings.map(plainHeading);
  if (plain.some((heading) => /squad|swipe ups?\b/.test(heading))) return "snapchat";
  if (headings.map(toPlainWords).includes("start date in utc")) return "LinkedIn Ads";
  const scores = SPEND_PLATFORMS.map((platform) => ({
    platform,
    score:
      amount !== null && AMOUNT_HEADINGS[platform]?.test(plainHeading(amount)) === false
        ? 0
        : plain.filter((heading) => OWN_HEADINGS[platform].test(heading)).length,
  })).sort((a, b) => b.score - a.score);
  const [best, next] = scores;
  return best && next && best.score >= ENOUGH && best.score > next.score ? best.platform : null;
}
