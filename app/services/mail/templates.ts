import { describeAccessMethods } from "#app/lib/access-methods.ts";
import { getKeys } from "#app/lib/objects.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { describeInvitation, ROLE_TEXTS } from "#app/schemas/team.ts";
import { type MailProps, type MailType, UNSUBSCRIBABLE } from "./mail-types.ts";
import { notificationTemplates } from "./notification-templates.ts";
import { plainName } from "./plain-name.ts";
import { hello, type MailTemplate, type TemplateContext, when } from "./template.ts";

type InvitationNames = NonNullable<MailProps["invitation"]["names"]>;
type Letters = { [K in MailType]: (props: MailProps[K], context: TemplateContext) => MailTemplate };

const settings = ({ publicUrl }: TemplateContext) => `${publicUrl}/dashboard/settings/security`;

const ifNotYou = ({ publicUrl }: TemplateContext) => ({
  afterwards: "Wasn't you? Set a new password right away. It ends every other session.",
  otherAction: { label: "Set a new password", href: `${publicUrl}/dashboard/settings/password` },
});

const resetPassword = ({ publicUrl }: TemplateContext) => ({
  label: "Set a new password",
  href: `${publicUrl}/forgot-password`,
});

const describeInvitedWork = ({ invitedBy, workspaceName, role }: InvitationNames) => [
  describeInvitation({ invitedBy: plainName(invitedBy), workspaceName: plainName(workspaceName), role }),
  `${ROLE_TEXTS[role]}.`,
];

