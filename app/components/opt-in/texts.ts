import { type ConversionAction, optInNouns } from "#app/lib/domain.ts";
import type { PublicForm } from "#app/schemas/opt-in.ts";

type OptInTexts = {
  title: string;
  emailHint: string;
  platformQuestion: string;
  button: string;
  /** What was confirmed, as a label; in lower case after an amount. */
  noun: string;
};

const texts: Record<ConversionAction, Omit<OptInTexts, "noun">> = {
  deposit: {
    title: "Confirm your deposit",
    emailHint: "the one you use at the broker",
    platformQuestion: "Where did you deposit?",
    button: "Confirm my deposit",
  },
  purchase: {
    title: "Confirm your purchase",
    emailHint: "the one you bought with",
    platformQuestion: "Where did you buy?",
    button: "Confirm my purchase",
  },
  subscription: {
    title: "Confirm your subscription",
    emailHint: "the one you subscribed with",
    platformQuestion: "Where did you subscribe?",
    button: "Confirm my subscription",
  },
};

/** The page's texts for the form's action. */
export function optInTexts(form: Pick<PublicForm, "action" | "title">): OptInTexts {
  const chosen = texts[form.action];
  return { ...chosen, noun: optInNouns[form.action], title: form.title.trim() || chosen.title };
}

/** For link previews and search engines: the owner's own sentence, or one that fits every form. */
export function optInDescription(
  form: Pick<PublicForm, "action" | "title" | "introduction" | "ownerName">,
): string {
  const [own = ""] = (form.introduction ?? "").trim().split("\n");
  return own || `${optInTexts(form).title}: ${form.ownerName} checks it with the records. It takes a minute.`;
}

export function thanksTitle(form: Pick<PublicForm, "ownerName">): string {
  return `Thank you | ${form.ownerName}`;
}
