import { id, string, stringOrNull, table, timestamp, timestampOrNull } from "#app/database/columns.server.ts";
import type { ContactSubject } from "#app/lib/domain.ts";

/** A message of the contact form. It belongs to no workspace. */
export class ContactMessage extends table("contactMessages", {
  id: id(),
  name: string(),
  email: string(),
  company: stringOrNull(),
  subject: string<ContactSubject>(),
  message: string(),
  createdAt: timestamp(),
  handledAt: timestampOrNull(),
  /** The username of who handled it. */
  handledBy: stringOrNull(),
}) {}
