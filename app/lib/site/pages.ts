import { platformsInBeta } from "#app/lib/ad-platforms.ts";

/**
 * What search engines, social networks and language models read about a page, with the brand as `{brand}`.
 */
export type SitePage = {
  path: string;
  title: string;
  description: string;
  keywords: readonly string[];
  ogType: "website" | "article";
  priority: number;
  changefreq: "weekly" | "monthly" | "yearly";
  isHidden?: boolean;
  /** For language models: what is true, what it is good for, and for whom. */
  keyFacts: readonly string[];
  primaryBenefit: string;
  targetAudience: string;
};

const AUDIENCE = "Affiliate marketers: trading and forex creators, media buyers and agencies";
const TOPICS = ["conversion tracking", "affiliate marketing", "server-side events"];

/** One source for titles, descriptions, Open Graph tags, the sitemap and llms.txt. */
export const sitePages = {
  landing: {
    path: "/",
    title: "Only send your ads what’s true",
    description:
      "Your visitors confirm their deposit, you check it against the broker, {brand} delivers it to Meta’s Conversions API as a server-side event: in time, once, with proof.",
    keywords: [...TOPICS, "Conversions API", "Meta CAPI", "offline conversions", "broker deposits"],
    ogType: "website",
    priority: 1,
    changefreq: "weekly",
    keyFacts: [
      "Visitors confirm a deposit, purchase or subscription on a public form that works without JavaScript.",
      "The owner checks each claim against the broker’s records before anything is sent.",
      "A broker’s file, uploaded as it is, verifies the claims that it confirms with one press; ten minutes remain to undo.",
      "Links to brokers carry a click ID, brokers’ postbacks and APIs confirm deposits within a minute, and a rule can verify certain claims automatically.",
      "Each campaign shows its cost per verified deposit, its profit after commission and the ad platform’s own count.",
      "The form speaks the visitor’s language; named links, several forms, undo and signed proofs are in every plan.",
      `Verified events go to Meta through its Conversions API; ${platformsInBeta} are in development (beta).`,
      "Each event has one permanent event ID and a history of every attempt.",
    ],
    primaryBenefit: "Ad platforms learn from verified conversions instead of guesses.",
    targetAudience: AUDIENCE,
  },
  optIn: {
    path: "/signup",
    title: "Create an account",
    description:
      "Set up an opt-in form where visitors confirm what they did, and send only verified events to your ads. Free to start, ready in 15 to 30 minutes.",
    keywords: [...TOPICS, "opt-in form", "sign up"],
    ogType: "website",
    priority: 0.9,
    changefreq: "monthly",
    keyFacts: ["New accounts are active on the free plan.", "No card is needed."],
    primaryBenefit: "An opt-in form of your own within half an hour.",
    targetAudience: AUDIENCE,
  },
  login: {
    path: "/login",
    title: "Sign in",
    description: "Sign in to {brand} to check your visitors’ claims and see what your ad platforms accepted.",
    keywords: ["sign in", "log in"],
    ogType: "website",
    priority: 0.3,
    changefreq: "yearly",
    keyFacts: ["Sign in with a password, a link by email or a connected provider."],
    primaryBenefit: "Access to your claims.",
    targetAudience: "People with an account",
  },
  forgotPassword: {
    path: "/forgot-password",
    title: "Forgot your password",
    description: "Enter your email and we’ll send you a link to set a new password.",
    keywords: ["password reset"],
    ogType: "website",
    priority: 0.1,
    changefreq: "yearly",
    isHidden: true,
    keyFacts: ["The link works once, within one hour."],
    primaryBenefit: "Access to your account without the old password.",
    targetAudience: "People with an account",
  },
  pricing: {
    path: "/pricing",
    title: "Pricing",
    description:
      "Start free. Paid plans have one monthly price in EUR, with no hidden fees. Upgrades take effect right away, downgrades at the next billing cycle.",
    keywords: [...TOPICS, "pricing", "plans", "EUR"],
    ogType: "website",
    priority: 0.9,
    changefreq: "monthly",
    keyFacts: [
      "Prices are in EUR per month, with no setup fee and no fee per event.",
      "Upgrades take effect right away, downgrades at the next billing cycle.",
    ],
    primaryBenefit: "One price that is known in advance.",
    targetAudience: AUDIENCE,
  },
  hireUs: {
    path: "/hire-us",
    title: "Hire us",
    description:
      "Let us set up your form, your brokers and your Conversions API connection, and check with you that the first events arrive.",
    keywords: [...TOPICS, "setup service", "consulting"],
    ogType: "website",
    priority: 0.7,
    changefreq: "monthly",
    keyFacts: [
      "Setup is done together with the customer, and every step has a fixed price named beforehand.",
    ],
    primaryBenefit: "A working setup without reading documentation.",
    targetAudience: "Marketers and agencies who would rather not set it up themselves",
  },
  about: {
    path: "/about",
    title: "About us",
    description:
      "Why {brand} asks the person who made the deposit, lets you check the answer, and only then tells your ad platform.",
    keywords: [...TOPICS, "about"],
    ogType: "website",
    priority: 0.5,
    changefreq: "yearly",
    keyFacts: ["{brand} is a verification desk first and a dashboard second."],
    primaryBenefit: "Understanding how verified conversion tracking works.",
    targetAudience: AUDIENCE,
  },
  proof: {
    path: "/proof",
    title: "Check a proof",
    description:
      "Every claim has a signed record from the visitor’s confirmation to the ad platform’s response. Check one in your browser, or without {brand}.",
    keywords: [...TOPICS, "proof", "signature", "Ed25519", "audit"],
    ogType: "article",
    priority: 0.5,
    changefreq: "yearly",
    keyFacts: [
      "Each step of a claim is signed with Ed25519 and linked to the step before it by its hash.",
      "A proof is checked in the browser or offline with the published keys; any changed value fails.",
      "Personal values are in it as salted hashes: erasing a person leaves the record valid.",
    ],
    primaryBenefit: "Showing anybody that a conversion is true, and how it was reported.",
    targetAudience: "Owners, their visitors, brokers and ad platforms",
  },
  support: {
    path: "/support",
    title: "Support",
    description:
      "Answers about claims, delivery, plans and the API, and how to reach a person when they don’t help.",
    keywords: [...TOPICS, "help", "questions"],
    ogType: "website",
    priority: 0.6,
    changefreq: "monthly",
    keyFacts: ["Questions are answered in three groups: general, pricing and technical."],
    primaryBenefit: "An answer without waiting.",
    targetAudience: AUDIENCE,
  },
  apiReference: {
    path: "/docs/api",
    title: "API reference",
    description:
      "Every call of the {brand} API: send claims from your own form, read and decide them, follow each delivery. With fields, errors and examples.",
    keywords: ["API", "REST", "OpenAPI", "reference", ...TOPICS],
    ogType: "article",
    priority: 0.5,
    changefreq: "weekly",
    keyFacts: ["The reference is made from the OpenAPI 3.1 document at /api/openapi.json."],
    primaryBenefit: "Everything the dashboard does with claims, from a program.",
    targetAudience: "Developers who connect it with their own systems",
  },
  contact: {
    path: "/contact",
    title: "Contact us",
    description:
      "Write to {brand} about plans, partnerships, technical questions or your data. A person answers.",
    keywords: ["contact", "support", "sales"],
    ogType: "website",
    priority: 0.6,
    changefreq: "yearly",
    keyFacts: ["Messages are answered by email."],
    primaryBenefit: "A person to write to.",
    targetAudience: "Anybody with a question",
  },
  privacy: {
    path: "/privacy-policy",
    title: "Privacy policy",
    description:
      "Which data {brand} stores about owners, visitors and readers, why, for how long and who receives it.",
    keywords: ["privacy", "data protection", "GDPR"],
    ogType: "article",
    priority: 0.3,
    changefreq: "yearly",
    keyFacts: [
      "Email and phone number leave only as SHA-256 hashes, and only for claims the owner verified.",
    ],
    primaryBenefit: "Knowing what is stored.",
    targetAudience: "Owners and the visitors of their forms",
  },
  terms: {
    path: "/terms-of-service",
    title: "Terms of service",
    description:
      "The rules for using {brand}: accounts, consent of your visitors, plans in EUR, and what we promise.",
    keywords: ["terms of service"],
    ogType: "article",
    priority: 0.3,
    changefreq: "yearly",
    keyFacts: ["Owners may only send events for people who gave their consent on the form."],
    primaryBenefit: "Knowing the rules.",
    targetAudience: "Owners of an account",
  },
  notFound: {
    path: "/not-found",
    title: "Page not found",
    description: "This page may have moved, or the link is wrong.",
    keywords: [],
    ogType: "website",
    priority: 0,
    changefreq: "yearly",
    isHidden: true,
    keyFacts: [],
    primaryBenefit: "",
    targetAudience: "",
  },
} as const satisfies Record<string, SitePage>;

/** The pages that search engines may list, in the order of the sitemap. */
export const listedPages = (): SitePage[] =>
  Object.values<SitePage>(sitePages).filter(({ isHidden }) => !isHidden);
