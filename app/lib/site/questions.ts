import { platformsInBeta } from "#app/lib/ad-platforms.ts";
import { LANGUAGE_CODES } from "#app/lib/languages.ts";

export type Question = { question: string; answer: string };

/** The questions of the public site in the specification's three groups. `{brand}` is the brand's name. */
const QUESTIONS = {
  general: [
    {
      question: "What does {brand} do?",
      answer:
        "Your visitors confirm their deposit, purchase or subscription on a short form. You check each claim against your broker’s records. {brand} sends the verified ones to your ad platform as server-side events and keeps the proof.",
    },
    {
      question: "Who is it for?",
      answer:
        "Affiliate marketers whose conversions happen on somebody else’s site: trading and forex creators, media buyers and the agencies that work for them.",
    },
    {
      question: "Do I check each claim by hand?",
      answer:
        "Only the doubtful ones. Upload the file that your broker lets you download, as CSV, Excel or copied rows: claims that its account numbers, amounts and days confirm are verified with one press, and you have ten minutes to undo it. If your broker sends postbacks or has an API, you can set a rule that verifies certain claims automatically, within your limits. You can also look a claim up yourself.",
    },
    {
      question: "Does {brand} see my broker login?",
      answer:
        "Only if you enter it. Files and postbacks need no login. Bybit and Bitget take a read-only key. Exness has none, so you connect it with a token, or with your login if you prefer. Credentials are encrypted and never shown again. A file is deleted after 30 days.",
    },
    {
      question: "Does it show what my ads earn?",
      answer:
        "Yes. With what your ads cost, from exports, a connected Meta account or by hand, each campaign has its cost per verified deposit, its profit after commission, and the ad platform’s own count beside the true one.",
    },
    {
      question: "Which languages does the form speak?",
      answer: `${LANGUAGE_CODES.length}, English, Spanish and German among them. A visitor gets the form in the browser’s language if you have switched it on.`,
    },
    {
      question: "How soon will I see a difference?",
      answer:
        "Plan 15 to 30 minutes for the setup. We tell customers to expect better attribution after 48 to 72 hours, a lower cost per acquisition after 7 to 14 days and the full effect after 2 to 4 weeks, because ad platforms need that long to learn from new events.",
    },
    {
      question: "Which ad platforms can I use?",
      answer: `Meta is supported through its Conversions API. ${platformsInBeta} are in development (beta).`,
    },
  ],
  pricing: [
    {
      question: "What does it cost?",
      answer:
        "Every account starts on the free plan. Paid plans have one monthly price in EUR. There are no hidden fees: no setup fee, no fee per event and no share of your commission.",
    },
    {
      question: "Can I change my plan later?",
      answer: "An upgrade takes effect right away, a downgrade with the next billing cycle.",
    },
    {
      question: "How do I pay?",
      answer:
        "Choose a plan and write to us. We agree on the start with you, send an invoice and switch the plan on by hand. We don’t ask for a card on this site.",
    },
    {
      question: "What happens above my plan’s limit?",
      answer:
        "No claim is lost and nothing already verified is held back. We write to you and suggest the plan that fits.",
    },
  ],
  technical: [
    {
      question: "What are server-side events?",
      answer:
        "Events that a server reports to the ad platform directly, for example through Meta’s Conversions API. Ad blockers, closed tabs and cookie limits of the browser don’t affect them.",
    },
    {
      question: "What if I check too late?",
      answer:
        "Meta accepts events up to 7 days old. Every claim shows the time it has left, the most urgent first. A late one is marked expired and is never sent.",
    },
    {
      question: "Can an event be counted twice?",
      answer:
        "Each verified claim has one event ID for good. If a response gets lost and we have to send again, the ad platform recognizes the ID.",
    },
    {
      question: "What if the ad platform is down?",
      answer:
        "We keep the event and try again until the ad platform’s time limit. Every attempt and every response is in the claim’s history.",
    },
    {
      question: "Which data goes to the ad platform?",
      answer:
        "The event with its time, amount and currency, the visitor’s email and phone number as SHA-256 hashes, and what helps to match the ad click: click ids, the platform’s cookies, IP address and browser. Only for claims that you verified.",
    },
    {
      question: "Is there an API?",
      answer:
        "Yes. Programs can submit, read and decide claims with an API key. Its reference is at /docs/api.",
    },
  ],
} as const satisfies Record<string, readonly Question[]>;

export type QuestionGroup = keyof typeof QUESTIONS;

export const QUESTION_GROUPS: { group: QuestionGroup; title: string }[] = [
  { group: "general", title: "General" },
  { group: "pricing", title: "Pricing" },
  { group: "technical", title: "Technical" },
];

export const withBrand = (text: string, brandName: string): string => text.replaceAll("{brand}", brandName);

export const listQuestions = (group: QuestionGroup, brandName: string): Question[] =>
  QUESTIONS[group].map(({ question, answer }) => ({
    question: withBrand(question, brandName),
    answer: withBrand(answer, brandName),
  }));
