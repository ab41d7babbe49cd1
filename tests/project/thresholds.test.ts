import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SOURCES = ["app/services/statements", "app/services/spend", "app/services/tables/file-name.ts"];

/** The test that fails when the number changes: a part of its title, or of its row in a table. */
const HELD: Record<string, string> = {
  "account-keys DIGITS_MIN": "need not be typed, if several visitors left them out",
  "assign EXACT_MAX": "a group too large to be solved exactly takes the best pair first",
  "claim-votes FOUND_MIN": "five claims in one column",
  "claim-votes TIMES_THE_NEXT": "less than twice as many",
  "clients ACCOUNTS_OF_ONE_EMAIL_MAX": "beside more than ten account numbers",
  "clients NEAR_AMOUNT": "leaves in doubt which of two deposits of its amount it takes back",
  "clients SAME_AMOUNT": "leaves the claim of another deposit alone",
  "compare-amounts EQUAL": "2 % apart",
  "compare-amounts HALF": "less than half",
  "compare-amounts NEAR": "more than 10 % apart",
  "compare-amounts UNIT": "one unit apart",
  "compare-commissions FEE_SPAN": "a fee that is not shown",
  "compare-commissions RATE_SPAN": "more than a rate may be higher",
  "compare-commissions USUAL_SHARE": "nothing usual",
  "doubt-file FEE": "that another file adjoins has no doubtful edge, and a fee is no doubt",
  "doubt-file USUAL_LEAST": "is likely with a row of more than two days before",
  "doubt-file USUAL_MIN": "an unusual delay needs a second key, or the amount",
  "erase-rows ACCOUNT_MIN": "with a number too short to be anybody's",
  "explain AMOUNT_WEIGHTS": "each match says what it rests on",
  "explain DIFFERENCES": "an account number whose client has another email and another phone",
  "figures TELLING_IMPRESSIONS": "A file from before a rename that names no account is not counted",
  "file-name NATIONAL_MIN": "the file %s is called %s",
  "fit BEFORE": "a row 31 days before it",
  "fit DELAY_DAYS": "a row 4 days after it",
  "fit LONG_AFTER": "a row of more than 10 days after it",
  "fit LONG_BEFORE": "a row of more than 45 days before it",
  "identify COMPARED_MIN": "a field that differs everywhere holds something else",
  "identify KEY_WEIGHTS": "a key that only one claim and one client have makes a match certain:",
  "identify SAME_SHARE": "a field that differs everywhere holds something else",
  "identify SHARED_PART": "a couple that shares a phone",
  "judge-file FOUND_SHARE": "of 84 numbers, and a tenth is enough",
  "judge-file SHIFTED_MIN": "need not be typed, if several visitors left them out",
  "list-paid-rows MONTH_MIN": "sums of a month are told from sums of a day",
  "manage-accounts ACCOUNTS_MAX": "twenty ad accounts are enough",
  "manage-accounts READ_AGAIN_AFTER_MS": "an account is read on demand, but not twice in five minutes",
  "match-again UNDISTURBED_MS": "a matching again that ends after a decision shows nothing, and waits",
  "next-reading EARLIEST_MS": "is read again in the account's own morning",
  "next-reading SPREAD_MS": "an account has its own minute of the morning",
  "read-account FIRST_DAYS": "the first reading has 30 days, the next ones the last five again",
  "read-account RETRY_STEPS_MS": "it grows with each fault in a row, up to about an hour",
  "read-account REVISED_DAYS": "the first reading has 30 days, the next ones the last five again",
  "meanings SPEND_COLUMNS": "Reads an export of Meta Ads Manager in %s, without its row of totals",
  "meanings STATEMENT_MEANINGS": "one word means what its values are: %s is a %s",
  "place-reports DIGITS": "are spread evenly over its days, to the last digit",
  "read-spend-file ACCOUNTS_MAX": "a hundred and first account",
  "read-spend-rows AMOUNT_MAX": "Figures that no column has room for",
  "read-spend-rows COUNT_MAX": "Figures that no column has room for",
  "row-keys ROWS_OF_ONE_KEY_MAX": "a key names a client in up to 500 rows",
  "settle PARTS_WITHIN": "a deposit in two parts",
  "settle RANKS": "conflicts are solved for the whole file:",
  "settle STATUS_WORTH": "a verified claim keeps its row, and is in no group",
};

