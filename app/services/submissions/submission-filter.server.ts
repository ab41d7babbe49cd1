import Decimal from "decimal.js-light";
import { literal, Op, type WhereOptions } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { asNumber, exactly, likeEscape } from "#app/database/dialect.server.ts";
import { isInEventState, isInStateAt } from "#app/database/queries/event-states.server.ts";
import { isShownEvidence } from "#app/database/queries/shown-evidence.server.ts";
import { submissionsOfTrace } from "#app/database/queries/traced-events.server.ts";
import { subquery } from "#app/database/select-sql.server.ts";
import { toAccountKey } from "#app/lib/account-keys.ts";
import { AD_COOKIES, AD_IDS, CLICK_IDS } from "#app/lib/ad-platforms.ts";
import { splitCurrency } from "#app/lib/currency-signs.ts";
import type { DateRange } from "#app/lib/date-range.ts";
import { HOUR } from "#app/lib/dates.ts";
import { AMOUNT_RANK, DECIDED_BY_API, DECIDED_BY_RULE } from "#app/lib/domain.ts";
import { normalizeEmail, toEmailKey } from "#app/lib/email-address.ts";
import { Invalid } from "#app/lib/errors.ts";
import type { EvidenceGroup } from "#app/lib/evidence.ts";
import { isId } from "#app/lib/ids.ts";
import { toAmount } from "#app/lib/money.ts";
import { getKeys } from "#app/lib/objects.ts";
import { readDigits, SEARCHED_TEXTS, toWordQuery } from "#app/lib/search-words.ts";
import { NO_VALUE, normalizeCampaign, normalizeSource } from "#app/lib/sources.ts";
import type { TruthFilter } from "#app/lib/truth.ts";
import { Delivery, Evidence, KnownAccount } from "#app/models/index.server.ts";
import type { SubmissionFilters } from "#app/schemas/submission-query.ts";
import { findLinkIds } from "#app/services/links/links.server.ts";
import { isOfCampaign } from "#app/services/money/claims-of-campaign.server.ts";
import { readPhonesOfForms } from "#app/services/opt-in-forms/phones-of-forms.server.ts";
import { findByWord } from "./search-words.server.ts";

/**
 * The condition of the list's filters.
 * @param isFrequent whether many are known to match
 */
export async function toSubmissionWhere(
  workspaceId: string,
  query: SubmissionFilters,
  range: DateRange,
  isFrequent = false,
): Promise<WhereOptions> {
  const all: WhereOptions[] = [{ workspaceId }];
  if (query.status) all.push({ status: query.status });
  if (query.truth) all.push(isCountedAs[query.truth]);
  if (query.eventStatus) all.push({ eventStatus: query.eventStatus });
  if (query.platform) all.push({ platformId: query.platform });
  if (query.form) all.push({ formId: query.form });
  for (const column of ["source", "campaign", "country"] as const)
    if (query[column]) all.push(hasValue(column, query[column]));
  if (query.medium) all.push(hasText("utmMedium", query.medium));
  if (query.content) all.push(hasText("utmContent", query.content));
  if (query.term) all.push(hasText("utmTerm", query.term));
  for (const column of getKeys(AD_IDS))
    if (query[column]) all.push({ [column]: query[column] === NO_VALUE ? null : query[column] });
  if (query.adCampaign) all.push(await isOfCampaign(workspaceId, query.adCampaign, range));
  if (query.link) all.push(await cameBy(workspaceId, query.link));
  all.push(...isWorth(query));
  if (query.decidedBy) all.push(isDecidedBy(query.decidedBy));
  if (query.evidence) all.push({ id: { [Op.in]: withEvidence(workspaceId, query.evidence) } });
  if (query.rush) all.push({ cameInRush: true });
  if (query.hour !== undefined) all.push({ hour: query.hour });
  if (query.adPlatform) all.push(isInStateAt(query.adPlatform, query.event, isFrequent));
  else if (query.event) all.push(isInEventState(query.event));
  if (range.from) all.push({ createdAt: { [Op.gte]: range.from } });
  if (range.before) all.push({ createdAt: { [Op.lt]: range.before } });
  if (query.expiresWithin) {
    const now = Date.now();
    all.push({
      status: "pending",
      sendBefore: { [Op.gt]: new Date(now), [Op.lte]: new Date(now + query.expiresWithin * HOUR) },
    });
  }
  if (query.search) all.push(await matches(workspaceId, query.search));
  return { [Op.and]: all };
}

