import { type FieldError, Invalid } from "#app/lib/errors.ts";
import { languageRegions } from "#app/lib/language-regions.ts";
import { type Language, languageFacts } from "#app/lib/languages.ts";
import { CONVERSATION_STEPS, type ConversationStep } from "#app/lib/telegram.ts";
import { wrongAccount } from "#app/schemas/account-number.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { type OptInInput, optInInputFor, withCall } from "#app/schemas/opt-in.ts";
import { parseInput } from "#app/schemas/shared/parse-input.ts";
import type { LiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";

/** What was answered, as it was typed or pressed; an empty text was skipped. */
export type ChatAnswers = Partial<Record<AnsweredField | "amountConfirmed", string>>;
export type AnsweredField = Exclude<ConversationStep, "consent" | "check">;

const isAsked = (step: ConversationStep, form: LiveForm, answers: ChatAnswers): boolean => {
  const account = form.platforms.get(answers.platform ?? "")?.accountNumber;
  if (step === "amount") return form.page.amountField !== "hidden";
  if (step === "currency") return Boolean(answers.amount) && form.page.amountField !== "hidden";
  if (step === "reference") return account?.field !== "no";
  return true;
};

/** What is asked next: the first question without an answer. */
export function findStep(form: LiveForm, hasAgreed: boolean, answers: ChatAnswers): ConversationStep {
  if (!hasAgreed) return "consent";
  const step = CONVERSATION_STEPS.find(
    (one) =>
      one !== "consent" &&
      one !== "check" &&
      isAsked(one, form, answers) &&
      answers[one as AnsweredField] === undefined,
  );
  return step ?? "check";
}

/** The question that was answered last, to be asked again. */
export function findPrevious(
  form: LiveForm,
  step: ConversationStep,
  answers: ChatAnswers,
): AnsweredField | null {
  const before = CONVERSATION_STEPS.slice(1, CONVERSATION_STEPS.indexOf(step)) as AnsweredField[];
  const asked = before.filter((one) => isAsked(one, form, answers) && !isAnsweredByForm(one, form));
  return asked.at(-1) ?? null;
}

/** A form with one broker does not ask which. */
const isAnsweredByForm = (step: AnsweredField, form: LiveForm) =>
  step === "platform" && form.platforms.size === 1;

/** What needs no question. */
export const givenAnswers = (form: LiveForm): ChatAnswers =>
  form.platforms.size === 1 ? { platform: [...form.platforms.keys()][0] as string } : {};

/** Whether a question can be left out. */
export function isOptional(form: LiveForm, step: ConversationStep, { platform = "" }: ChatAnswers): boolean {
  if (step === "amount") return form.page.amountField === "optional";
  if (step !== "reference") return false;
  return form.platforms.get(platform)?.accountNumber?.field !== "required";
}

export type Asked = {
  form: LiveForm;
  answers: ChatAnswers;
  language: Language;
  /** ISO 3166, where the visit's proxy named it. */
  country: string | null;
  consentVersion: number | null;
};

/**
 * Reads the answers as the form reads its fields.
 * @throws {Invalid} with what is wrong or missing
 */
export function parseAnswers({ form, answers, language, country, consentVersion }: Asked): OptInInput {
  const { locale } = languageFacts(language);
  const schema = optInInputFor({
    isAmountRequired: form.page.amountField === "required",
    checkAccount: (platformId, reference) =>
      wrongAccount(form.platforms.get(platformId)?.accountNumber, reference, textsIn(language)),
  });
  const given = Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== ""));
  const sent = {
    ...given,
    consent: true,
    language,
    formKey: form.page.formKey,
    ...(consentVersion === null ? {} : { consentVersion }),
  };
  const call = {
    languages: () => [...(country ? [country] : []), ...languageRegions(locale)],
    preset: form.page.phoneCountry ?? undefined,
    typedIn: { acceptLanguage: locale },
  };
  return parseInput(schema, withCall(sent, call));
}

/** What stands in for a question that is still to come: a schema looks at all fields together. */
const TO_COME: ChatAnswers = { email: "somebody@example.com", phone: "+442079460000" };

type CheckedAnswers = {
  errors: FieldError[];
  lacksCurrency: boolean;
  /** As E.164, where nothing is wrong. */
  phone: string | null;
};

/** What is wrong with the answers so far, and whether the amount's currency is still to be asked for. */
export function checkAnswers(asked: Asked): CheckedAnswers {
  const { answers, form } = asked;
  const [platform] = form.platforms.keys();
  const filled = { ...TO_COME, ...(platform === undefined ? {} : { platform }), ...answers };
  try {
    const { phone } = parseAnswers({ ...asked, answers: filled });
    return { errors: [], lacksCurrency: false, phone: phone.e164 };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const isGiven = ({ field }: FieldError) => answers[field as AnsweredField] !== undefined;
    return {
      phone: null,
      errors: error.errors.filter(isGiven),
      lacksCurrency: error.errors.some(({ field }) => field === "currency") && answers.currency === undefined,
    };
  }
}
