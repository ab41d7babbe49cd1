import type { Transaction } from "sequelize";
import { MINUTE } from "#app/lib/dates.ts";
import { ADMIN_ROLES } from "#app/lib/domain.ts";
import { newId } from "#app/lib/ids.ts";
import { NOTIFICATION_TYPES } from "#app/lib/notifications.ts";
import { User } from "#app/models/index.server.ts";
import type { MailProps, MailType } from "#app/services/mail/mail-types.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { findRecipients, getChannels } from "./find-recipients.server.ts";
import type {
  AdministratorType,
  MemberType,
  NotificationPayloads,
  SecurityType,
} from "./notification-types.ts";
import { saveNotification } from "./save-notification.server.ts";

/** Notifications of a group within this time are one, and so are its emails. */
export const TOGETHER_MS = 10 * MINUTE;

/** The key of all events of a type that a workspace has within the same ten minutes. */
export const groupKeyAt = (type: MemberType, workspaceId: string, at: Date): string =>
  `${type}:${workspaceId}:${Math.floor(at.getTime() / TOGETHER_MS)}`;

type NotificationEmail = { [K in MailType]: { kind: K; props: MailProps[K] } }[MailType];

type MemberNotification<T extends MemberType> = {
  workspaceId: string;
  type: T;
  payload: NotificationPayloads[T];
  groupKey: string;
  /** The number of events; if missing, one more than before. */
  count?: number;
  /** Builds an email that is sent at once. Without it, the event joins the next digest. */
  emailFor?: (user: User) => NotificationEmail;
};

/** Notifies the members whose role may act, by the channels that each of them prefers. */
export async function notifyMembers<T extends MemberType>(
  { workspaceId, type, payload, groupKey, count, emailFor }: MemberNotification<T>,
  transaction: Transaction,
): Promise<void> {
  const { kind, action } = NOTIFICATION_TYPES[type];
  const recipients = await findRecipients({ workspaceId, kind, action }, transaction);
  for (const { user, byEmail, inApp, ...channels } of recipients) {
    const isEmailed = byEmail && !emailFor;
    // Chats show each new claim: `notifyOfNewClaims` names them.
    const byTelegram = channels.byTelegram && type !== "newClaims";
    if (inApp || isEmailed || byTelegram)
      await saveNotification(
        {
          userId: user.id,
          workspaceId,
          kind,
          type,
          groupKey,
          payload,
          isInApp: inApp,
          isEmailed,
          byTelegram,
          ...(count === undefined ? {} : { count }),
        },
        transaction,
      );
    if (byEmail && emailFor)
      await queueMail({ ...emailFor(user), to: user.email, userId: user.id, workspaceId }, transaction);
  }
}

/** Tells of a change of an account's security where its owner wants that. Its email is sent anyway. */
export async function notifyAccount<T extends SecurityType>(
  { userId, type, payload }: { userId: string; type: T; payload: NotificationPayloads[T] },
  transaction: Transaction,
): Promise<void> {
  const user = await User.findByPk(userId, { transaction });
  if (!user) return;
  const { inApp, byTelegram } = getChannels(user, "security");
  if (!inApp && !byTelegram) return;
  await saveNotification(
    {
      userId,
      workspaceId: null,
      kind: "security",
      type,
      payload,
      groupKey: newId(),
      isInApp: inApp,
      isEmailed: false,
      byTelegram,
    },
    transaction,
  );
}

const IN_APP = { isInApp: true, isEmailed: false, byTelegram: false };

/** Tells the administrators of the installation, in the app, once for each key. */
export async function notifyAdministrators<T extends AdministratorType>(
  { type, payload, groupKey }: { type: T; payload: NotificationPayloads[T]; groupKey: string },
  transaction: Transaction,
): Promise<void> {
  const where = { role: [...ADMIN_ROLES], isActive: true, deleteRequestedAt: null };
  const { kind } = NOTIFICATION_TYPES[type];
  for (const { id: userId } of await User.findAll({ where, order: [["id", "ASC"]], transaction }))
    await saveNotification(
      { userId, workspaceId: null, kind, type, groupKey, payload, count: 1, ...IN_APP },
      transaction,
    );
}
