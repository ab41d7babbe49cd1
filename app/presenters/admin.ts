import { auditActionTexts, CONTACT_SUBJECT_LABELS } from "#app/lib/domain.ts";
import type { ListTable } from "#app/lib/list-file.server.ts";
import { formatAmount } from "#app/lib/money.ts";
import type { AuditEntry } from "#app/models/audit-entry.server.ts";
import type { ContactMessage } from "#app/models/contact-message.server.ts";
import type { SubscriptionGrant } from "#app/models/subscription-grant.server.ts";
import type { User } from "#app/models/user.server.ts";
import type { Workspace } from "#app/models/workspace.server.ts";
import type { AdminUserResponse } from "#app/schemas/admin.ts";
import type { AuditLine, GrantLine, MessageLine } from "#app/schemas/admin-pages.ts";
import { presentUser } from "./user.ts";

/** A user for administrators: without the postal address and what only the user chooses. */
export function presentAdminUser({
  user,
  workspace,
  lastSeenAt,
}: {
  user: User;
  workspace: Workspace;
  lastSeenAt: Date | null;
}): AdminUserResponse {
  const { address: _address, notificationPreferences: _preferences, ...shown } = presentUser(user, workspace);
  return { ...shown, lastSeenAt: lastSeenAt?.toISOString() ?? null };
}

export const presentGrant = ({
  id,
  plan,
  amount,
  currency,
  createdAt,
  endsAt,
  endedAt,
}: SubscriptionGrant): GrantLine => ({
  id,
  plan,
  amount: formatAmount(String(amount), currency),
  currency,
  createdAt: createdAt.toISOString(),
  endsAt: endsAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
});

export const presentMessage = (row: ContactMessage): MessageLine => ({
  id: row.id,
  name: row.name,
  email: row.email,
  company: row.company,
  subject: CONTACT_SUBJECT_LABELS[row.subject],
  message: row.message,
  createdAt: row.createdAt.toISOString(),
  handledAt: row.handledAt?.toISOString() ?? null,
  handledBy: row.handledBy,
});

export const presentAuditEntry = (row: AuditEntry): AuditLine => ({
  id: row.id,
  at: row.createdAt.toISOString(),
  action: auditActionTexts[row.action] ?? row.action,
  actorName: row.actorName,
  targetUserId: row.targetUserId,
  targetName: row.targetName,
  detail: row.detail,
  ip: row.ip,
});

/** The audit log as a table. Its times are in UTC. */
export const toAuditTable = (pages: AsyncIterable<AuditEntry[]>): ListTable => ({
  name: "Audit log",
  columns: ["Time (UTC)", "Action", "By", "User", "Details", "IP address"].map((header) => ({ header })),
  pages: toCells(pages),
});

async function* toCells(pages: AsyncIterable<AuditEntry[]>) {
  for await (const rows of pages)
    yield rows
      .map(presentAuditEntry)
      .map(({ at, action, actorName, targetName, detail, ip }) => [
        at,
        action,
        actorName,
        targetName,
        detail,
        ip,
      ]);
}
