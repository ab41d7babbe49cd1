import { describeAccessMethods } from "#app/lib/access-methods.ts";
import { clockTime, day } from "#app/lib/format-date.ts";
import type { MailProps, MailType } from "./mail-types.ts";

/** The content of an email, the same for its HTML and text parts. */
export type MailTemplate = {
  subject: string;
  /** Each paragraph starts with the fact, then says what to do. */
  paragraphs: string[];
  action?: { label: string; href: string };
  /** Small print: what to do if it was not you. */
  afterwards?: string;
};

export type TemplateContext = {
  brandName: string;
  publicUrl: string;
  /** The reader's time zone. */
  timeZone: string;
};

type Letters = { [K in MailType]: (props: MailProps[K], context: TemplateContext) => MailTemplate };

const when = (at: string, timeZone: string) =>
  `${day({ at, timeZone, now: at })} at ${clockTime({ at, timeZone })} (${timeZone})`;

const hello = (name: string | null) => (name === null ? "Hello," : `Hello ${name},`);

const ifNotYou = ({ publicUrl }: TemplateContext) =>
  `If this was not you, set a new password at once: ${publicUrl}/dashboard/settings/password. That ends every other session.`;

const settings = ({ publicUrl }: TemplateContext) => `${publicUrl}/dashboard/settings/security`;

