import { col, fn, Op, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { Invalid } from "#app/lib/errors.ts";
import { parsePhone } from "#app/lib/read-phone.ts";
import { Commission, Delivery, DeliveryAttempt, OptInForm, Submission } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";

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
  const phones = await readPhones(workspaceId, typed);
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

/** The numbers that a text is in the countries of the workspace's forms; those of deleted ones have claims too. */
async function readPhones(workspaceId: string, typed: string): Promise<string[]> {
  const forms = await retryRead(() =>
    OptInForm.findAll({
      where: { workspaceId },
      attributes: ["phoneCountry"],
      group: ["phoneCountry"],
      raw: true,
    }),
  );
  const countries = forms.map(({ phoneCountry }) => phoneCountry ?? undefined);
  const phones = [undefined, ...countries].flatMap((country) => parsePhone(typed, country)?.e164 ?? []);
  return [...new Set(phones)];
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
    if (claims.length > 0) yield claims;
    if (claims.length < PERSON_PAGE) return;
  }
}

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
