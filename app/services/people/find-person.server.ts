import type { CountryCode } from "libphonenumber-js/max";
import { Op, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { Commission, Delivery, DeliveryAttempt, OptInForm, Submission } from "#app/models/index.server.ts";
import { parsePhone } from "#app/schemas/shared/phone.ts";

/** A person with more claims is one that fills in forms for a living: the newest are shown. */
const SHOWN_MAX = 200;

type Arguments = { workspaceId: string; search: string };

/** The condition of a person's claims: by an email, or a phone number. Null for what is neither. */
export async function wherePerson({ workspaceId, search }: Arguments): Promise<WhereOptions | null> {
  const typed = search.trim();
  if (typed.includes("@")) return { workspaceId, erasedAt: null, emailKey: toEmailKey(typed) };
  const form = await OptInForm.findOne({ where: { workspaceId }, attributes: ["phoneCountry"] });
  const phone = parsePhone(typed, (form?.phoneCountry ?? undefined) as CountryCode | undefined);
  return phone && { workspaceId, erasedAt: null, phone: phone.e164 };
}

/** Everything that is kept about a person, the newest claim first; null for what is no email or phone. */
export async function findPerson(args: Arguments): Promise<Submission[] | null> {
  const where = await wherePerson(args);
  if (!where) return null;
  const submissions = await retryRead(() =>
    Submission.findAll({
      where,
      include: [{ model: Commission, as: "commission", required: false }],
      order: [
        ["createdAt", "DESC"],
        ["id", "DESC"],
      ],
      limit: SHOWN_MAX,
    }),
  );
  const deliveries = await retryRead(() =>
    Delivery.findAll({
      where: {
        workspaceId: args.workspaceId,
        submissionId: { [Op.in]: submissions.map(({ id }) => id) },
      },
      include: [{ model: DeliveryAttempt, as: "attempts", separate: true, order: [["number", "ASC"]] }],
    }),
  );
  for (const submission of submissions)
    submission.deliveries = deliveries.filter(({ submissionId }) => submissionId === submission.id);
  return submissions;
}
