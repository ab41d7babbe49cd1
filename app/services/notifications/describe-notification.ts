import { onForms } from "#app/lib/form-name.ts";
import { clockTime, day } from "#app/lib/format-date.ts";
import { displayMoney } from "#app/lib/money.ts";
import type { NotificationType } from "#app/lib/notifications.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { listDueBrokers } from "#app/lib/statements.ts";
import type { Notification } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import type { ConnectionFault } from "#app/services/ad-platforms/ad-platform.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import type { NotificationPayloads } from "./notification-types.ts";

/** `href` is the page where its reader can act. */
export type Description = { title: string; text: string; href: string };

type Context = { count: number; timeZone: string };
type NotificationText<T extends NotificationType> = (
  payload: NotificationPayloads[T],
  context: Context,
) => Description;

const counted = (count: number, noun: string) => `${formatNumber(count)} ${noun}${count === 1 ? "" : "s"}`;

const whenFirst = (firstAt: string, { timeZone }: Context) =>
  `${day({ at: firstAt, timeZone, now: firstAt })} at ${clockTime({ at: firstAt, timeZone })}`;

const refusals: Record<ConnectionFault | "refused", (name: string) => Omit<Description, "href">> = {
  refused: (name) => ({
    title: `${name} refuses your connection`,
    text: "Your events wait. We send them once you reconnect.",
  }),
  blocked: (name) => ({
    title: `${name} blocks your account`,
    text: `Your events wait, and we try again every hour. Settle it at ${name}.`,
  }),
  unreadable: (name) => ({
    title: `We can't read your connection to ${name}`,
    text: `The fault is ours, not ${name}'s. Your events wait. We send them once you reconnect.`,
  }),
};

const security = () => paths.settings({ section: "security" });
const notYou = "If this wasn't you, set a new password right away.";

