import { config } from "#app/env.server.ts";
import { accountLabel } from "#app/lib/account-number.ts";
import type { Language } from "#app/lib/languages.ts";
import { formatPhone } from "#app/lib/read-phone.ts";
import type { ConversationStep } from "#app/lib/telegram.ts";
import { paths } from "#app/paths.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { type LiveForm, pageIn } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import type { ButtonOfMessage, NewMessage } from "../messages/queue-message.server.ts";
import { type ChatAnswers, findPrevious, isOptional } from "./questions.ts";

/** What a pressed button says: at most 64 bytes. */
export const toButtonData = (verb: string, step: string, value = ""): string => `${verb}:${step}:${value}`;

const CURRENCIES = ["USD", "EUR", "GBP"];
const BUTTONS_A_ROW = 4;

type Asking = { form: LiveForm; language: Language; answers: ChatAnswers };

/** What the form says before it asks anything: its consent, what is stored, and where a broker is found. */
export function askForConsent(
  form: LiveForm,
  language: Language,
  brokerLinks: readonly { name: string; address: string }[],
): NewMessage {
  const page = pageIn(form, language);
  const { actions, chat, form: texts } = textsIn(language);
  const { slug, privacyUrl, privacyText, ownerName, consentVersion } = page;
  const own =
    privacyUrl ?? (privacyText ? config.publicUrl + paths.optInPrivacy({ slug, lang: language }) : null);
  const title = page.title.trim() || actions[page.action].title;
  return {
    text: paragraphs([title, page.introduction, page.consentText, chat.stored(ownerName)]),
    buttons: [
      [{ text: chat.agree, callback_data: toButtonData("agree", "consent", String(consentVersion)) }],
      [{ text: chat.decline, callback_data: toButtonData("cancel", "consent") }],
      ...brokerLinks.map(({ name, address }) => [{ text: chat.openAccount(name), url: address }]),
      [
        ...(own ? [{ text: texts.privacyNotice(ownerName), url: own }] : []),
        { text: texts.privacy, url: config.publicUrl + paths.privacy() },
      ],
    ],
  };
}

/** A question, with buttons where there is a choice. */
export function askFor(step: ConversationStep, { form, language, answers }: Asking): NewMessage {
  const texts = textsIn(language);
  const action = texts.actions[form.action];
  const account = form.platforms.get(answers.platform ?? "")?.accountNumber ?? null;
  const set = (value: string, text = value): ButtonOfMessage => ({
    text,
    callback_data: toButtonData("set", step, value),
  });
  const isLeft = isOptional(form, step, answers);
  const optional = isLeft ? ` (${texts.form.optional})` : "";
  const buttons: ButtonOfMessage[][] = [];
  let text = "";
  if (step === "platform") {
    text = action.platformQuestion;
    for (const [id, { name }] of form.platforms) buttons.push([set(id, name)]);
  }
  if (step === "email") text = `${texts.form.email} (${action.emailHint})`;
  if (step === "phone") text = texts.form.phone;
  if (step === "amount") text = `${texts.form.amount}${optional}`;
  if (step === "currency") {
    text = texts.form.currency;
    const codes = [...new Set([form.page.currency, ...CURRENCIES])].slice(0, BUTTONS_A_ROW);
    buttons.push(codes.map((code) => set(code)));
  }
  if (step === "reference") {
    const example = account?.example ? `, ${texts.form.example(account.example)}` : "";
    text = paragraphs([
      `${accountLabel(account, texts)}${optional}${example}`,
      isLeft ? texts.form.makesCheckingFaster : null,
    ]);
  }
  if (step === "check") {
    text = paragraphs([texts.chat.check, listAnswers({ form, language, answers })]);
    buttons.push([{ text: action.button, callback_data: toButtonData("confirm", step) }]);
  }
  if (isLeft) buttons.push([{ text: texts.chat.skip, callback_data: toButtonData("skip", step) }]);
  if (findPrevious(form, step, answers) !== null)
    buttons.push([{ text: texts.chat.back, callback_data: toButtonData("back", step) }]);
  return { text, buttons };
}

function listAnswers({ form, language, answers }: Asking): string {
  const texts = textsIn(language);
  const platform = form.platforms.get(answers.platform ?? "");
  const amount = [answers.amount, answers.currency].filter(Boolean).join(" ");
  const lines: [string, string | undefined][] = [
    [texts.facts.broker, platform?.name],
    [texts.form.email, answers.email],
    [texts.form.phone, answers.phone && formatPhone(answers.phone)],
    [texts.form.amount, amount],
    [accountLabel(platform?.accountNumber ?? null, texts), answers.reference],
  ];
  return lines.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join("\n");
}

/** Texts with an empty line between them. */
export const paragraphs = (texts: readonly (string | null)[]): string =>
  texts.filter((text) => text !== null && text.trim() !== "").join("\n\n");
