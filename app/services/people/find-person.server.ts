import { col, fn, Op, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { Invalid } from "#app/lib/errors.ts";
import { Commission, Delivery, DeliveryAttempt, Mail, Submission } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { Email } from "#app/schemas/shared/email.ts";
import { listClicksOfClaims } from "#app/services/broker-links/person-clicks.server.ts";
import { addTelegramClaims } from "#app/services/chat-claims/telegram-claims.server.ts";
import { readPhonesOfForms } from "#app/services/opt-in-forms/phones-of-forms.server.ts";

/** A page of the claims, and as many at a time for the export. */
export const PERSON_PAGE = 50;

type Arguments = { workspaceId: string; search: string };

export type Person = {
  /** One page of them, the newest first, with all that was sent. */
  claims: Submission[];
  total: number;
  /** The ids of the ad platforms that have got data of any of them. */
  adPlatforms: string[];
};

/**
 * The condition of a person's claims: by an email, or a phone number. Null for what is neither.
 * @throws {Invalid} for a number without a country code that several people may have
 */
export async function wherePerson({ workspaceId, search }: Arguments): Promise<WhereOptions | null> {
  const typed = search.trim();
  if (typed.includes("@")) return { workspaceId, erasedAt: null, emailKey: toEmailKey(typed) };
  const phones = await readPhonesOfForms(workspaceId, typed);
  if (phones.length === 0) return null;
  const where = { workspaceId, erasedAt: null, phone: phones };
  if (phones.length === 1) return where;
  const found = await retryRead(() =>
    Submission.findAll({ where, attributes: ["phone"], group: ["phone"], raw: true }),
  );
  if (found.length > 1) {
    const message = messages.people.severalNumbers(found.map(({ phone }) => phone).sort());
    throw new Invalid([{ field: "search", message }]);
  }
  return where;
}

/** Whether a text can be somebody's email or phone number, so that all their claims are found by it. */
export async function canBePerson({ workspaceId, search }: Arguments): Promise<boolean> {
  const typed = search.trim();
  if (Email.safeParse(typed).success) return true;
  return /\d/.test(typed) && (await readPhonesOfForms(workspaceId, typed)).length > 0;
}

/** What is kept about a person, a page at a time; null for what is no email or phone. */
export async function findPerson({
  page = 1,
  ...args
}: Arguments & { page?: number }): Promise<Person | null> {
  const where = await wherePerson(args);
  if (!where) return null;
  const total = await retryRead(() => Submission.count({ where }));
  if (total === 0) return { claims: [], total, adPlatforms: [] };
  const [claims, adPlatforms] = await Promise.all([
    findClaims(args.workspaceId, where, (page - 1) * PERSON_PAGE),
    findDataRecipients(args.workspaceId, where),
  ]);
  return { claims, total, adPlatforms };
}

/** All claims of a person, a page at a time. */
export async function* listPersonClaims(
  workspaceId: string,
  where: WhereOptions,
): AsyncGenerator<Submission[]> {
  for (let offset = 0; ; offset += PERSON_PAGE) {
    const claims = await findClaims(workspaceId, where, offset);
    const clicks = await listClicksOfClaims(workspaceId, claims);
    await addTelegramClaims(claims);
    for (const claim of claims) claim.linkClicks = clicks.get(claim.id) ?? [];
    if (claims.length > 0) yield claims;
    if (claims.length < PERSON_PAGE) return;
  }
}

/** The emails that went or will go to the visitors of these claims. */
export const listMailsOfClaims = (workspaceId: string, claims: Submission[]): Promise<Mail[]> =>
  retryRead(() =>
    Mail.findAll({
      where: { workspaceId, submissionId: claims.map(({ id }) => id) },
      order: [["createdAt", "ASC"]],
    }),
  );

/** The ad platforms that have received events of these claims, accepted or not. */
export async function findDataRecipients(workspaceId: string, where: WhereOptions): Promise<string[]> {
  const rows = await retryRead(() =>
    Delivery.findAll({
      where: { workspaceId, attemptCount: { [Op.gt]: 0 } },
      attributes: [[fn("DISTINCT", col("adPlatform")), "adPlatform"]],
      include: [{ model: Submission, as: "submission", attributes: [], where, required: true }],
      raw: true,
    }),
  );
  return rows.map(({ adPlatform }) => adPlatform).sort();
}

async function findClaims(workspaceId: string, where: WhereOptions, offset: number): Promise<Submission[]> {
  const claims = await retryRead(() =>
    Submission.findAll({
      where,
      include: [{ model: Commission, as: "commission", required: false }],
      order: [
        ["createdAt", "DESC"],
        ["id", "DESC"],
      ],
      limit: PERSON_PAGE,
      offset,
    }),
  );
  const deliveries = await retryRead(() =>
    Delivery.findAll({
      where: { workspaceId, submissionId: { [Op.in]: claims.map(({ id }) => id) } },
      include: [{ model: DeliveryAttempt, as: "attempts", separate: true, order: [["number", "ASC"]] }],
    }),
  );
  for (const claim of claims)
    claim.deliveries = deliveries.filter(({ submissionId }) => submissionId === claim.id);
  return claims;
}