const descriptions: { [T in NotificationType]: NotificationText<T> } = {
  newClaims: ({ submissionId, platformName, forms = [] }, { count }) => ({
    title: counted(count, "new claim"),
    text: [
      ...onForms(forms).map((on) => `${count === 1 ? "It" : "They"} came in ${on}.`),
      count === 1 ? `Check it at ${platformName}.` : "Check them at your brokers.",
    ].join(" "),
    href: count === 1 ? paths.submission({ submissionId }) : paths.submissions({ status: "pending" }),
  }),
  claimsExpiring: ({ firstAt, forms = [] }, context) => ({
    title: `${counted(context.count, "claim")} will soon expire`,
    text: `${onForms(forms).map((on) => `${context.count === 1 ? "It" : "They"} came in ${on}. `)}The first one expires on ${whenFirst(firstAt, context)}. Decide before then, and we can still send the event.`,
    href: paths.submissions({ status: "pending", sort: "sendBefore" }),
  }),
  statementDue: ({ platformId, platformName, firstAt, brokers = [], forms = [] }, context) => ({
    title:
      brokers.length > 1
        ? `Statements due: ${listDueBrokers(brokers)}`
        : `A statement of ${platformName} is due`,
    text: `${[counted(context.count, "claim"), ...onForms(forms)].join(" ")} ${context.count === 1 ? "waits" : "wait"}, and the first expires on ${whenFirst(firstAt, context)}. ${brokers.length > 1 ? "Upload the brokers' files" : "Upload the broker's file"} to check ${context.count === 1 ? "it" : "them"} together.`,
    href: brokers.length > 1 ? paths.dueStatements() : paths.statements({ platform: platformId }),
  }),
  deliveryFailed: ({ submissionId, adPlatform }, { count }) => ({
    title:
      count === 1 ? `${adPlatformName(adPlatform)} refused an event` : `${counted(count, "event")} failed`,
    text: "The delivery log says what to change. Then send again.",
    href: count === 1 ? paths.submission({ submissionId }) : paths.deliveries({ outcome: "fault" }),
  }),
  deliveryExpired: ({ submissionId, adPlatform }, { count }) => ({
    title:
      count === 1
        ? `An event was too late for ${adPlatformName(adPlatform)}`
        : `${counted(count, "event")} expired`,
    text:
      count === 1
        ? "It can no longer be sent. The claim stays verified."
        : "They can no longer be sent. The claims stay verified.",
    href: count === 1 ? paths.submission({ submissionId }) : paths.submissions({ event: "expired" }),
  }),
  deliveriesExpiring: ({ adPlatform, firstAt }, context) => ({
    title: `${adPlatformName(adPlatform)}: ${counted(context.count, "event")} will soon be too late`,
    text: `${context.count === 1 ? "It waits" : "They wait"} for your connection. See what it needs before ${whenFirst(firstAt, context)}.`,
    href: paths.integration({ adPlatform }),
  }),
  connectionRefused: ({ adPlatform, reason }) => ({
    ...refusals[reason ?? "refused"](adPlatformName(adPlatform)),
    href: paths.integration({ adPlatform }),
  }),
  connectionFailing: ({ adPlatform, failures, isPaused }) => ({
    title: isPaused
      ? `Sending to ${adPlatformName(adPlatform)} is paused`
      : `${adPlatformName(adPlatform)} refused ${failures} events in a row`,
    text: isPaused
      ? "Fix what the delivery log says, then check the connection, and we send the waiting events."
      : "After 20 in a row we pause the connection.",
    href: paths.deliveries({ outcome: "fault" }),
  }),
  spendRefused: ({ adPlatform }) => ({
    title: `${adPlatformName(adPlatform)} no longer says what you spend`,
    text: "Your costs miss its newest days. We read them once it takes the token again.",
    href: paths.integration({ adPlatform }),
  }),
  rulePaused: ({ platformId, platformName, decided, doubted }) => ({
    title: `Your rule for ${platformName} is paused`,
    text: `${formatNumber(doubted)} of ${counted(decided, "claim")} that it verified turned out wrong. Look at them before you turn it on again.`,
    href: paths.platformRule({ platformId }),
  }),
  telegramDoor: ({ title, isProblem }) => ({
    title: isProblem ? `Somebody in ${title} has no claim any more` : `Somebody waits for ${title}`,
    text: isProblem
      ? "Keep or remove them: nobody is removed by itself."
      : "What brokers say does not prove enough. Open the door, if you know them.",
    href: paths.telegramDoors(),
  }),
  campaignTooExpensive: ({ campaignName, spend, costPerVerified, limit, currency }) => ({
    title: `${campaignName} costs too much`,
    text: `${
      costPerVerified === null
        ? `It cost ${displayMoney(spend, currency)} in 28 days without a verified deposit`
        : `A verified deposit cost ${displayMoney(costPerVerified, currency)} in 28 days`
    }. Your limit is ${displayMoney(limit, currency)}.`,
    href: paths.money({ groupBy: "campaign" }),
  }),
  weeklySummary: ({ from, to, total, handled, waiting }) => ({
    title: `Your week: ${counted(total, "claim")}, ${formatNumber(handled)} verified`,
    text: waiting === 0 ? "Nothing waits to be checked." : `${counted(waiting, "claim")} to check now.`,
    href: paths.analytics({ from, to }),
  }),
  newsPublished: ({ title, summary }) => ({
    title,
    text: summary ?? "Read it under News.",
    href: paths.news(),
  }),
  newSignIn: ({ device }) => ({
    title: "New sign-in to your account",
    text: `${device}. ${notYou}`,
    href: security(),
  }),
  passwordChanged: () => ({ title: "Your password was changed", text: notYou, href: security() }),
  emailChanged: () => ({
    title: "Your email was changed",
    text: "Your account has another email now.",
    href: paths.settings({ section: "account" }),
  }),
  twoFactorChanged: ({ isOn }) => ({
    title: `Two-step sign-in is ${isOn ? "on" : "off"}`,
    text: isOn
      ? "Signing in also asks for a code from your app."
      : "Your password alone is enough to sign in.",
    href: security(),
  }),
  providerLinked: ({ provider }) => ({
    title: `${provider} can sign in to your account`,
    text: notYou,
    href: security(),
  }),
  brokerLinkChanged: ({ platformId, linkName, host }) => ({
    title: `${linkName} leads to another address`,
    text: `Its host is ${host}. If nobody of your team changed it, change it back.`,
    href: paths.platformLinks({ platformId }),
  }),
  brokerRefused: ({ platformId, platformName }) => ({
    title: `${platformName} no longer answers`,
    text: "Its API does not take your credential. Claims are not asked about until there is another one.",
    href: paths.platformConnection({ platformId }),
  }),
  telegramRefused: ({ username }) => ({
    title: `@${username} no longer answers`,
    text: "Telegram does not take the token of your bot. Enter its new token.",
    href: paths.telegram(),
  }),
  brokerShapeChanged: ({ kind, call, shape }) => ({
    title: `The API of ${kind} answers in another shape`,
    text: `${call} answers with ${shape}. No answer of this shape is used.`,
    href: paths.systemHealth(),
  }),
  chatLinked: ({ workspaceName, isGroup }) => ({
    title: `A Telegram ${isGroup ? "group" : "chat"} was linked with your account`,
    text: `It is told of claims of ${workspaceName}. If this wasn't you, unlink it.`,
    href: paths.settings({ section: "notifications" }),
  }),
  apiKeyCreated: ({ name }) => ({
    title: "A new API key was created",
    text: `${name}. If this wasn't you, revoke it.`,
    href: paths.settings({ section: "api-keys" }),
  }),
};

/** What a notification says, and where it leads to. */
export function describeNotification(
  { type, payload, count }: Pick<Notification, "type" | "payload" | "count">,
  timeZone: string,
): Description {
  const describe = descriptions[type] as NotificationText<NotificationType>;
  return describe(JSON.parse(payload), { count, timeZone });
}
