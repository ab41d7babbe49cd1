import Decimal from "decimal.js-light";
import { Op, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { isDisposable } from "#app/lib/disposable-domains.ts";
import { adviseOnMacro } from "#app/lib/link-macros.ts";
import { toMailbox } from "#app/lib/mailbox.ts";
import { formatAmount } from "#app/lib/money.ts";
import { mailboxWord } from "#app/lib/search-words.ts";
import { SearchWord, Submission } from "#app/models/index.server.ts";
import type { SubmissionHint } from "#app/schemas/submissions.ts";
import { readUnreplacedMacros } from "./link-parameters.ts";

/** Larger counts are shown as "more than". */
const COUNTED_MAX = 100;
/** An amount is unusual from this many times the largest verified one. */
const TIMES = 10;
/** Other spellings of a mailbox are shown as they are. */
const SPELLINGS_MAX = 3;
const VERIFIED_MIN = 5;
const VERIFIED_READ = 200;

const SHARED = ["phone", "reference", "deviceId", "ip"] as const;

/** Facts that are worth a look before a claim is decided. They decide nothing. */
export async function findHints(submission: Submission): Promise<SubmissionHint[]> {
  const [shared, mailbox, amount] = await Promise.all([
    Promise.all(SHARED.map((field) => findShared(submission, field))),
    findMailbox(submission),
    findUnusualAmount(submission),
  ]);
  const domain = submission.email.split("@").at(-1) ?? "";
  const disposable = isDisposable(submission.email) ? { kind: "disposable" as const, domain } : null;
  const macros = readUnreplacedMacros(submission.pageUrl).map(
    (found): SubmissionHint => ({ kind: "macro", ...found, advice: adviseOnMacro(found.macro) }),
  );
  return [...shared, mailbox, disposable, amount, ...macros].filter((hint) => hint !== null);
}

async function findShared(
  submission: Submission,
  field: (typeof SHARED)[number],
): Promise<SubmissionHint | null> {
  const value = submission[field];
  if (!value) return null;
  const rows = await retryRead(() =>
    Submission.findAll({
      where: { workspaceId: submission.workspaceId, [field]: value, id: { [Op.ne]: submission.id } },
      attributes: ["id"],
      limit: COUNTED_MAX + 1,
      raw: true,
    }),
  );
  if (rows.length === 0) return null;
  return {
    kind: field,
    value,
    count: Math.min(rows.length, COUNTED_MAX),
    hasMore: rows.length > COUNTED_MAX,
  };
}

/** Claims with other spellings of its mailbox: its one address, and those that have it as a word. */
async function findMailbox({ id, workspaceId, emailKey }: Submission): Promise<SubmissionHint | null> {
  const mailbox = toMailbox(emailKey);
  const word = mailboxWord(mailbox);
  const spelled =
    word === null
      ? []
      : await retryRead(() =>
          SearchWord.findAll({
            where: { workspaceId, word, submissionId: { [Op.ne]: id } },
            attributes: ["submissionId"],
            limit: COUNTED_MAX,
            raw: true,
          }),
        );
  const find = (where: WhereOptions) =>
    retryRead(() =>
      Submission.findAll({
        where: { workspaceId, ...where },
        attributes: ["email", "emailKey"],
        limit: COUNTED_MAX,
        raw: true,
      }),
    );
  const found = await Promise.all([
    mailbox === emailKey ? [] : find({ emailKey: mailbox }),
    spelled.length === 0 ? [] : find({ id: spelled.map(({ submissionId }) => submissionId) }),
  ]);
  const others = new Map(found.flat().map(({ email, emailKey }) => [emailKey, email]));
  others.delete(emailKey);
  const emails = [...others.values()].sort();
  if (emails.length === 0) return null;
  return { kind: "mailbox", emails: emails.slice(0, SPELLINGS_MAX), hasMore: emails.length > SPELLINGS_MAX };
}

/** Compared with the latest verified amounts at the same broker, in the same currency. */
async function findUnusualAmount({
  workspaceId,
  platformId,
  amount,
  currency,
}: Submission): Promise<SubmissionHint | null> {
  if (amount === null || currency === null) return null;
  const verified = await retryRead(() =>
    Submission.findAll({
      where: { workspaceId, platformId, status: "handled", verifiedCurrency: currency },
      attributes: ["verifiedAmount"],
      order: [["createdAt", "DESC"]],
      limit: VERIFIED_READ,
      raw: true,
    }),
  );
  const amounts = verified.flatMap(({ verifiedAmount }) => verifiedAmount ?? []);
  if (amounts.length < VERIFIED_MIN) return null;
  const largest = amounts
    .map((each) => new Decimal(each))
    .reduce((most, each) => (each.gt(most) ? each : most));
  if (new Decimal(amount).lt(largest.mul(TIMES))) return null;
  return { kind: "amount", largest: formatAmount(largest.toFixed(), currency), currency };
}
