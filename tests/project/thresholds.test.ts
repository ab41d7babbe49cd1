import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SOURCES = [
  "app/services/client-facts",
  "app/services/statements",
  "app/services/spend",
  "app/services/tables/file-name.ts",
  "app/services/tables/run-in-thread.server.ts",
  "app/lib/account-keys.ts",
];

/** The test that fails when the number changes: a part of its title, or of its row in a table. */
const HELD: Record<string, string> = {
  "account-keys ACCOUNT_KEY_MIN": "a placeholder of three characters in the place of an account number",
  "account-keys ALL_SHARE": "nine of ten account numbers with letters before them",
  "account-keys DIGITS_MIN": "need not be typed, if several visitors left them out",
  "account-keys EACH_SHARE": "letters before one of twenty account numbers are the broker's",
  "account-keys PREFIX_MIN": "what two account numbers begin with",
  "advise-columns MENDED_MIN": "needs three claims that it mends, and more than half of their group",
  "advise-columns MENDED_SHARE": "needs three claims that it mends, and more than half of their group",
  "advise-columns NEAR": "is for a day that is three days from the confirmation at most",
  "assign EXACT_MAX": "a group too large to be solved exactly takes the best pair first",
  "brands VALUES_MAX": "the broker's brand is found among the first fifty",
  "claim-votes FOUND_MIN": "five claims in one column",
  "claim-votes KEY_MIN": "of four characters at least",
  "claim-votes NEAR_DAYS": "a day that is thirty days from the confirmation at most",
  "claim-votes ROWS_MAX": "in the first twenty of them",
  "claim-votes TIMES_THE_NEXT": "less than twice as many",
  "clients ACCOUNTS_OF_ONE_EMAIL_MAX": "beside more than ten account numbers",
  "clients MASK_SHAPES_MAX": "the fifty most frequent ways of masking them",
  "clients OWN_SUB_IDS_SHARE": "sub-IDs of which nine in ten are one client's",
  "amount EQUAL": "2 % apart",
  "amount FEE": "a sum less a fee of 3 % comes before a larger one for two days",
  "amount HALF": "less than half",
  "amount NEAR": "more than 10 % apart",
  "amount UNIT": "one unit apart",
  "compare-commissions FEE_SPAN": "a fee that is not shown",
  "compare-commissions NAMED_MAX": "six rows that nobody claimed, of which five are named",
  "compare-commissions RATE_SPAN": "more than a rate may be higher",
  "compare-commissions USUAL_SHARE": "nothing usual",
  "count-once ALIKE": "where two sources say it a day and 10 % apart",
  "count-once LATE_MS": "less what another source names of it, up to an hour before it",
  "describe-rows MONTH_MIN": "sums of a month are told from sums of a day",
  "doubt-file LONG_AGO": "a deposit of more than a week before is likely, whatever keys it has",
  "doubt-file NEARLY_ALL_SHARE": "three in a hundred confirm after many days",
  "doubt-file SUMS_LEAST": "a part of a sum within five days of its beginning",
  "doubt-file USUAL_LEAST": "is likely with a row of more than two days before",
  "doubt-file USUAL_MIN": "an unusual delay needs a second key, or the amount",
  "doubt-file USUAL_SHARE": "one in ten confirms another amount after days",
  "erase-name WORDS_MAX": "of an erased person the file %s is called %s",
  "erase-client MONTHS": "in what is paid within two months of the claim",
  "erase-rows ACCOUNT_MIN": "with a number too short to be anybody's",
  "explain AMOUNT_WEIGHTS": "each match says what it rests on",
  "explain DIFFERENCES": "an account number whose client has another email and another phone",
  "figures TELLING_IMPRESSIONS": "A file from before a rename that names no account is not counted",
  "file-name NAME_MAX": "is shortened to 200 characters",
  "file-name NATIONAL_MIN": "the file %s is called %s",
  "file-name READ_MAX": "is shortened to 200 characters, and one of more than 255",
  "join-deposits LATE": "an answer may be an hour late",
  "proofs TAKEN_BACK_WITHIN": "a row takes back what is in no file for half a year",
  "find-period LINE_MAX": "a line of more than 500 characters is no title",
  "fit BEFORE": "a row 31 days before it",
  "fit DELAY": "a row 4 days after it",
  "fit LONG": "a row of more than three days says too little",
  "fit LONG_AFTER": "a row of more than 10 days after it",
  "fit LONG_BEFORE": "a row of more than 45 days before it",
  "identifiers FAMILY_NAME_MIN": "a family name of four letters after an initial",
  "identifiers NAME_LETTERS_MIN": "five letters of a user name are the person's",
  "identifiers PHONE_TAIL": "seven digits of a phone number are the person's",
  "identify COMPARED_MIN": "a field that differs everywhere holds something else",
  "identify KEY_WEIGHTS": "a key that only one claim and one client have makes a match certain:",
  "identify SAME_SHARE": "a field that differs everywhere holds something else",
  "identify SHARED_PART": "a couple that shares a phone",
  "judge-file ELSEWHERE_MIN": "numbers of claims of another time is offered to",
  "judge-file FOUND_SHARE": "of 84 numbers, and a tenth is enough",
  "judge-file SHIFTED_MIN": "need not be typed, if several visitors left them out",
  "manage-accounts ACCOUNTS_MAX": "twenty ad accounts are enough",
  "manage-accounts READ_AGAIN_AFTER_MS": "an account is read on demand, but not twice in five minutes",
  "match-again UNDISTURBED_MS": "a matching again that ends after a decision shows nothing, and waits",
  "match-statement PERIOD_ROWS_MIN": "fifty rows show which time a file without a period is of",
  "meanings COUNTED_MAX": "figures of up to five are how many deposits there were",
  "meanings ENOUGH": "A file of %s asks for its ad platform, which may be another one",
  "meanings SPEND_COLUMNS": "Reads an export of Meta Ads Manager in %s, without its row of totals",
  "meanings STATEMENT_MEANINGS": "one word means what its values are: %s is a %s",
  "neighbours ALL_ZONES": "that another file adjoins has no doubtful edge, and a fee is no doubt",
  "neighbours NEAR": "asks for claims of the eight days at an end",
  "next-reading EARLIEST_MS": "is read again in the account's own morning",
  "next-reading SPREAD_MS": "an account has its own minute of the morning",
  "paid-rows AFTER": "from two months before it to one after it",
  "paid-rows BEFORE": "from two months before it to one after it",
  "place-reports DIGITS": "are spread evenly over its days, to the last digit",
  "read-account FIRST_DAYS": "the first reading has 30 days, the next ones the last five again",
  "read-account RETRIES": "it grows with each fault in a row, up to about an hour",
  "read-account REVISED_DAYS": "the first reading has 30 days, the next ones the last five again",
  "read-spend NAMED_MAX": "the first ten are named",
  "read-spend-file ACCOUNTS_MAX": "a hundred and first account",
  "read-spend-file SPEND_MAX": "Rows are spread over 400,000 days in all",
  "read-spend-file TOTALS_MAX": "All lines that are left out are counted, and the first ones are named",
  "read-spend-file UNREADABLE_MAX": "All lines that are left out are counted, and the first ones are named",
  "read-spend-rows AMOUNT_MAX": "Figures that no column has room for",
  "read-spend-rows COUNT_MAX": "Figures that no column has room for",
  "read-spend-rows DIGITS": "All lines that are left out are counted, and the first ones are named",
  "row-keys ROWS_OF_ONE_KEY_MAX": "a key names a client in up to 500 rows",
  "settle FEE_WITHIN": "a sum less a fee of 3 % comes before a larger one for two days",
  "settle LEFT_SHARE": "of a few days proves no small part of a sum",
  "settle MUCH_SOONER": "a claim seven days later than another one is no rival",
  "settle PARTS_MAX": "a deposit has four parts at most, among the twelve nearest rows",
  "settle PARTS_WITHIN": "a deposit in two parts",
  "settle RANKS": "conflicts are solved for the whole file:",
  "settle SEARCHED_MAX": "a deposit has four parts at most, among the twelve nearest rows",
  "settle SHORT": "of a few days proves no small part of a sum",
  "settle SOON": "a row of the amount within seven days comes before parts of it",
  "settle STATUS_WORTH": "a verified claim keeps its row, and is in no group",
  "settle-columns SAME_DAYS_SHARE": "columns of days say the same where nine in ten rows",
  "spend-imports NAMED_MAX": "the first ten are named",
  "suggest-pairs PAIRED_MAX": "up to five thousand claims without a number are paired",
  "tally-rows WORDS_MAX": "fifty unknown words for kinds of row are listed",
  "tasks ACCOUNT_MAX": "as texts of up to forty characters",
  "tasks OTHERS_MAX": "are looked for in ten other columns",
};

