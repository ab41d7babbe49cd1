import { onForms } from "#app/lib/form-name.ts";
import { dayInYear } from "#app/lib/format-date.ts";
import { displayMoney } from "#app/lib/money.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { SpendFigures } from "#app/lib/spend-figures.ts";
import { listDueBrokers } from "#app/lib/statements.ts";
import { describeTruth, describeWithWaiting, type Truth } from "#app/lib/truth.ts";
import { paths } from "#app/paths.ts";
import type { ConnectionFault } from "#app/services/ad-platforms/ad-platform.ts";
import type { MailProps, UNSUBSCRIBABLE } from "./mail-types.ts";
import { plainName } from "./plain-name.ts";
import { hello, type MailTemplate, type TemplateContext, when } from "./template.ts";

type Letters = {
  [K in keyof typeof UNSUBSCRIBABLE]: (props: MailProps[K], context: TemplateContext) => MailTemplate;
};

const counted = (count: number, noun: string) => `${formatNumber(count)} ${noun}${count === 1 ? "" : "s"}`;

/** Without a period. */
const toCheck = (count: number) =>
  count === 0
    ? "Nothing waits to be checked"
    : `${counted(count, "claim")} ${count === 1 ? "waits" : "wait"} to be checked`;

function describeRate(truth: Truth): string {
  const { rate, of, interval, waiting } = describeTruth(truth);
  const first = truth.withWaiting && describeWithWaiting(truth.withWaiting);
  const parts = [
    first && `${first.rate} ${first.of}, waiting ones included`,
    truth.share === null ? of : `${rate} ${of}`,
    interval && `95% interval ${interval}`,
    waiting,
  ];
  return `Truth rate: ${parts.filter(Boolean).join(", ")}.`;
}

function describeSpend({ currency, spend, profit, costPerVerified, worst, ...money }: SpendFigures): string {
  const { costIfWaiting, waiting } = money;
  const show = (amount: string) => displayMoney(amount, currency);
  const ifTrue = `if ${waiting === 1 ? "the one pending is" : `all ${formatNumber(waiting)} pending are`} verified`;
  const costs = [
    costPerVerified !== null && show(costPerVerified),
    costIfWaiting !== null && `${show(costIfWaiting)} ${ifTrue}`,
  ].filter(Boolean);
  const parts = [
    spend === null ? "Ad spend is not known: an amount has no exchange rate." : `Ad spend: ${show(spend)}.`,
    costs.length > 0 && `Cost per verified deposit: ${costs.join("; ")}.`,
    profit !== null && `Profit after ad spend: ${show(profit)}.`,
    money.unknownCommission > 0 &&
      "Profit is not known: some verified deposits have no commission. Set the commission of your brokers.",
    worst && `${plainName(worst.name)} loses most: ${show(worst.profit)}.`,
  ];
  return parts.filter(Boolean).join(" ");
}

const list = new Intl.ListFormat("en-US", { type: "disjunction" });

const RECOMMENDATION =
  "A broker's statement checks many claims together. We recommend a file at least twice a week.";

const RECONNECT = "Your events are waiting. We send them once you reconnect, unless they expire first.";

type Refusal = { subject: string; fact: string; next: string };
const refusals: Record<ConnectionFault | "refused", (adPlatform: string) => Refusal> = {
  refused: (adPlatform) => ({
    subject: `${adPlatform} refuses your connection`,
    fact: `${adPlatform} has refused your connection`,
    next: RECONNECT,
  }),
  blocked: (adPlatform) => ({
    subject: `${adPlatform} blocks your account`,
    fact: `${adPlatform} has accepted no events`,
    next: `Your events are waiting. We send them once ${adPlatform} unblocks your account, unless they expire first.`,
  }),
  unreadable: (adPlatform) => ({
    subject: `We can't read your connection to ${adPlatform}`,
    fact: `The fault is ours, not ${adPlatform}'s: we haven't been able to read your connection`,
    next: RECONNECT,
  }),
};

