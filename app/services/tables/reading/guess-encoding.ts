import { analyse } from "chardet";
import { decodeBytes } from "#app/lib/decode-bytes.ts";

/** Chardet's guesses for other alphabets that brokers of our languages use. Its other ones are mistakes. */
const OTHER_ALPHABETS = new Set(["windows-1251", "windows-1256"]);

const CENTRAL_EUROPEAN = ["ąćęłńóśźż", "ăâîşţ", "áčďéěíĺľňóôŕřšťúůýž", "áéíóöőúüű", "čćđšž"];

/** The letters beyond ASCII of the languages of each encoding, the likeliest first. */
const LATIN = [
  {
    name: "windows-1252",
    alphabets: [
      "áéíóúüñ",
      "áâãàçéêíóôõúü",
      "àâæçéèêëîïôœùûüÿ",
      "äöüß",
      "àèéìíîòóù",
      "àçèéíïòóúü",
      "áéëïíóöúü",
      "åäöéæø",
    ],
  },
  { name: "windows-1250", alphabets: CENTRAL_EUROPEAN },
  { name: "ISO-8859-2", alphabets: CENTRAL_EUROPEAN },
  { name: "windows-1254", alphabets: ["çğıîöşüâûİ"] },
];

/** How many lines tell the encoding. */
const JUDGED_LINES = 200;

/**
 * Guesses the encoding of a text that is not UTF-8. For short texts in Latin letters chardet is often wrong: the
 * encoding counts in which most letters beyond ASCII belong to one language.
 */
export function guessEncoding(file: Buffer): string {
  const lines = file.toString("latin1").split("\n");
  // Only what is beyond ASCII tells; the rest makes every guess look alike.
  const text = lines
    .filter((line) => /[\x80-\xff]/.test(line))
    .slice(0, JUDGED_LINES)
    .join("\n");
  const bytes = Buffer.from(text, "latin1");
  const chinese = findChinese(bytes);
  if (chinese) return chinese;
  const other = isLatin(text) ? undefined : analyse(bytes).find(({ name }) => OTHER_ALPHABETS.has(name));
  if (other) return other.name;
  const scores = LATIN.map(({ name, alphabets }) => ({ name, score: toShare(bytes, name, alphabets) }));
  const best = Math.max(...scores.map(({ score }) => score));
  return scores.find(({ score }) => score === best)?.name ?? "windows-1252";
}

/** The Chinese encoding in which most of what is beyond ASCII are words of Han; null for none. */
function findChinese(bytes: Buffer): string | null {
  // Only Big5 has second bytes that are ASCII. In GB 2312, which files of GB18030 mostly use, there are none.
  const found = ["GB18030", "Big5"].map((name) => ({ name, text: decodeBytes(bytes, name) }));
  const words = found.filter(({ text }) => isHan(text));
  const [first] = words;
  if (words.length < 2) return first?.name ?? null;
  const isBig5 = /[\x81-\xfe][\x40-\x7e]/.test(bytes.toString("latin1"));
  return isBig5 ? "Big5" : "GB18030";
}

/** Polish "Wpłata" decoded as Chinese has one sign between Latin letters. */
function isHan(text: string): boolean {
  const runs = [...text.matchAll(/(\w?)(\p{sc=Han}+)(\w?)/gu)];
  const words = runs.filter(([, before, run = "", after]) => run.length > 1 && !before && !after);
  const isInWord = /[a-z]\p{sc=Han}[a-z]/u.test(text);
  return words.length > runs.length / 2 && !isInWord && !/\ufffd|\p{Co}/u.test(text);
}

/** In Latin writing one or two letters with an accent stand between plain ones; other scripts have words of them. */
function isLatin(text: string): boolean {
  const runs = text.match(/[\x80-\xff]+/g) ?? [];
  return runs.filter(({ length }) => length <= 2).length > runs.length / 2;
}

/** The share of what looks like a letter beyond ASCII that one of the languages has. */
function toShare(bytes: Buffer, encoding: string, alphabets: readonly string[]): number {
  const text = decodeBytes(bytes, encoding);
  // A sign inside a word and a control character are letters of another encoding.
  const telling = text.match(/(?![a-z])\p{L}|(?<=\p{L})[¡£¥¦±³¶¹¼¾¿]|[\x80-\x9f\ufffd]/giu) ?? [];
  if (telling.length === 0) return 1;
  const known = alphabets.map((letters) => {
    const own = new Set(letters + letters.toUpperCase());
    return telling.filter((letter) => own.has(letter)).length;
  });
  return Math.max(...known) / telling.length;
}
