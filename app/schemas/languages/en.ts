import type { ConversionAction, DecisionReason } from "#app/lib/domain.ts";
import { decisionReasonTexts, optInNouns } from "#app/lib/domain.ts";
import { pick } from "#app/lib/objects.ts";
import { messages } from "#app/schemas/messages/index.ts";

/** What differs by what the visitor confirms. */
type ActionTexts = {
  title: string;
  emailHint: string;
  platformQuestion: string;
  button: string;
  /** What was confirmed, standing alone. */
  noun: string;
  /** How the advice of a closed form begins. */
  justDone: string;
  withAmount: (money: string) => string;
  found: (owner: string) => string;
  /** What a new form says until its owner changes it. */
  introduction: (owner: string) => string;
  consent: (owner: string) => string;
  /** For search engines and previews of the link. */
  description: (title: string, owner: string) => string;
};

function actionTexts(
  noun: string,
  { emailHint, platformQuestion, justDone }: Pick<ActionTexts, "emailHint" | "platformQuestion" | "justDone">,
): ActionTexts {
  const lower = noun.toLowerCase();
  return {
    title: `Confirm your ${lower}`,
    emailHint,
    platformQuestion,
    button: `Confirm my ${lower}`,
    noun,
    justDone,
    withAmount: (money) => `${money} ${lower}`,
    found: (owner) => `${owner} found your ${lower} at the broker.`,
    introduction: (owner) => `${owner} checks each ${lower} with the broker. This form takes half a minute.`,
    consent: (owner) =>
      `I agree that ${owner} stores what I enter here, checks it with the broker and shares the confirmed ${lower} with the ad platforms it advertises on. I can withdraw at any time.`,
    description: (title, owner) => `${title}: ${owner} checks it with the records. It takes a minute.`,
  };
}

const COUNTS = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];

const { didYouMean, ...sentences } = messages.optIn;