/** The emails of the kinds that can be switched off. */
export const notificationTemplates: Letters = {
  "connection-refused": ({ name, adPlatform, reason, remedy, at }, { publicUrl, timeZone }) => {
    const { subject, fact, next } = refusals[reason ?? "refused"](adPlatform);
    return {
      subject,
      paragraphs: [hello(name), `${fact} since ${when(at, timeZone)}.${remedy ? ` ${remedy}` : ""}`, next],
      action: { label: "See your connections", href: `${publicUrl}/dashboard/integrations` },
    };
  },
  "rule-paused": ({ name, platformId, platformName, decided, doubted }, { publicUrl }) => ({
    subject: `Your rule for ${plainName(platformName)} is paused`,
    paragraphs: [
      hello(name),
      `Your rule for ${plainName(platformName)} verified ${decided} claims in the last 30 days. ${doubted} of them turned out wrong, so it verifies no more. Claims wait for you as before.`,
    ],
    action: {
      label: "See what it verified",
      href: `${publicUrl}/dashboard/affiliate-settings/${platformId}/rule`,
    },
  }),
  "spend-refused": ({ name, adPlatform, account, remedy, at }, { publicUrl, timeZone }) => ({
    subject: `${adPlatform} no longer says what you spend`,
    paragraphs: [
      hello(name),
      `${adPlatform} has refused to say what the ad account ${account} spends since ${when(at, timeZone)}.${remedy ? ` ${remedy}` : ""}`,
      "Your costs miss its newest days until then. Your events are not affected.",
    ],
    action: { label: "See your connections", href: `${publicUrl}/dashboard/integrations` },
  }),
  "broker-refused": ({ name, platformId, platformName, remedy, at }, { publicUrl, timeZone }) => ({
    subject: `${platformName} no longer answers`,
    paragraphs: [
      hello(name),
      `The API of ${platformName} refuses your credential since ${when(at, timeZone)}.${remedy ? ` ${remedy}` : ""}`,
      "Claims are not asked about until there is another one. Nothing that was found before has changed.",
    ],
    action: {
      label: "See the connection",
      href: `${publicUrl}${paths.platformConnection({ platformId })}`,
    },
  }),
  "telegram-refused": ({ name, username, remedy, at }, { publicUrl, timeZone }) => ({
    subject: `Your Telegram bot @${username} no longer answers`,
    paragraphs: [
      hello(name),
      `Telegram refuses the token of @${username} since ${when(at, timeZone)}.${remedy ? ` ${remedy}` : ""}`,
      "People who write to the bot get no answer until then. Claims that were made are not affected.",
    ],
    action: { label: "Enter the new token", href: `${publicUrl}${paths.telegram()}` },
  }),
  "connection-failing": ({ name, adPlatform, failures, isPaused, remedy }, { publicUrl }) => ({
    subject: isPaused
      ? `Sending to ${adPlatform} is paused`
      : `${adPlatform} refused ${failures} events in a row`,
    paragraphs: [
      hello(name),
      `${adPlatform} has refused the last ${failures} events.${remedy ? ` ${remedy}` : ""}`,
      isPaused
        ? "We have paused sending so that no more events get lost. Fix what the delivery log says, then check the connection, and we send the waiting events."
        : "We keep sending. After 20 in a row we pause the connection.",
    ],
    action: { label: "See the delivery log", href: `${publicUrl}/dashboard/deliveries?outcome=fault` },
  }),
  "deliveries-expiring": ({ name, adPlatform, count, firstAt }, { publicUrl, timeZone }) => ({
    subject: `${adPlatform}: ${counted(count, "event")} will soon be too late`,
    paragraphs: [
      hello(name),
      `${counted(count, "event")} can't be sent until your connection to ${adPlatform} works again. ${adPlatform} accepts ${count === 1 ? "it" : "the first one"} until ${when(firstAt, timeZone)}.`,
      `Your connections show what to do. Do it before then, and we send ${count === 1 ? "it" : "them"}.`,
    ],
    action: { label: "See your connections", href: `${publicUrl}/dashboard/integrations` },
  }),
  "new-claims": ({ name, count, waiting, forms = [] }, { publicUrl }) => ({
    subject: count === 1 ? "A new claim came in" : `${counted(count, "new claim")} came in`,
    paragraphs: [
      hello(name),
      `${[counted(count, "claim"), "came in", ...onForms(forms)].join(" ")}. ${toCheck(waiting)}.`,
    ],
    action: { label: "Check your claims", href: `${publicUrl}/dashboard/submissions?status=pending` },
  }),
  "claims-expiring": ({ name, count, firstAt, forms = [] }, { publicUrl, timeZone }) => ({
    subject: `${count === 1 ? "A claim" : counted(count, "claim")} will soon expire`,
    paragraphs: [
      hello(name),
      `${[counted(count, "claim"), ...onForms(forms)].join(" ")} ${count === 1 ? "is" : "are"} about to expire. Check ${count === 1 ? "it" : "the first"} by ${when(firstAt, timeZone)}.`,
      `Decide before then, and we can still send the ${count === 1 ? "event" : "events"}.`,
      RECOMMENDATION,
    ],
    action: {
      label: "Check your claims",
      href: `${publicUrl}/dashboard/submissions?status=pending&sort=sendBefore`,
    },
  }),
  "statement-due": (
    { name, platformId, platformName, count, firstAt, brokers = [], forms = [] },
    { publicUrl, timeZone },
  ) => ({
    subject:
      brokers.length > 1
        ? `Statements of ${formatNumber(brokers.length)} brokers are due`
        : `A statement of ${platformName} is due`,
    paragraphs: [
      hello(name),
      ...(brokers.length > 1 ? [`Statements due: ${listDueBrokers(brokers)}.`] : []),
      `${[counted(count, "claim"), ...(brokers.length > 1 ? [] : [`at ${platformName}`]), ...onForms(forms)].join(" ")} ${count === 1 ? "waits" : "wait"} to be checked. ${count === 1 ? "It expires" : "The first expires"} on ${when(firstAt, timeZone)}.`,
      brokers.length > 1
        ? "Download the list of deposits from each broker and upload it."
        : `Download the list of deposits from ${platformName} and upload it.`,
      RECOMMENDATION,
    ],
    action: {
      label: "Upload a statement",
      href: `${publicUrl}${brokers.length > 1 ? paths.dueStatements() : paths.statements({ platform: platformId })}`,
    },
  }),
  "events-failed": ({ name, failed, expired, adPlatforms }, { publicUrl }) => ({
    subject: `${counted(failed + expired, "event")} didn't reach ${list.format(adPlatforms)}`,
    paragraphs: [
      hello(name),
      ...(failed > 0
        ? [
            `${counted(failed, "event")} ${failed === 1 ? "was" : "were"} refused. The delivery log says what to change; then you can send again.`,
          ]
        : []),
      ...(expired > 0
        ? [
            `${counted(expired, "event")} could not be sent in time. The ${expired === 1 ? "claim stays" : "claims stay"} verified.`,
          ]
        : []),
    ],
    action: { label: "See the delivery log", href: `${publicUrl}/dashboard/deliveries?outcome=fault` },
  }),
  "campaign-too-expensive": (
    { name, campaignName, spend, costPerVerified, limit, currency },
    { publicUrl },
  ) => ({
    subject: "A campaign costs more than your limit",
    paragraphs: [
      hello(name),
      costPerVerified === null
        ? `In the last 28 days, ${plainName(campaignName)} cost ${displayMoney(spend, currency)} and brought no verified deposit.`
        : `In the last 28 days, a verified deposit of ${plainName(campaignName)} cost ${displayMoney(costPerVerified, currency)}, after ${displayMoney(spend, currency)} were spent.`,
      `Your limit is ${displayMoney(limit, currency)}. We will not tell you again until it has dropped below the limit.`,
    ],
    action: { label: "See what campaigns cost", href: `${publicUrl}${paths.money({ groupBy: "campaign" })}` },
  }),
  "weekly-summary": (props, { publicUrl }) => ({
    subject: `Your week: ${counted(props.total, "claim")}, ${formatNumber(props.handled)} verified`,
    paragraphs: [
      hello(props.name),
      `From ${dayInYear(props.from)} to ${dayInYear(props.to)}, ${counted(props.total, "claim")} came in, compared with ${formatNumber(props.previousTotal)} the week before.`,
      `${formatNumber(props.handled)} verified, ${formatNumber(props.rejected)} rejected. ${counted(props.sent, "event")} accepted by your ad platform.`,
      ...(props.forms?.length
        ? [`By form: ${props.forms.map((form) => `${form.name} ${formatNumber(form.total)}`).join(", ")}.`]
        : []),
      ...(props.truth ? [describeRate(props.truth)] : []),
      ...(props.byRule ? [`${counted(props.byRule, "claim")} decided by your rules.`] : []),
      `Commission: ${displayMoney(props.commission.amount, props.commission.currency)}.`,
      ...(props.money ? [describeSpend(props.money)] : []),
      `${toCheck(props.waiting)}${props.expiring > 0 ? `, and ${props.waiting === 1 ? "it" : formatNumber(props.expiring)} will expire within 24 hours` : ""}.`,
      ...(props.waiting > 0 ? [RECOMMENDATION] : []),
    ],
    action: {
      label: "See the numbers",
      href: `${publicUrl}/dashboard/analytics?from=${props.from}&to=${props.to}`,
    },
  }),
  "product-news": ({ name, title, summary, url }, { brandName, publicUrl }) => ({
    subject: `New at ${brandName}: ${title}`,
    paragraphs: [hello(name), summary ?? title],
    action: url
      ? { label: "Read more", href: url }
      : { label: "Read the news", href: `${publicUrl}${paths.news()}` },
  }),
};
