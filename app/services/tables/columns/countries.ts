import { phoneCountries } from "#app/lib/phone-countries.ts";
import { CELL_LIMITS } from "../table.ts";
import { FILE_LANGUAGES } from "./file-languages.ts";
import { toPlainWords } from "./recognize-columns.ts";

/** Without telephone numbers of their own. */
const UNCALLED = ["AQ", "BV", "GS", "HM", "PN", "TF", "UM"];
/** Withdrawn codes such as SU and YU are nobody's. */
const CODES: ReadonlySet<string> = new Set([...phoneCountries().map(({ code }) => code), ...UNCALLED]);

/** What files write beside the names that Unicode has. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  AE: "UAE, U.A.E., Emirates, VAE, EAU, Emiratos, Emirati, ZEA, Объединенные Арабские Эмираты, الإمارات, 阿联酋",
  BA: "Bosnia, Bosnien, Bosnie, Босния, البوسنة",
  BN: "Brunei Darussalam",
  BO: "Plurinational State of Bolivia, Bolivia Plurinational State of",
  BS: "Bahamas",
  CD: "DR Congo, DRC, Democratic Republic of the Congo, Congo Democratic Republic of the, RD Congo, 刚果民主共和国",
  CG: "Congo, Republic of the Congo, 刚果共和国",
  CI: "Ivory Coast, Cote d'Ivoire, Elfenbeinküste, Costa de Marfil, Wybrzeże Kości Słoniowej",
  CN: "PRC, People's Republic of China, Mainland China, 中国大陆, 中华人民共和国, КНР",
  CV: "Cabo Verde, Cape Verde",
  CZ: `Czech Republic, Tschechische Republik, Tschechei, República Checa, República Tcheca, République tchèque,
    Repubblica Ceca, Republika Czeska, Чешская Республика, 捷克共和国`,
  DE: "BRD, Federal Republic of Germany, Bundesrepublik Deutschland",
  FM: "Micronesia, Federated States of Micronesia, Micronesia Federated States of",
  GB: `UK, U.K., Great Britain, Britain, England, Scotland, Wales, Northern Ireland, Großbritannien, Gran Bretaña,
    Inglaterra, Grã-Bretanha, Grande-Bretagne, Angleterre, Gran Bretagna, Inghilterra, Wlk. Brytania,
    Zjednoczone Królestwo, Anglia, Соединенное Королевство, Англия, بريطانيا, إنجلترا, 大不列颠, 英格兰,
    United Kingdom of Great Britain and Northern Ireland`,
  HK: "Hong Kong, Hongkong, Hong Kong SAR, Гонконг, هونغ كونغ, هونج كونج, 香港",
  IR: "Islamic Republic of Iran, Iran Islamic Republic of",
  KP: "Democratic People's Republic of Korea, DPRK, КНДР",
  KR: "Korea, Republic of Korea, Korea Republic of, Korea South, Южная Корея, 大韩民国, 南韩",
  LA: "Lao, Lao People's Democratic Republic",
  MD: "Republic of Moldova, Moldova Republic of, Молдавия",
  MK: "Macedonia, Republic of North Macedonia, Mazedonien, Македония",
  MM: "Myanmar, Burma, Birma, Birmania, Birmanie, Мьянма, Бирма, ميانمار",
  MO: "Macau, Macao, Макао, ماكاو, 澳门",
  NL: "Holland, The Netherlands, Holanda, Hollande, Olanda, Holandia, Голландия, هولندا",
  PS: "Palestine, State of Palestine, Palästina, Palestina, Palestyna, Палестина, فلسطين, 巴勒斯坦",
  RU: `Russian Federation, Russische Föderation, Federación de Rusia, Federación Rusa, Federação Russa,
    Fédération de Russie, Federazione Russa, Federacja Rosyjska, Российская Федерация, РФ, روسيا الاتحادية, 俄罗斯联邦`,
  SY: "Syrian Arab Republic",
  SZ: "Swaziland",
  TL: "East Timor, Timor Leste",
  TR: "Turkey, Republic of Turkey, Türkiye",
  TW: "Taiwan Province of China, Taiwan ROC, 臺灣",
  TZ: "United Republic of Tanzania, Tanzania United Republic of",
  US: `USA, U.S.A., U.S., United States of America, America, Vereinigte Staaten von Amerika, EE.UU., EEUU,
    Estados Unidos de América, EUA, États-Unis d'Amérique, Stati Uniti d'America, Stany Zjednoczone Ameryki, США,
    Соединенные Штаты Америки, Америка, أمريكا, الولايات المتحدة الأمريكية, 美利坚合众国`,
  VA: "Vatican, Holy See",
  VE: "Bolivarian Republic of Venezuela, Venezuela Bolivarian Republic of",
  VN: "Viet Nam",
};

/** Of several countries with one name, the first has it. */
function listNames(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (name: string, code: string) => {
    const plain = toPlainWords(name);
    if (!found.has(plain)) found.set(plain, code);
  };
  for (const style of ["long", "short"] as const)
    for (const language of [...FILE_LANGUAGES, "pt-PT", "zh-Hant"]) {
      const names = new Intl.DisplayNames(language, { type: "region", style });
      for (const code of CODES) add(names.of(code) ?? code, code);
    }
  for (const [code, names] of Object.entries(OTHER_NAMES))
    for (const name of names.split(",")) add(name, code);
  return found;
}

let names: ReadonlyMap<string, string> | undefined;

/** The ISO 3166 code of a country: of its code, or of a name in the languages of the headings. */
export function readCountry(text: string): string | null {
  if (text.length > CELL_LIMITS.text) return null;
  const shown = text.trim();
  const code = shown.toUpperCase();
  if (CODES.has(code)) return code;
  const name = toPlainWords(shown).replace(/^the /, "");
  // Listed for the first name that is read: most files and servers have none.
  names ??= listNames();
  const found = names.get(name);
  if (found) return found;
  // "Germany (DE)", "DE - Germany"
  const beside = /^([A-Z]{2})\s*[-:(]|[-:(]\s*([A-Z]{2})\)?$/.exec(shown);
  const stated = beside?.[1] ?? beside?.[2] ?? "";
  return CODES.has(stated) ? stated : null;
}