/** The public pages in English. Its keys are those of all languages. */
export const en = {
  actions: {
    deposit: actionTexts(optInNouns.deposit, {
      emailHint: "the one you use at the broker",
      platformQuestion: "Where did you deposit?",
      justDone: "If you have just made a deposit",
    }),
    purchase: actionTexts(optInNouns.purchase, {
      emailHint: "the one you bought with",
      platformQuestion: "Where did you buy?",
      justDone: "If you have just bought something",
    }),
    subscription: actionTexts(optInNouns.subscription, {
      emailHint: "the one you subscribed with",
      platformQuestion: "Where did you subscribe?",
      justDone: "If you have just subscribed",
    }),
  } as Record<ConversionAction, ActionTexts>,
  form: {
    email: "Email",
    /** Of an address whose domain looks mistyped. */
    didYouMean: didYouMean("{address}"),
    country: "Country",
    choose: "Choose",
    chooseOne: "Choose one",
    phone: "Phone",
    whichNumber: "Which number is yours?",
    amount: "Amount",
    currency: "Currency",
    optional: "optional",
    accountNumber: "Account number at the broker",
    example: (text: string) => `for example ${text}`,
    makesCheckingFaster: "It makes checking faster.",
    leaveEmpty: "Leave this empty",
    sending: "Sending…",
    oneStep: "One step. We never ask for a password or card.",
    storedBy: (brand: string) => `Stored securely by ${brand}.`,
    privacy: "Privacy",
    /** The link to the owner's own notice. */
    privacyNotice: (owner: string) => `Privacy notice of ${owner}`,
    language: "Language",
    errorTitle: (title: string) => `Error: ${title}`,
    /** Above the list of errors. */
    problems: (count: number) =>
      `${COUNTS[count - 1] ?? count} ${count === 1 ? "thing needs" : "things need"} another look`,
  },
  thanks: {
    title: (owner: string) => `Thank you | ${owner}`,
    heading: "Thanks, we’ve got it.",
    isChecking: (owner: string) => `${owner} checks it now. There's nothing more to do.`,
    continue: "Continue",
    accountMissing: "Account number missing or wrong?",
    accountChange: "Add or change it",
    keepLink: "Keep your private link",
    linkShows: "It shows what you confirmed and who it was shared with. You can change it or withdraw there.",
    notYourNumber: "Not your phone number?",
    change: "Change",
    another: "Confirm another",
  },
  /** The private link by email. */
  linkMail: {
    offer: "Send me this link by email",
    sent: "We send it once, to the email that you entered. Look there in a few minutes.",
    subject: (owner: string) => `Your private link at ${owner}`,
    open: "Open my private page",
    notYou: "Wasn't you? You can ignore this email.",
  },
  facts: {
    confirmed: "Confirmed",
    broker: "Broker",
    when: "When",
    sharedWith: "Shared with",
    noOneYet: "no one yet",
    noOne: "no one",
    withdrawn: "Withdrawn",
  },
  mine: {
    title: (owner: string) => `Your confirmation | ${owner}`,
    isRecorded: "It is recorded.",
    isVerified: "Verified.",
    isRejected: "It could not be verified.",
    isWithdrawn: "You withdrew your confirmation.",
    notVerified: (owner: string) => `${owner} could not verify it. Nothing was shared.`,
    nothingMore: "Nothing more is shared.",
    /** `{link}` is what the link says. */
    confirmAgain: "You can {link} with the same email.",
    confirmAgainLink: "confirm again",
    reason: (text: string) => `Reason: ${text}`,
    accountHelps: "It makes checking faster. You can change it until it is checked.",
    saveNumber: "Save the number",
    keepAddress: "Keep the address of this page: it is your private link.",
    downloadProof: "Download the signed proof",
    howToCheck: "How to check it",
    withdrawShared: "If you withdraw, nothing more is shared. What was already shared stays there.",
    withdrawUnshared: "If you withdraw, nothing is shared.",
    toChange:
      "To change what you confirmed, withdraw and confirm it again: your email can be used again then.",
    withdraw: "Withdraw my confirmation",
    withdrawQuestion: "Withdraw your confirmation?",
    cannotUndo: "You can't undo it, but you can confirm again with the same email.",
    withdrawYes: "Yes, withdraw it",
    keep: "Keep it",
    /** Nothing more goes to ad platforms, and the claim stays. */
    endSharing: "Stop sharing with ad platforms",
    endSharingHelps: "You can also end only the sharing with ad platforms: your confirmation stays as it is.",
    endSharingQuestion: "Stop sharing with ad platforms?",
    endSharingMeans:
      "Nothing more goes to ad platforms then, and you can't undo it. Your confirmation stays as it is.",
    endSharingYes: "Yes, stop sharing",
    keepSharing: "Leave it as it is",
    sharingEnded: "Nothing more is shared with ad platforms. Your confirmation stays as it is.",
  },
  /** Why a claim was rejected, where its owner lets the visitor know. */
  reasons: decisionReasonTexts as Record<DecisionReason, string>,
  closed: {
    title: (owner: string) => `Form closed | ${owner}`,
    notReadyTitle: (owner: string) => `Form not ready | ${owner}`,
    goneTitle: "Form not available",
    checkAddress: "Check the address, or open the link again where you found it.",
    notReady: "This form is not ready yet.",
    notReadyAdvice: (owner: string, justDone: string) =>
      `${owner} has not finished it. ${justDone}, keep your receipt and open this page again later.`,
    closed: (owner: string) => `${owner} takes no confirmations here at the moment.`,
    closedAdvice: (owner: string, justDone: string) =>
      `${justDone}, keep your receipt and ask ${owner} for a new link. What you confirmed before stays on your private link.`,
    continueTo: (host: string) => `Continue to ${host}`,
    contactSupport: "Contact support",
    homePage: "Go to the home page",
    /** In place of a broker link that leads nowhere. */
    linkGone: "This link is not available.",
  },
  /** Of the bot in Telegram, and what leads to it. */
  chat: {
    continue: "Continue in Telegram",
    /** Below the consent's text. */
    stored: (owner: string) =>
      `Once you agree, your answers and your Telegram account are stored for ${owner}. Before that nothing is kept but this open chat, for a day.`,
    agree: "I agree",
    decline: "No, thanks",
    back: "Back",
    skip: "Skip",
    check: "Is this right?",
    /** A broker's link, for who has no account there yet. */
    openAccount: (broker: string) => `Open an account at ${broker}`,
    nothingStored: "All right, nothing was stored. Send /start to begin again.",
    /** For a picture, a file or a voice message. */
    textNeeded: "Please answer with a text, or press a button.",
    ended: "Nothing is open here. Send /start to begin.",
    buttonOver: "This button is out of date.",
    commands:
      "/status shows what you confirmed, /withdraw withdraws it, and /delete deletes what is stored about you.",
    noClaim: "You have confirmed nothing in this chat.",
    which: "Which one?",
    deleteQuestion: "Delete everything that is stored about you here?",
    deleteEnds: "It can't be undone, and it ends your access to what was opened for you.",
    deleteYes: "Yes, delete it",
    deleted: "It is deleted.",
    /** Of a channel or group that opens for what was confirmed. */
    door: {
      /** Unless its owner says it in their own words. */
      open: "The information channel is open to you.",
      ask: "Ask to join",
      waits: (owner: string) => `${owner} checks it first. You will be told here.`,
      needsClaim: "It opens for those who have confirmed. Send /start to begin.",
    },
    /** What the bot's menu says of each command. */
    menu: {
      status: "What you confirmed",
      withdraw: "Withdraw what you confirmed",
      delete: "Delete your data",
      cancel: "Stop without confirming",
    },
  },
  /** Around the form on the site of its owner. */
  dialog: { close: "Close" },
  errors: {
    ...pick(messages.fields, [
      "emailRequired",
      "emailShape",
      "phoneRequired",
      "phoneShape",
      "phoneDoubt",
      "platformRequired",
      "amountRequired",
      "amountShape",
      "amountDigits",
      "amountInCoin",
      "currencyRequired",
      "currencyShape",
      "accountRequired",
      "accountLong",
      "accountIsPayment",
      "consentRequired",
    ]),
    ...sentences,
    checkValue: "Please check this value",
    tooLong: (max: number | string) => `Please use at most ${max} characters`,
    required: "This is required",
    tooManyRequests: "Too many requests. Please try again in a minute.",
    busy: "The service is busy. Please try again in a moment.",
  },
};

type Widened<T> = T extends string
  ? string
  : T extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { -readonly [Key in keyof T]: Widened<T[Key]> };

/** Every text of the public pages in one language: one that lacks a key does not build. */
export type Catalogue = Widened<typeof en>;