/** The claims of `truthStates`. */
const isCountedAs: Record<TruthFilter, WhereOptions> = {
  decided: {
    withdrawnAt: null,
    [Op.or]: [{ status: "handled" }, { status: "rejected", handledAt: { [Op.ne]: null } }],
  },
  verified: { withdrawnAt: null, status: "handled", chargedBackAt: null },
  confirmed: { withdrawnAt: null, status: "handled", chargedBackAt: null, confirmedByStatement: true },
  waiting: { withdrawnAt: null, status: "pending" },
};

/** A column that keeps what came, whatever its case and the blanks around it. */
const hasText = (column: "utmMedium" | "utmContent" | "utmTerm", value: string): WhereOptions =>
  value === NO_VALUE
    ? { [column]: null }
    : literal(`LOWER(TRIM(\`Submission\`.\`${column}\`)) = ${sequelize.escape(value)}`);

async function cameBy(workspaceId: string, link: string): Promise<WhereOptions> {
  if (link === NO_VALUE) return { linkId: null };
  const ids = await findLinkIds(workspaceId, link);
  // Of one id the index has the claims in their order.
  return { linkId: ids.length === 1 ? ids[0] : ids };
}

/** @throws {Invalid} if the range ends before it starts */
function isWorth({ amountFrom, amountTo }: SubmissionFilters): WhereOptions[] {
  if (amountFrom === undefined && amountTo === undefined) return [];
  if (amountFrom !== undefined && amountTo !== undefined && new Decimal(amountFrom).gt(amountTo))
    throw new Invalid([{ field: "amountTo", message: "The range ends before it starts" }]);
  const compared = (operator: string, amount: string | undefined) =>
    amount === undefined
      ? []
      : [literal(`\`Submission\`.\`comparableAmount\` ${operator} ${new Decimal(amount).toFixed()}`)];
  return [{ amountRank: AMOUNT_RANK.comparable }, ...compared(">=", amountFrom), ...compared("<=", amountTo)];
}

/** Whoever withdrew a claim decided nothing. */
const isDecidedBy = (who: string): WhereOptions => ({
  status: { [Op.ne]: "pending" },
  handledAt: { [Op.ne]: null },
  ...(who === DECIDED_BY_RULE
    ? { decidedByRuleId: { [Op.ne]: null } }
    : who === DECIDED_BY_API
      ? { decidedByUserId: null, decidedByRuleId: null }
      : { decidedByUserId: who }),
});

/** Those of which a broker says something of this group, whatever its source. */
const withEvidence = (workspaceId: string, evidenceGroup: EvidenceGroup) =>
  subquery(Evidence, {
    where: { workspaceId, evidenceGroup, [Op.and]: [isShownEvidence()] },
    attributes: ["submissionId"],
  });

