import type { SetupStepName } from "#app/lib/domain.ts";
import { paths } from "#app/paths.ts";

export type SetupStep = {
  step: SetupStepName;
  isDone: boolean;
  /** The default broker, which the step is about. */
  platformId?: string | undefined;
};

type Text = {
  /** What there is to do. */
  title: string;
  done: string;
  why: string;
  minutes: number;
  action: { label: string; to: string } | null;
  /** Where the action takes the usual choice, what leads to the others. */
  others?: { label: string; to: string };
};

/** The button that leads to a step; null where the form's own button does it. */
export const actionOf = ({ step, platformId }: SetupStep): Text["action"] => {
  const { action } = setupTexts[step];
  return action && step === "tier" && platformId !== undefined
    ? { ...action, to: paths.platform({ platformId }) }
    : action;
};

/** What each step is called, how long it takes, and the button that leads to it. */
export const setupTexts: Record<SetupStepName, Text> = {
  email: {
    title: "Verify your email",
    done: "Email verified",
    why: "We sent you a link. It shows that the address is yours.",
    minutes: 1,
    action: { label: "Send the link again", to: paths.verifyEmailPending() },
  },
  platform: {
    title: "Add the broker you promote",
    done: "Broker added",
    why: "Visitors pick it on your form. You need at least one to receive claims.",
    minutes: 1,
    action: { label: "Add a broker", to: paths.platforms() },
  },
  tier: {
    title: "Add your commission",
    done: "Commission set",
    why: "Each verified claim then shows its commission.",
    minutes: 2,
    action: { label: "Set tiers", to: paths.platforms() },
  },
  form: {
    title: "Create your form",
    done: "Form created",
    why: "Your form is where visitors confirm their deposits. It takes one click.",
    minutes: 1,
    action: null,
  },
  connection: {
    title: "Connect an ad platform",
    done: "Ad platform connected",
    why: "Verified claims go there. Without one they are kept and can be checked.",
    minutes: 5,
    action: { label: "Connect Meta", to: paths.integration({ adPlatform: "meta" }) },
    others: { label: "Another ad platform", to: paths.integrations() },
  },
  share: {
    title: "Share your form",
    done: "Form opened for the first time",
    why: "Most people share the link in a story and pin it in the bio. This step is done once somebody opens it.",
    minutes: 2,
    action: { label: "Share", to: paths.shareForm() },
  },
  check: {
    title: "Check your first claim",
    done: "First claim checked",
    why: "Find it in the broker's records, then verify or reject it.",
    minutes: 1,
    action: { label: "Open claims", to: paths.submissions({ status: "pending", sort: "sendBefore" }) },
  },
  statement: {
    title: "Upload a broker statement, at least twice a week",
    done: "Statement uploaded",
    why: "One file checks all claims of a broker with a few clicks. Upload one at least twice a week, so that events leave in time.",
    minutes: 2,
    action: { label: "Upload", to: paths.statements() },
  },
};
