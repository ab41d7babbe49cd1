/** A pattern of how numbers were dialled before their country changed the rule, and how to write them today. */
type RetiredRule = readonly [was: RegExp, now: string | ((...groups: string[]) => string)];

/** Egypt, 2011: each code of two digits became one of three. */
const EGYPT: Record<string, string> = {
  10: "100",
  16: "106",
  19: "109",
  11: "111",
  14: "114",
  12: "122",
  17: "127",
  18: "128",
};
/** Vietnam, 2018: eleven digits became ten. */
const VIETNAM: Record<string, string> = {
  120: "70",
  121: "79",
  122: "77",
  126: "76",
  128: "78",
  123: "83",
  124: "84",
  125: "85",
  127: "81",
  129: "82",
  162: "32",
  163: "33",
  164: "34",
  165: "35",
  166: "36",
  167: "37",
  168: "38",
  169: "39",
  186: "56",
  188: "58",
  199: "59",
};
/** Côte d'Ivoire, 2021: the second digit named the network; today the network's prefix comes first. */
const ivorianPrefix = (digit: number) => (digit < 4 ? "01" : digit < 7 ? "05" : "07");

/** The trunk prefix of the Soviet Union, before or instead of today's zero. */
const SOVIET: RetiredRule = [/^80?(\d{8,9})$/, "$1"];

/**
 * Retired rules by calling code, for the digits after it. A rule applies only if the number is invalid as typed
 * and the result is a valid mobile number. So only rules with one possible result are listed.
 */
export const RETIRED_RULES: Readonly<Record<string, readonly RetiredRule[]>> = {
  20: [[/^0?(1[01246789])(\d{7})$/, (_all, code = "", rest = "") => (EGYPT[code] ?? code) + rest]],
  30: [[/^0(9\d{8})$/, "6$1"]],
  39: [[/^0(3\d{8,9})$/, "$1"]],
  48: [[/^0([4-8]\d{8})$/, "$1"]],
  // Mexico, 2019: 1 from abroad, 01, 044 and 045 within the country.
  52: [[/^(?:1|01|04[45])(\d{10})$/, "$1"]],
  // Argentina: 9 from abroad and 15 within the country, which nobody dials together.
  54: [
    [/^9(\d{2})15(\d{8})$/, "9$1$2"],
    [/^9(\d{3})15(\d{7})$/, "9$1$2"],
    [/^9(\d{4})15(\d{6})$/, "9$1$2"],
  ],
  // Brazil, 2012 to 2016: mobile numbers have nine digits. Long distance began with 0 and a carrier's code.
  55: [[/^(?:0(?:\d{2})?)?(\d{2})([6-9]\d{7})$/, "$19$2"]],
  56: [[/^0?9?([5-9]\d{7})$/, "9$1"]],
  57: [[/^0(3\d{9})$/, "$1"]],
  66: [[/^0?([169]\d{7})$/, "8$1"]],
  84: [[/^0?(1\d{2})(\d{7})$/, (_all, code = "", rest = "") => (VIETNAM[code] ?? code) + rest]],
  212: [[/^0?([14-7]\d{7})$/, "6$1"]],
  213: [[/^0?([567])(\d{7})$/, "$1$1$2"]],
  225: [[/^([04-9](\d)\d{6})$/, (_all, old = "", digit = "") => ivorianPrefix(Number(digit)) + old]],
  // Benin, 2024.
  229: [[/^([4-69]\d{7})$/, "01$1"]],
  237: [[/^([5-9]\d{7})$/, "6$1"]],
  351: [[/^0(9\d{8})$/, "$1"]],
  ...Object.fromEntries([373, 374, 380, 992, 994, 995, 996, 998].map((code) => [code, [SOVIET]])),
  420: [[/^0([67]\d{8})$/, "$1"]],
  506: [[/^([38]\d{6})$/, "8$1"]],
  593: [[/^0?([89]\d{7})$/, "9$1"]],
};