/** Sizes of steps, memories and pauses: another number changes how long the work takes, and not what comes out. */
const OF_THE_WORK = new Set([
  "client-commissions CHUNK",
  "copy-evidence BATCH",
  "dependent-days REPORTS_AT_ONCE",
  "erase-people PAUSE_MS",
  "erase-people PEOPLE_MAX",
  "find-accounts CHUNK",
  "find-hits NEAREST_MAX",
  "find-items CHUNK",
  "find-lines BATCH",
  "find-client-facts CHUNK",
  "find-client-facts CLIENTS_AT_ONCE",
  "later-claims BATCH",
  "link-rows CHUNK",
  "marked-days DAYS_AT_ONCE",
  "match-again PAUSE_MS",
  "match-commissions CHUNK",
  "match-statement BATCH",
  "match-statement NEAR_ENOUGH",
  "neighbours CLIENTS_MAX",
  "meta-spend FEWEST_ROWS",
  "meta-spend ROWS_PER_PAGE",
  "read-rows KNOWN_MAX",
  "read-statement VOTING_BATCH",
  "read-spend-file BATCH",
  "report-spend BATCH",
  "reversals INSERTED",
  "run-in-thread AHEAD",
  "run-in-thread MEMORY_MB",
  "run-in-thread PARALLEL",
  "run-in-thread WORK_MAX_MS",
  "statement-keys BATCH",
  "tally-rows KNOWN_MAX",
  "tasks BATCH",
  "work-out-spend BATCH",
  "work-out-spend DAYS_AT_ONCE",
  "work-out-spend TRIES",
]);

