import { Op, type Transaction, type WhereOptions } from "sequelize";
import { isCovered } from "#app/lib/consent.ts";
import type { SkipReason } from "#app/lib/domain.ts";
import { readFormJson } from "#app/lib/form-json.ts";
import { OptInForm, type Submission } from "#app/models/index.server.ts";
import type { EventWithoutAmount } from "#app/schemas/ad-platforms.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { type CoversByVersion, findCovers } from "#app/services/opt-in-forms/consent-texts.server.ts";

/** What decides about the events of a form's claims. */
export type EventSettings = Pick<OptInForm, "eventNames" | "withoutAmount" | "sendTo"> & {
  covers: CoversByVersion;
};

type PlatformOfClaim = {
  adPlatform: string;
  consentVersion: number;
  /** Null for a form that is gone. */
  form: EventSettings | null;
};

/** Why no event of a claim goes to an ad platform, whatever its amount; null if one may. */
export function reasonToExclude({ adPlatform, consentVersion, form }: PlatformOfClaim): SkipReason | null {
  if (!isCovered(form?.covers.get(consentVersion) ?? null, adPlatform)) return "consent";
  const { sendTo } = readFormJson(form ?? {});
  return sendTo === null || sendTo.includes(adPlatform) ? null : "switched_off";
}

type EventOfClaim = {
  adPlatform: string;
  submission: Pick<Submission, "action" | "consentVersion">;
  /** The visitor ended the sharing with ad platforms. */
  isSharingEnded: boolean;
  form: EventSettings | null;
  hasAmount: boolean;
};

/** Why an event is skipped, however long its window is open; null if it is sent. */
export function reasonToSkip({
  adPlatform,
  submission,
  isSharingEnded,
  form,
  hasAmount,
}: EventOfClaim): SkipReason | null {
  if (isSharingEnded) return "not_shared";
  const excluded = reasonToExclude({ adPlatform, consentVersion: submission.consentVersion, form });
  if (excluded || hasAmount) return excluded;
  return describeWithoutAmount(adPlatform, submission, form)?.sentAs === null ? "no_amount" : null;
}

/** The name that the owner chose for the form's events at an ad platform. */
export const eventNameAt = (adPlatform: string, form: Pick<OptInForm, "eventNames"> | null): string | null =>
  readFormJson(form ?? {}).eventNames[adPlatform] ?? null;

/** By the form's id. */
export async function findFormSettings(
  { workspaceId, formIds }: { workspaceId: string; formIds: string[] },
  transaction?: Transaction,
): Promise<Map<string, EventSettings>> {
  const forms = await OptInForm.findAll({
    where: { id: formIds, workspaceId },
    attributes: ["id", "eventNames", "withoutAmount", "sendTo", "consentVersion", "consentCovers"],
    ...(transaction && { transaction }),
  });
  const covers = await findCovers(forms, transaction);
  return new Map(
    forms.map(({ id, eventNames, withoutAmount, sendTo }) => [
      id,
      { eventNames, withoutAmount, sendTo, covers: covers.get(id) ?? new Map() },
    ]),
  );
}

/** What the submission's event becomes at an ad platform without an amount; null if it needs none. */
export function describeWithoutAmount(
  adPlatform: string,
  { action }: Pick<Submission, "action">,
  form: EventSettings | null,
): EventWithoutAmount | null {
  const platform = adPlatforms.get(adPlatform);
  const sentAs = platform.nameWithoutAmount?.({ action, eventName: eventNameAt(adPlatform, form) }) ?? null;
  if (sentAs === null) return null;
  return { platformName: platform.name, sentAs: form?.withoutAmount === "skip" ? null : sentAs };
}

/** Whether the consent that a claim was confirmed with covers an ad platform. */
export async function isCoveredAt(
  adPlatform: string,
  { workspaceId, formId, consentVersion }: Pick<Submission, "workspaceId" | "formId" | "consentVersion">,
  transaction?: Transaction,
): Promise<boolean> {
  const forms = await findFormSettings({ workspaceId, formIds: [formId] }, transaction);
  const form = forms.get(formId) ?? null;
  return reasonToExclude({ adPlatform, consentVersion, form }) !== "consent";
}

/** The condition of deliveries, joined with their submission, whose ad platform the consent covers. */
export async function coveredDeliveries(workspaceId: string): Promise<WhereOptions> {
  const forms = await OptInForm.findAll({
    where: { workspaceId },
    attributes: ["id", "consentVersion", "consentCovers"],
  });
  const uncovered = [...(await findCovers(forms))].flatMap(([formId, byVersion]) =>
    [...byVersion].flatMap(([version, covers]) =>
      Array.isArray(covers)
        ? [
            {
              "$submission.formId$": formId,
              "$submission.consentVersion$": version,
              adPlatform: { [Op.notIn]: covers },
            },
          ]
        : [],
    ),
  );
  return uncovered.length > 0 ? { [Op.not]: { [Op.or]: uncovered } } : {};
}