/** Compares byte by byte, as the totals do. */
function hasValue(column: "source" | "campaign" | "country", value: string): WhereOptions {
  if (value === NO_VALUE) return { [column]: null };
  const isExact = literal(`${exactly(`\`Submission\`.\`${column}\``)} = ${sequelize.escape(value)}`);
  // The first is one that MySQL has an index for.
  return { [Op.and]: [{ [column]: value }, isExact] };
}

/** Every word must match somewhere, quoted ones exactly. Digits separated by spaces are one phone number. */
async function matches(workspaceId: string, search: string): Promise<WhereOptions> {
  const isOne = PHONE.test(search) || toAmount(splitCurrency(search).amount) !== null;
  const words = isOne ? [search] : (search.match(/"[^"]+"|\S+/g) ?? []);
  const conditions = words.map((word) => {
    const exact = QUOTED.exec(word)?.[1];
    return exact === undefined ? matchesWord(workspaceId, word) : isExactly(exact);
  });
  const asWords = { [Op.and]: await Promise.all(conditions) };
  // A number as people dial it in their country, without its code.
  const phones = PHONE.test(search) ? await readPhonesOfForms(workspaceId, search) : [];
  return phones.length > 0 ? { [Op.or]: [{ phone: phones }, asWords] } : asWords;
}

const QUOTED = /^"([^"]+)"$/;
/** MySQL compares its ASCII columns with nothing else. */
const ASCII = /^[!-~]+$/;

function isExactly(value: string): WhereOptions {
  const anywhere = [
    { reference: value },
    { platformName: value },
    { emailKey: toEmailKey(value) },
    { source: normalizeSource(value) ?? value },
    { campaign: normalizeCampaign(value) ?? value },
  ];
  const ascii = [{ phone: value }, { deviceId: value }, { ip: value }];
  return { [Op.or]: ASCII.test(value) ? [...anywhere, ...ascii] : anywhere };
}

const PHONE = /^[+(]?[\d\s()./-]{6,}$/;
/** The shape of the ids that ad platforms give their answers. */
const TRACE = /^[\w-]{8,128}$/;
/** What no name looks like: no index has the ids of clicks and ads, so all claims are read for them. */
const LONG_NUMBER = /^\d{15,}$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const LONG_TEXT = /^[\w.~-]{20,}$/;
const isAdOrClick = (word: string) =>
  LONG_NUMBER.test(word) ||
  UUID.test(word) ||
  (LONG_TEXT.test(word) && /\d/.test(word) && /[A-Z]/.test(word));
const AD_OR_CLICK_IDS = [...getKeys(CLICK_IDS), ...getKeys(AD_COOKIES), ...getKeys(AD_IDS)];

async function matchesWord(workspaceId: string, word: string): Promise<WhereOptions> {
  if (word.indexOf("@") > 0) return beginsWithEmail(word);
  const others = [
    ...(word.length >= 7 && ASCII.test(word) ? [{ deviceId: word }, { ip: word }] : []),
    ...(isId(word) ? hasId(workspaceId, word) : []),
    ...(word.length >= 4 && /\d/.test(word) ? [{ id: { [Op.in]: ofKnownAccount(workspaceId, word) } }] : []),
    ...(isAdOrClick(word) ? [{ [Op.or]: AD_OR_CLICK_IDS.map((column) => ({ [column]: word })) }] : []),
    ...(TRACE.test(word) ? [{ id: { [Op.in]: submissionsOfTrace(workspaceId, word) } }] : []),
  ];
  const words = toWordQuery(word);
  const unindexed = contains(word);
  // Of marks alone there is no word.
  if (words.begins.length === 0) return { [Op.or]: [unindexed, ...others] };
  return findByWord({ workspaceId, words, others, unindexed });
}

/** Read from the claim itself. */
function contains(word: string): WhereOptions {
  const pattern = sequelize.escape(`%${word.replace(/[\\%_]/g, "\\$&")}%`);
  const digits = readDigits(word);
  const amount = toAmount(splitCurrency(word).amount);
  const like = (column: string, value = pattern) =>
    literal(`\`Submission\`.\`${column}\` LIKE ${value} ${likeEscape}`);
  return {
    [Op.or]: [
      // Sources and campaigns are counted in small letters.
      ...SEARCHED_TEXTS.map((column) =>
        like(column, column === "source" || column === "campaign" ? pattern.toLowerCase() : pattern),
      ),
      ...(digits === null ? [] : [like("phone", sequelize.escape(`%${digits}%`))]),
      ...(amount === null
        ? []
        : [literal(`${asNumber("COALESCE(verifiedAmount, amount)")} = ${new Decimal(amount).toFixed()}`)]),
    ],
  };
}

/** The addresses that begin with a text: a range that both databases read from the index of emails. */
function beginsWithEmail(word: string): WhereOptions {
  const begin = normalizeEmail(word).toLowerCase();
  const range = { emailKey: { [Op.gte]: begin, [Op.lt]: `${begin}\u{10ffff}` } };
  return { [Op.or]: [range, { emailKey: toEmailKey(word) }] };
}

/** The claims of which a statement has taught this account number. */
const ofKnownAccount = (workspaceId: string, word: string) =>
  subquery(KnownAccount, {
    where: { workspaceId, accountKey: toAccountKey(word) },
    attributes: ["submissionId"],
  });

/** Its own id, or that of its form, broker or link, of an event, a delivery or the statement that decided it. */
function hasId(workspaceId: string, id: string): WhereOptions[] {
  const isIn = (found: ReturnType<typeof subquery>) => ({ id: { [Op.in]: found } });
  const ofDelivery = (where: WhereOptions) =>
    isIn(subquery(Delivery, { where: { workspaceId, ...where }, attributes: ["submissionId"] }));
  const decides = { workspaceId, statementId: id, decides: { [Op.ne]: null } };
  return [
    { id },
    { formId: id },
    { platformId: id },
    { linkId: id },
    ofDelivery({ eventId: id }),
    ofDelivery({ id }),
    isIn(subquery(Evidence, { where: decides, attributes: ["submissionId"] })),
  ];
}