/** Sizes of steps, memories and pauses: another number changes how long the work takes, and not what comes out. */
const OF_THE_WORK = new Set([
  "client-commissions CHUNK",
  "dependent-days REPORTS_AT_ONCE",
  "erase-people PAUSE_MS",
  "erase-people PEOPLE_MAX",
  "find-accounts CHUNK",
  "find-hits NEAREST_MAX",
  "find-items CHUNK",
  "find-lines BATCH",
  "give-way TURN_MS",
  "later-claims BATCH",
  "marked-days DAYS_AT_ONCE",
  "match-again PAUSE_MS",
  "match-commissions CHUNK",
  "match-statement BATCH",
  "match-statement NEAR_ENOUGH",
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
  "account-keys ALL_SHARE",
  "account-keys EACH_SHARE",
  "account-keys PREFIX_MIN",
  "advise-columns MENDED_MIN",
  "advise-columns MENDED_SHARE",
  "advise-columns NEAR",
  "brands VALUES_MAX",
  "claim-votes KEY_MIN",
  "claim-votes NEAR_DAYS",
  "claim-votes ROWS_MAX",
  "clients MASK_SHAPES_MAX",
  "clients OWN_SUB_IDS_SHARE",
  "clients TAKEN_BACK_WITHIN",
  "compare-commissions NAMED_MAX",
  "compare-sides NEAR_MS",
  "doubt-file NEARLY_ALL_SHARE",
  "doubt-file SUMS_LEAST",
  "doubt-file USUAL_SHARE",
  "erase-name WORDS_MAX",
  "erase-paid-client MONTHS",
  "file-name NAME_MAX",
  "file-name READ_MAX",
  "find-period LINE_MAX",
  "fit LONG",
  "identifiers FAMILY_NAME_MIN",
  "identifiers NAME_LETTERS_MIN",
  "identifiers PHONE_TAIL",
  "later-claims FIRST_LOOK_BACK_MS",
  "later-claims LOOK_BACK_MS",
  "list-statements LINES_SHOWN",
  "list-unclaimed LISTED_MAX",
  "match-again ATTEMPTS_MAX",
  "match-statement NEIGHBOURS_MAX",
  "match-statement PERIOD_ROWS_MIN",
  "meanings COUNTED_MAX",
  "meanings ENOUGH",
  "meta-spend BODY_MAX_BYTES",
  "meta-spend TIMEOUT_MS",
  "paid-rows AFTER",
  "paid-rows BEFORE",
  "read-account DAYS_MAX",
  "read-account ERROR_MAX",
  "read-spend NAMED_MAX",
  "read-spend-file SPEND_MAX",
  "read-spend-file TOTALS_MAX",
  "read-spend-file UNREADABLE_MAX",
  "read-spend-rows DIGITS",
  "read-statement JUDGED_ROWS",
  "read-statement VOTING_MAX",
  "remembered-columns REMEMBERED_MAX",
  "remembered-spend-columns REMEMBERED_MAX",
  "settle FEE",
  "settle FEE_WITHIN",
  "settle MUCH_SOONER",
  "settle PARTS_MAX",
  "settle SEARCHED_MAX",
  "settle SOON",
  "settle-columns SAME_DAYS_SHARE",
  "spend-imports NAMED_MAX",
  "statement-keys BEFORE_MS",
  "suggest-pairs PAIRED_MAX",
  "tally-rows WORDS_MAX",
  "tasks ACCOUNT_MAX",
  "tasks OTHERS_MAX",
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