/** The content of each email type. */
export const templates: Letters = {
  "verify-email": ({ link }, { brandName }) => ({
    subject: `Verify your address for ${brandName}`,
    paragraphs: [hello(null), `one press and your address is verified. The link works once, for 24 hours.`],
    action: { label: "Verify my address", href: link },
    afterwards: `If you have not registered at ${brandName}, you need do nothing: without the link nothing happens.`,
  }),
  "change-email": ({ newEmail, link }, { brandName }) => ({
    subject: `Confirm your new address for ${brandName}`,
    paragraphs: [
      hello(null),
      `${newEmail} becomes the address of your account once you press this. The link works once, for 24 hours.`,
    ],
    action: { label: "Confirm the address", href: link },
    afterwards: "If you have not asked for this, you need do nothing: without the link nothing changes.",
  }),
  "email-change-asked": ({ name, newEmail, at }, context) => ({
    subject: `Your address at ${context.brandName} is to be changed`,
    paragraphs: [
      hello(name),
      `on ${when(at, context.timeZone)} somebody who was signed in to your account asked to make ${newEmail} its address. It stays as it is until the link sent there is opened, within 24 hours.`,
      "If this was you, you need do nothing here.",
    ],
    afterwards: `${ifNotYou(context)} It stops the change too.`,
  }),
  "email-changed": ({ name, newEmail }, context) => ({
    subject: `Your address at ${context.brandName} was changed`,
    paragraphs: [
      hello(name),
      `the address of your account is ${newEmail} now. This one no longer signs you in.`,
    ],
    afterwards: `If this was not you, answer this mail. We can undo it.`,
  }),
  "reset-password": ({ name, link }, { brandName }) => ({
    subject: `Set a new password for ${brandName}`,
    paragraphs: [
      hello(name),
      "you can set a new password here. The link works once, for one hour. Setting it signs you out everywhere.",
    ],
    action: { label: "Set a new password", href: link },
    afterwards: "If you have not asked for this, you need do nothing: your password stays as it is.",
  }),
  "finish-sign-up": ({ link }, { brandName }) => ({
    subject: `Finish signing up at ${brandName}`,
    paragraphs: [
      hello(null),
      `somebody has signed up at ${brandName} with this address before, and its owner never confirmed it. If you want the account, set a password of your own: it takes the place of the one that was chosen then. The link works once, for one hour.`,
    ],
    action: { label: "Set a password", href: link },
    afterwards: `If you have not signed up at ${brandName}, you need do nothing: without the link nothing happens.`,
  }),
  "password-changed": ({ name, at, waysIn }, context) => {
    const stays = waysIn ? describeAccessMethods(waysIn) : null;
    return {
      subject: `Your password at ${context.brandName} was changed`,
      paragraphs: [
        hello(name),
        `your password was changed on ${when(at, context.timeZone)}.`,
        ...(stays ? [stays] : []),
      ],
      ...(stays ? { action: { label: "See what opens your account", href: settings(context) } } : {}),
      // Their password was removed and their sessions ended.
      afterwards: `If this was not you, set a new one at once: ${context.publicUrl}/forgot-password. That ends every session.`,
    };
  },
  "address-known": ({ name }, { brandName, publicUrl }) => ({
    subject: `You have an account at ${brandName} already`,
    paragraphs: [
      hello(name),
      `someone, probably you, wanted to use this address for an account at ${brandName}. It has one already, and nothing was changed.`,
      `If you no longer know the password, set a new one: ${publicUrl}/forgot-password`,
    ],
    action: { label: "Sign in", href: `${publicUrl}/login` },
    afterwards: "If this was not you, you need do nothing: they were not told that there is an account.",
  }),
  "new-sign-in": ({ name, at, device, ip }, context) => ({
    subject: `New sign-in to your account at ${context.brandName}`,
    paragraphs: [
      hello(name),
      `your account was signed in to from a device it does not know: ${device}${ip ? `, from the address ${ip}` : ""}, on ${when(at, context.timeZone)}.`,
    ],
    action: { label: "See your devices", href: settings(context) },
    afterwards: ifNotYou(context),
  }),
  "two-step-changed": ({ name, at, isOn }, context) => ({
    subject: `Two-step sign-in is ${isOn ? "on" : "off"}`,
    paragraphs: [
      hello(name),
      isOn
        ? `since ${when(at, context.timeZone)} your account asks for a code of your authenticator app as well. Keep the recovery codes where you find them without your phone.`
        : `since ${when(at, context.timeZone)} the password alone signs in to your account.`,
    ],
    afterwards: ifNotYou(context),
  }),
  "provider-linked": ({ name, provider }, context) => ({
    subject: `${provider} can sign in to your account at ${context.brandName}`,
    paragraphs: [hello(name), `your account can now be signed in to with ${provider}.`],
    action: { label: "See how you sign in", href: settings(context) },
    afterwards: `${ifNotYou(context)} Then disconnect ${provider} in your settings: a new password leaves it connected.`,
  }),
  "connection-refused": ({ name, adPlatform, remedy, at }, { publicUrl, timeZone }) => ({
    subject: `${adPlatform} refuses your connection`,
    paragraphs: [
      hello(name),
      `since ${when(at, timeZone)} ${adPlatform} refuses your connection.${remedy ? ` ${remedy}` : ""}`,
      "Your events wait. Once you have connected again they are sent by themselves, as long as their time has not run out.",
    ],
    action: { label: "See your connections", href: `${publicUrl}/dashboard` },
    afterwards: `You can switch these mails off: ${publicUrl}/dashboard/settings/notifications`,
  }),
  deactivated: ({ name }, { brandName }) => ({
    subject: `Your account at ${brandName} is deactivated`,
    paragraphs: [
      hello(name),
      "nobody can sign in to your account any more, and its form is closed. Its data stays.",
    ],
    afterwards: `If you want it back, or if this was not you, answer this mail.`,
  }),
  deleted: ({ name }, { brandName }) => ({
    subject: `Your account at ${brandName} is deleted`,
    paragraphs: [
      hello(name),
      "your account and everything it owned is deleted: the form, its submissions and their proof. It cannot be undone.",
      "Thank you for having been with us.",
    ],
  }),
};

/** Builds the content of one email. */
export function buildTemplate<K extends MailType>(
  kind: K,
  props: MailProps[K],
  context: TemplateContext,
): MailTemplate {
  return templates[kind](props, context);
}
