import { ForeignKeyConstraintError } from "sequelize";
import type { NewSubmission } from "#app/database/queries/submission-inserts.server.ts";
import type { Money } from "#app/lib/commission.ts";
import { coinCurrency } from "#app/lib/currency-signs.ts";
import { dayIn, hourIn, MINUTE, SECOND } from "#app/lib/dates.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { Conflict, Forbidden, Invalid } from "#app/lib/errors.ts";
import { newId } from "#app/lib/ids.ts";
import { visitorLocale } from "#app/lib/language-regions.ts";
import { FIRST_LANGUAGE, type Language } from "#app/lib/languages.ts";
import { spellMoney } from "#app/lib/money.ts";
import { mapValues, pick } from "#app/lib/objects.ts";
import { ANSWERS, answerNames } from "#app/lib/opt-in-answers.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { countInWindow } from "#app/lib/rate-limiter.server.ts";
import { normalizeCampaign } from "#app/lib/sources.ts";
import type { ColumnFor } from "#app/lib/submission-columns.ts";
import { isUnlikelyAmount } from "#app/lib/unlikely-amount.ts";
import { wrongAccount } from "#app/schemas/account-number.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { OptInInput } from "#app/schemas/opt-in.ts";
import { USER_AGENT_MAX } from "#app/schemas/shared/limits.ts";
import { sendDeadline, shortestWindow } from "#app/services/ad-platforms/delivery-window.ts";
import { getRates } from "#app/services/exchange-rates/get-rates.server.ts";
import { combineRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { findShownConsent } from "#app/services/opt-in-forms/consent-texts.server.ts";
import { verifyFormToken } from "#app/services/opt-in-forms/form-tokens.server.ts";
import {
  forgetLiveForm,
  getLiveForm,
  type LiveForm,
} from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { readAttribution } from "./attribution.server.ts";
import { toComparableAmount } from "./comparable-amounts.ts";
import { countedCampaign } from "./counted-campaigns.server.ts";
import { findVisitId, type KeptEntry, readEntry } from "./kept-visits.server.ts";
import { type WriteOutcome, writeSubmission } from "./write-queue.server.ts";

/** How long two identical posts of one IP address, without cookie and key, count as one. */
const SAME_POST_MS = 10 * MINUTE;

/** What the request says about the visitor. */
export type Visitor = {
  ip: string | null;
  userAgent: string | null;
  /** The header of that name; null for a program. */
  acceptLanguage: string | null;
  /** When forms were opened, and from where: what the signed cookie says, if there is one. */
  visits: KeptEntry[];
  pageUrl: string | null;
  cookies: Map<string, string>;
  /** Whether the browser sends Global Privacy Control or Do Not Track. */
  asksForPrivacy: boolean;
  /** From the signed first-party cookie; null without one. */
  visitorId: string | null;
  deviceId: string | null;
  deviceFingerprint: string | null;
  /** The `Idempotency-Key` header. */
  idempotencyKey: string | null;
  /** Whether the request needs a form token: all except API clients and chats. */
  needsToken: boolean;
  /** The visit of a claim that is made in a chat, and when its consent was pressed there. */
  chat?: { visitId: string; consentAt: Date };
};

type Arguments = {
  slug: string;
  input: OptInInput;
  visitor: Visitor;
  /** Of the sentences about what is wrong, where that is not the claim's. */
  language?: Language;
  now?: Date;
};

/** The stored columns that the visitor is shown. */
export type RecordedSubmission = Pick<NewSubmission, Exclude<ColumnFor<"shown">, ColumnFor<"later">>>;

/** An expired token, or another form: the page shows the form again with its values and a new token. */
export class StaleForm extends Forbidden {
  constructor() {
    super("unverifiable_submission", messages.optIn.unverifiable);
  }
}

/**
 * Stores a submission; it is on disk when this resolves. The same key returns the same id.
 * @throws {NotFound} no such form, or inactive
 * @throws {Forbidden} `unverifiable_submission`: does not look like a person
 * @throws {Invalid} a platform or pixel of another form; `amount_unconfirmed`
 * @throws {Conflict} `duplicate_email` or `idempotency_key_reused`
 * @throws {Unavailable} too busy, or the database is unreachable
 */
export async function submitOptIn({
  slug,
  input,
  visitor,
  language = input.language ?? FIRST_LANGUAGE,
  now = new Date(),
}: Arguments): Promise<{ submissionId: string; recorded: RecordedSubmission }> {
  const form = await getLiveForm(slug);
  const locale = visitorLocale(language, visitor.acceptLanguage);
  verifyPerson(input, visitor, now);
  // Another form has the address since the page was opened, and nobody saw its consent.
  if (input.formKey !== undefined && input.formKey !== form.page.formKey) throw new StaleForm();
  const platform = form.platforms.get(input.platform);
  if (platform === undefined) {
    throw new Invalid([{ field: "platform", message: messages.fields.platformRequired }]);
  }
  if (input.facebookPixelId !== undefined && input.facebookPixelId !== form.facebookPixelId) {
    throw new Invalid([{ field: "facebookPixelId", message: messages.optIn.invalid }]);
  }

  if (form.page.amountField === "required" && input.amount === undefined) {
    throw new Invalid([{ field: "amount", message: messages.fields.amountRequired }]);
  }
  const account = platform.accountNumber;
  const wrong = wrongAccount(account, input.reference, textsIn(language));
  if (wrong) throw new Invalid([{ field: "reference", message: wrong }]);
  const answers = {
    ...pick(input, answerNames),
    ...(account?.field === "no" ? { reference: undefined } : {}),
  };
  const amount = form.page.amountField === "hidden" ? undefined : input.amount;
  const currency = amount && readCurrency(input.currency, platform.countsCoins);
  const consent = await findShownConsent(form, input.consentVersion, input.language);
  const rates = combineRates((await getRates()).rates, form.ownRates, form.timeZone);
  const stated = amount && currency ? { amount, currency } : null;
  const unlikelyAmount = stated !== null && isUnlikelyAmount(stated, platform.amountLimit, rates);
  if (stated && (unlikelyAmount || input.isAmountDoubtful))
    assertConfirmed(stated, input, { language, locale });
  const money = stated ?? { amount: null, currency: null };
  const minute = { name: "form-minute", seconds: MINUTE / SECOND, key: form.id };
  const cameInRush = form.slowDown !== null && (await countInWindow(minute)) > form.slowDown;

  const emailKey = toEmailKey(input.email);
  const bodyHash = sha256(
    JSON.stringify([
      emailKey,
      input.phone.e164,
      input.platform,
      amount,
      amount && currency,
      ...answerNames.map((name) => answers[name]),
    ]),
  );
  const { openedAt, columns } = readAttribution({
    pageUrl: visitor.pageUrl ?? input.pageUrl ?? null,
    referrer: input.referrer ?? null,
    cookies: visitor.cookies,
    asksForPrivacy: visitor.asksForPrivacy,
    visits: readEntry(visitor.visits, form, now.getTime()),
    links: form.links,
    now,
  });

  const day = dayIn(form.timeZone, now);
  const { workspaceId } = form;
  const comparable = toComparableAmount(
    { ...money, unlikelyAmount: unlikelyAmount || cameInRush },
    form.page.currency,
    rates,
  );
  const windowMs = shortestWindow(form.windows, consent.covers);
  const row: NewSubmission = {
    id: newId(),
    workspaceId,
    formId: form.id,
    platformId: input.platform,
    platformName: platform.name,
    action: form.action,
    email: input.email,
    emailKey,
    uniqueEmail: emailKey,
    phone: input.phone.e164,
    country: input.phone.country,
    ...money,
    unlikelyAmount,
    cameInRush,
    ...comparable,
    ...mapValues(ANSWERS, (_label, name) => answers[name] ?? null),
    status: "pending",
    eventStatus: null,
    version: 1,
    submissionKey: sha256(submissionKey({ form, input, visitor, emailKey, bodyHash, now })),
    bodyHash,
    createdAt: now,
    updatedAt: now,
    day,
    hour: hourIn(form.timeZone, now),
    sendBefore: windowMs === null ? null : sendDeadline(now, windowMs),
    consentText: consent.text,
    consentVersion: consent.version,
    consentAt: visitor.chat?.consentAt ?? now,
    language: input.language ?? null,
    channel: visitor.chat ? "telegram" : null,
    ...columns,
    visitId: visitor.chat?.visitId ?? findBrowserVisit(form, visitor, now),
    campaign: await countedCampaign({ workspaceId, day }, normalizeCampaign(columns.utmCampaign ?? "")),
    ip: visitor.ip,
    userAgent: visitor.userAgent?.slice(0, USER_AGENT_MAX) ?? null,
    deviceId: input.deviceId ?? visitor.deviceId,
    deviceFingerprint: visitor.deviceFingerprint,
    facebookPixelId: form.facebookPixelId,
  };
  let outcome = await store(slug, row, openedAt);
  if (outcome.kind === "duplicate" && form.page.allowRepeat)
    outcome = await store(slug, { ...row, uniqueEmail: null }, openedAt);
  // What stores no claim is no part of a rush.
  if (outcome.kind !== "stored" && form.slowDown !== null) await countInWindow(minute, -1);

  switch (outcome.kind) {
    case "stored":
    case "repeated":
      return { submissionId: outcome.id, recorded: row };
    case "key-reused":
      throw new Conflict(
        "idempotency_key_reused",
        "This key was already used for another submission. Make a new one for each form that is filled in.",
      );
    case "duplicate":
      throw new Conflict("duplicate_email", messages.optIn.duplicate);
  }
}

/** A form or platform deleted in the meantime is refused like an unknown one. */
async function store(slug: string, row: NewSubmission, firstSeenAt: Date | null): Promise<WriteOutcome> {
  try {
    return await writeSubmission(row, firstSeenAt);
  } catch (error) {
    if (!(error instanceof ForeignKeyConstraintError)) throw error;
    forgetLiveForm(slug);
    await getLiveForm(slug);
    throw new Invalid([{ field: "platform", message: messages.fields.platformRequired }]);
  }
}

const findBrowserVisit = (form: LiveForm, { visits }: Visitor, now: Date) =>
  form.hasBrokerLinks ? findVisitId(visits, form, now.getTime()) : null;

function verifyPerson(input: OptInInput, visitor: Visitor, now: Date): void {
  if (input.website) throw new Forbidden("unverifiable_submission", messages.optIn.unverifiable);
  const verdict = verifyFormToken(input.formToken, now.getTime());
  if (verdict === "good" || (verdict === "missing" && !visitor.needsToken)) return;
  if (verdict === "too-old" || verdict === "too-young") throw new StaleForm();
  throw new Forbidden("unverifiable_submission", messages.optIn.unverifiable);
}

/** @throws {Invalid} for a coin that the broker does not count as the currency that it stands for */
function readCurrency(code: string | undefined, countsCoins: boolean): string | undefined {
  const currency = coinCurrency(code ?? "");
  if (code === undefined || currency === undefined) return code;
  if (countsCoins) return currency;
  throw new Invalid([{ field: "amount", message: messages.fields.amountInCoin(code, currency) }]);
}

/** @throws {Invalid} `amount_unconfirmed`, with the amount to confirm as its option */
function assertConfirmed(
  { amount, currency }: Money,
  { amountConfirmed, isAmountDoubtful }: OptInInput,
  { language, locale }: { language: Language; locale: string },
): void {
  const { amountIsRight, amountUnlikely } = textsIn(language).errors;
  const hasZeros = isAmountDoubtful === true;
  const value = spellMoney(amount, currency, { hasZeros });
  if (amountConfirmed === true || amountConfirmed === value) return;
  const spelled = spellMoney(amount, currency, { locale, hasZeros });
  const options = [{ value, label: amountIsRight(spelled) }];
  const message = amountUnlikely(spelled);
  throw new Invalid([{ field: "amount", message, options }], message, "amount_unconfirmed");
}

type KeyParts = {
  form: LiveForm;
  input: OptInInput;
  visitor: Visitor;
  emailKey: string;
  bodyHash: string;
  now: Date;
};

/** The key that makes repeated posts of a form one submission. Each source has its own prefix. */
function submissionKey({ form, input, visitor, emailKey, bodyHash, now }: KeyParts): string {
  const given = visitor.idempotencyKey ?? input.submissionKey;
  if (given) return `given:${given}`;
  const bucket = Math.floor(now.getTime() / SAME_POST_MS);
  // The response has the visitor's own link: somebody else who sends the same is refused.
  if (!visitor.visitorId) return `post:${visitor.ip}:${emailKey}:${bodyHash}:${bucket}`;
  return form.page.allowRepeat
    ? `visitor:${visitor.visitorId}:${emailKey}:${bodyHash}:${bucket}`
    : `visitor:${visitor.visitorId}:${emailKey}`;
}