/** The content of each email type. */
const templates: Letters = {
  ...notificationTemplates,
  "verify-email": ({ link }, { brandName }) => ({
    subject: `Verify your email for ${brandName}`,
    paragraphs: [
      hello(null),
      "Click the button to verify your email. The link works once and expires in 24 hours.",
    ],
    action: { label: "Verify my email", href: link },
    afterwards: "Didn't sign up? You can ignore this email.",
  }),
  "change-email": ({ newEmail, link }, { brandName }) => ({
    subject: `Confirm your new email for ${brandName}`,
    paragraphs: [
      hello(null),
      `Click the button to make ${newEmail} the email of your account. The link works once and expires in 24 hours.`,
    ],
    action: { label: "Confirm my email", href: link },
    afterwards: "Didn't ask for this? You can ignore this email.",
  }),
  "email-change-asked": ({ name, newEmail, at }, context) => ({
    subject: `Someone asked to change your ${context.brandName} email`,
    paragraphs: [
      hello(name),
      `On ${when(at, context.timeZone)}, someone who was signed in to your account asked to change its email to ${newEmail}. Nothing changes until the link we sent there is opened, within 24 hours.`,
      "If this was you, there's nothing to do here.",
    ],
    ...ifNotYou(context),
    afterwards:
      "Wasn't you? Set a new password right away. It ends every other session and stops the change.",
  }),
  "email-changed": ({ name, newEmail }, context) => ({
    subject: `Your ${context.brandName} email was changed`,
    paragraphs: [
      hello(name),
      `The email of your account is now ${newEmail}. You can no longer sign in with this one.`,
    ],
    afterwards: "Wasn't you? Reply to this email and we can undo it.",
  }),
  "reset-password": ({ name, link }, { brandName }) => ({
    subject: `Set a new password for ${brandName}`,
    paragraphs: [
      hello(name),
      "Click the button to set a new password. The link works once and expires in one hour. You will be signed out everywhere.",
    ],
    action: { label: "Set a new password", href: link },
    afterwards: "Didn't ask for this? You can ignore this email: your password stays the same.",
  }),
  "sign-in-link": ({ name, link }, { brandName }) => ({
    subject: `Sign in to ${brandName}`,
    paragraphs: [
      hello(name),
      "Click the button to sign in without your password. The link works once and expires in 15 minutes.",
    ],
    action: { label: "Sign in", href: link },
    afterwards:
      "Didn't ask for this? You can ignore this email. Don't forward it: the link signs in whoever opens it.",
  }),
  "finish-sign-up": ({ link }, { brandName }) => ({
    subject: `Finish signing up for ${brandName}`,
    paragraphs: [
      hello(null),
      `Someone signed up for ${brandName} with this email before, but never verified it. If you want the account, set your own password: it replaces the one chosen then. The link works once and expires in one hour.`,
    ],
    action: { label: "Set a password", href: link },
    afterwards: "Didn't sign up? You can ignore this email.",
  }),
  "password-changed": ({ name, at, waysIn }, context) => {
    const stays = waysIn ? describeAccessMethods(waysIn) : null;
    return {
      subject: `Your ${context.brandName} password was changed`,
      paragraphs: [
        hello(name),
        `Your password was changed on ${when(at, context.timeZone)}.`,
        ...(stays ? [stays] : []),
      ],
      ...(stays ? { action: { label: "See how you can sign in", href: settings(context) } } : {}),
      afterwards: "Wasn't you? Set a new password right away. It ends every session.",
      // Their password was removed and their sessions ended.
      otherAction: resetPassword(context),
    };
  },
  "address-known": ({ name }, context) => ({
    subject: `You already have an ${context.brandName} account`,
    paragraphs: [
      hello(name),
      `Someone, probably you, tried to sign up for ${context.brandName} with this email. It already has an account, and nothing was changed.`,
    ],
    action: { label: "Sign in", href: `${context.publicUrl}/login` },
    afterwards:
      "Forgot your password? Set a new one. If this wasn't you, you can ignore this email: they weren't told that there is an account.",
    otherAction: resetPassword(context),
  }),
  invitation: ({ inviterEmail, link, names }, { brandName }) => ({
    subject: `Invitation to ${brandName} from ${names ? plainName(names.invitedBy) : inviterEmail}`,
    paragraphs: [
      hello(null),
      ...(names ? describeInvitedWork(names) : [`${inviterEmail} invited you to check claims.`]),
      `On ${brandName}, people confirm their deposits, purchases and subscriptions, and a team checks these claims.`,
      "Click the button to join. The link works once, for this email address only, and expires in 7 days.",
    ],
    action: { label: "See the invitation", href: link },
    afterwards: `The invitation is from ${inviterEmail}. Don't know the sender? You can ignore this email, and nothing will happen.`,
  }),
  "ownership-received": ({ name, fromName, workspaceName }, { publicUrl }) => ({
    // For a reader with several workspaces, the name stands before each subject.
    subject: "You are now an owner",
    paragraphs: [
      hello(name),
      `You are now an owner of ${plainName(workspaceName)}; ${plainName(fromName)} gave you this role. You can change everything in it, and who works there.`,
    ],
    action: { label: "See the team", href: `${publicUrl}/dashboard/settings/team` },
  }),
  "new-sign-in": ({ name, at, device, ip }, context) => ({
    subject: `New sign-in to your ${context.brandName} account`,
    paragraphs: [
      hello(name),
      `We noticed a sign-in from a new device: ${device}${ip ? `, IP address ${ip}` : ""}, on ${when(at, context.timeZone)}.`,
    ],
    action: { label: "See your devices", href: settings(context) },
    ...ifNotYou(context),
  }),
  "two-step-changed": ({ name, at, isOn }, context) => ({
    subject: `Two-step sign-in is ${isOn ? "on" : "off"}`,
    paragraphs: [
      hello(name),
      isOn
        ? `Since ${when(at, context.timeZone)}, signing in also asks for a code from your authenticator app. Keep your recovery codes somewhere other than your phone.`
        : `Since ${when(at, context.timeZone)}, your password alone is enough to sign in.`,
    ],
    ...ifNotYou(context),
  }),
  "provider-linked": ({ name, provider }, context) => ({
    subject: `${provider} can sign in to your ${context.brandName} account`,
    paragraphs: [hello(name), `You can now sign in to your account with ${provider}.`],
    action: { label: "See how you can sign in", href: settings(context) },
    ...ifNotYou(context),
    afterwards: `Wasn't you? Set a new password right away. It ends every other session. Then disconnect ${provider} in your settings: a new password leaves it connected.`,
  }),
  "api-key-created": ({ name, keyName, at }, context) => ({
    subject: `A new API key for your ${context.brandName} account`,
    paragraphs: [
      hello(name),
      `The API key "${plainName(keyName)}" was created on ${when(at, context.timeZone)}. Programs with this key can do what you allowed.`,
    ],
    action: { label: "See your API keys", href: `${context.publicUrl}/dashboard/settings/api-keys` },
    afterwards:
      "Wasn't you? Revoke the key, then set a new password: a new password leaves keys as they are.",
    otherAction: resetPassword(context),
  }),
  "chat-linked": ({ name, workspaceName, isGroup, at }, context) => ({
    subject: `A Telegram ${isGroup ? "group" : "chat"} was linked with your ${context.brandName} account`,
    paragraphs: [
      hello(name),
      `On ${when(at, context.timeZone)}, a Telegram ${isGroup ? "group" : "chat"} was linked with your account. It is told of the claims of ${plainName(workspaceName)}${isGroup ? "." : ", and who has it may decide them with your role."}`,
    ],
    action: { label: "See your chats", href: `${context.publicUrl}/dashboard/settings/notifications` },
    afterwards: "Wasn't you? Unlink it, then set a new password right away. It ends every other session.",
    otherAction: resetPassword(context),
  }),
  "broker-link-changed": ({ name, linkName, platformId, platformName, host, by, at }, context) => ({
    subject: `A link to ${plainName(platformName)} leads to another address`,
    paragraphs: [
      hello(name),
      `On ${when(at, context.timeZone)}, ${by === null ? "a program with an API key" : plainName(by)} changed where the link "${plainName(linkName)}" to ${plainName(platformName)} leads. Its host is now ${host}.`,
    ],
    action: {
      label: "See the link",
      href: `${context.publicUrl}/dashboard/affiliate-settings/${platformId}/links`,
    },
    afterwards:
      "Did nobody of your team do this? Change the link back, then set a new password and revoke API keys that you do not know.",
    otherAction: resetPassword(context),
  }),
  "contact-message": ({ name, email, company, subject, message }) => ({
    subject: `${subject}: message from ${plainName(name)}`,
    paragraphs: [
      `Message from ${plainName(name)}${company ? ` of ${plainName(company)}` : ""}, sent through the contact form. Reply to this email to answer ${email}.`,
      ...message.split(/\n+/),
    ],
  }),
  "private-link": ({ link, owner, language }) => {
    const { linkMail, thanks } = textsIn(language);
    return {
      language,
      subject: linkMail.subject(plainName(owner)),
      paragraphs: [thanks.linkShows],
      action: { label: linkMail.open, href: link },
      afterwards: linkMail.notYou,
    };
  },
  deactivated: ({ name }, { brandName }) => ({
    subject: `Your ${brandName} account is deactivated`,
    paragraphs: [
      hello(name),
      "Nobody can sign in to your account any more, and its form is closed. We keep its data.",
    ],
    afterwards: "To restore it, or if this wasn't you, reply to this email.",
  }),
  deleted: ({ name }, { brandName }) => ({
    subject: `Your ${brandName} account is deleted`,
    paragraphs: [
      hello(name),
      "Your account and everything it owned are deleted: your form, its claims and their proof. This can't be undone.",
      `Thanks for using ${brandName}.`,
    ],
  }),
};

const isSentLater = (kind: MailType): boolean =>
  kind in UNSUBSCRIBABLE || kind === "contact-message" || kind === "private-link";

/** Emails that somebody waits for to get in, or that guard an account; and all others. */
export const ACCOUNT_MAILS = getKeys(templates).filter((kind) => !isSentLater(kind));
export const OTHER_MAILS = getKeys(templates).filter(isSentLater);

/** Builds the content of one email. */
export function buildTemplate<K extends MailType>(
  kind: K,
  props: MailProps[K],
  context: TemplateContext,
): MailTemplate {
  return templates[kind](props, context);
}