/** No test fails when these change. A new number does not belong here. */
const NOT_HELD = new Set([
  "list-statements LINES_SHOWN",
  "list-unclaimed LISTED_MAX",
  "match-again ATTEMPTS_MAX",
  "match-statement NEIGHBOURS_MAX",
  "meta-spend BODY_MAX_BYTES",
  "meta-spend TIMEOUT_MS",
  "read-account DAYS_MAX",
  "read-account ERROR_MAX",
  "read-statement JUDGED_ROWS",
  "read-statement VOTING_MAX",
  "statement-keys BEFORE_MS",
  "waiting-decisions KEPT_SHOWN",
]);

const DURATIONS = new Set(["SECOND", "MINUTE", "HOUR", "DAY"]);

/** Whether a number but 0 is written in it, or a duration; not within a call or a function. */
function hasNumber(node: ts.Node): boolean {
  if (ts.isNumericLiteral(node)) return node.text !== "0";
  if (ts.isIdentifier(node)) return DURATIONS.has(node.text);
  if (ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isArrowFunction(node)) return false;
  return node.getChildren().some(hasNumber);
}

/** "file NAME" of each upper-case constant of a module whose value is of numbers. */
function findNumbers(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const module = path.basename(file).replace(/(\.server)?\.ts$/, "");
  return source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) =>
      declarationList.declarations
        .filter(({ initializer }) => initializer && hasNumber(initializer))
        .flatMap(({ name }) =>
          (name.getText().match(/\b[A-Z][A-Z0-9_]*\b/g) ?? []).map((one) => `${module} ${one}`),
        ),
    );
}

const list = (...folders: string[]) =>
  execFileSync("git", ["ls-files", ...folders], { cwd: ROOT, encoding: "utf8" })
    .split("\n")
    .filter(Boolean);
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

test("each number that statements and spend decide by is held by a test, or is known not to be", () => {
  const files = list(...SOURCES).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const found = files.flatMap((file) => findNumbers(file, read(file)));
  expect([...new Set(found)].sort()).toEqual([...Object.keys(HELD), ...OF_THE_WORK, ...NOT_HELD].sort());
});

test("each test that holds a number is there", () => {
  const tests = list("app", "tests")
    .filter((file) => file.endsWith(".test.ts") && !file.endsWith("thresholds.test.ts"))
    .map(read)
    .join("\n");
  expect(Object.values(HELD).filter((title) => !tests.includes(title))).toEqual([]);
});

test("a number is found in arithmetic, lists and tables, but not in a pattern or a text", () => {
  const text = `const A = 3 * DAY; export const [B, C] = [2, 1]; const D = { near: 0.5 }; const E = /\\d{4}/;
    const F = "20"; const lower = 5; const G = new Set(["1"]); const H = listWords("1"); const I = MINUTE;`;
  expect(findNumbers("x/a.server.ts", text)).toEqual(["a A", "a B", "a C", "a D", "a I"]);
});
