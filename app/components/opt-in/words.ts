import type { ConversionAction } from "#app/lib/domain.ts";
import type { PublicForm } from "#app/schemas/opt-in.ts";

type Words = {
  title: string;
  emailHint: string;
  platformQuestion: string;
  button: string;
  /** What was confirmed, standing alone; in lower case it follows an amount. */
  noun: string;
};

const words: Record<ConversionAction, Words> = {
  deposit: {
    title: "Confirm your deposit",
    emailHint: "the one you use at the broker",
    platformQuestion: "Where did you deposit?",
    button: "Confirm my deposit",
    noun: "Deposit",
  },
  purchase: {
    title: "Confirm your purchase",
    emailHint: "the one you bought with",
    platformQuestion: "Where did you buy?",
    button: "Confirm my purchase",
    noun: "Purchase",
  },
  subscription: {
    title: "Confirm your subscription",
    emailHint: "the one you subscribed with",
    platformQuestion: "Where did you subscribe?",
    button: "Confirm my subscription",
    noun: "Subscription",
  },
};

/** The page's wording for what this form asks people to confirm. */
export function optInTexts(form: Pick<PublicForm, "action" | "title">): Words {
  const chosen = words[form.action];
  return { ...chosen, title: form.title.trim() || chosen.title };
}

export function thanksTitle(form: Pick<PublicForm, "ownerName">): string {
  return `Thank you | ${form.ownerName}`;
}
