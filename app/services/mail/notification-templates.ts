import { dayInYear } from "#app/lib/format-date.ts";
import { displayMoney } from "#app/lib/money.ts";
import type { MailProps, UNSUBSCRIBABLE } from "./mail-types.ts";
import { hello, type MailTemplate, type TemplateContext, when } from "./template.ts";

type Letters = {
  [K in keyof typeof UNSUBSCRIBABLE]: (props: MailProps[K], context: TemplateContext) => MailTemplate;
};

const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;

const list = new Intl.ListFormat("en-US", { type: "disjunction" });

/** The emails of the kinds that can be switched off. */
export const notificationTemplates: Letters = {
  "connection-refused": ({ name, adPlatform, remedy, at }, { publicUrl, timeZone }) => ({
    subject: `${adPlatform} refuses your connection`,
    paragraphs: [
      hello(name),
      `${adPlatform} has refused your connection since ${when(at, timeZone)}.${remedy ? ` ${remedy}` : ""}`,
      "Your events are waiting. We send them once you reconnect, unless they expire first.",
    ],
    action: { label: "See your connections", href: `${publicUrl}/dashboard/integrations` },
  }),
  "connection-failing": ({ name, adPlatform, failures, isPaused, remedy }, { publicUrl }) => ({
    subject: isPaused
      ? `Sending to ${adPlatform} is paused`
      : `${adPlatform} refused ${failures} events in a row`,
    paragraphs: [
      hello(name),
      `${adPlatform} has refused the last ${failures} events.${remedy ? ` ${remedy}` : ""}`,
      isPaused
        ? "We have paused sending so that no more events get lost. Fix what the log names, then check the connection: waiting events are sent."
        : "We keep sending. After 20 in a row we pause the connection.",
    ],
    action: { label: "See the delivery log", href: `${publicUrl}/dashboard/deliveries?outcome=fault` },
  }),
  "deliveries-expiring": ({ name, adPlatform, count, firstAt }, { publicUrl, timeZone }) => ({
    subject: `${adPlatform}: ${count === 1 ? "1 event" : `${count} events`} will soon be too late`,
    paragraphs: [
      hello(name),
      `${count === 1 ? "1 event is" : `${count} events are`} parked because ${adPlatform} refuses your connection. ${adPlatform} takes the first one until ${when(firstAt, timeZone)}.`,
      "Reconnect before then, and we send them.",
    ],
    action: { label: `Reconnect ${adPlatform}`, href: `${publicUrl}/dashboard/integrations` },
  }),
  "new-claims": ({ name, count, waiting }, { publicUrl }) => ({
    subject: count === 1 ? "A new claim came in" : `New claims came in: ${count.toLocaleString("en-US")}`,
    paragraphs: [
      hello(name),
      `${counted(count, "claim")} came in. ${counted(waiting, "claim")} ${waiting === 1 ? "waits" : "wait"} to be checked.`,
    ],
    action: { label: "Check your claims", href: `${publicUrl}/dashboard/submissions?status=pending` },
  }),
  "claims-expiring": ({ name, count, firstAt }, { publicUrl, timeZone }) => ({
    subject:
      count === 1 ? "A claim will soon expire" : `Claims will soon expire: ${count.toLocaleString("en-US")}`,
    paragraphs: [
      hello(name),
      `${counted(count, "claim")} ${count === 1 ? "waits" : "wait"} to be checked and will soon be too late for your ad platform. It takes the first one until ${when(firstAt, timeZone)}.`,
      "Decide before then, and we can still send the events.",
    ],
    action: {
      label: "Check your claims",
      href: `${publicUrl}/dashboard/submissions?status=pending&sort=sendBefore`,
    },
  }),
  "events-failed": ({ name, failed, expired, adPlatforms }, { publicUrl }) => ({
    subject: `Events that didn't reach ${list.format(adPlatforms)}: ${(failed + expired).toLocaleString("en-US")}`,
    paragraphs: [
      hello(name),
      ...(failed > 0
        ? [
            `${counted(failed, "event")} ${failed === 1 ? "was" : "were"} refused. The delivery log says what to change; then you can send again.`,
          ]
        : []),
      ...(expired > 0
        ? [`${counted(expired, "event")} could not be sent in time. The claims stay verified.`]
        : []),
    ],
    action: { label: "See the delivery log", href: `${publicUrl}/dashboard/deliveries?outcome=fault` },
  }),
  "weekly-summary": (props, { publicUrl }) => ({
    subject: `Your week: ${counted(props.total, "claim")}, ${props.handled.toLocaleString("en-US")} verified`,
    paragraphs: [
      hello(props.name),
      `From ${dayInYear(props.from)} to ${dayInYear(props.to)}, ${counted(props.total, "claim")} came in; the week before it was ${props.previousTotal.toLocaleString("en-US")}.`,
      `${props.handled.toLocaleString("en-US")} verified, ${props.rejected.toLocaleString("en-US")} rejected. ${counted(props.sent, "event")} accepted by your ad platform.`,
      ...(props.commission
        ? [`Commission: ${displayMoney(props.commission.amount, props.commission.currency)}.`]
        : []),
      props.waiting === 0
        ? "Nothing waits to be checked."
        : `${counted(props.waiting, "claim")} ${props.waiting === 1 ? "waits" : "wait"} to be checked now${props.expiring > 0 ? `, and ${props.expiring.toLocaleString("en-US")} will expire within 24 hours` : ""}.`,
    ],
    action: {
      label: "See the numbers",
      href: `${publicUrl}/dashboard/analytics?from=${props.from}&to=${props.to}`,
    },
  }),
};
