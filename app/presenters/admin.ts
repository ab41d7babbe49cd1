import { csvLine } from "#app/lib/csv.ts";
import { auditActionTexts, CONTACT_SUBJECT_LABELS } from "#app/lib/domain.ts";
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

/** The audit log as a CSV file, part by part. Its times are in UTC. */
export async function* toAuditCsv(pages: AsyncGenerator<AuditEntry[]>): AsyncGenerator<string> {
  // The byte order mark tells Excel that it is UTF-8.
  yield `\ufeff${csvLine(["Time (UTC)", "Action", "By", "User", "Details", "IP address"])}`;
  for await (const rows of pages)
    yield rows
      .map(presentAuditEntry)
      .map((row) => csvLine([row.at, row.action, row.actorName, row.targetName, row.detail, row.ip]))
      .join("");
}
