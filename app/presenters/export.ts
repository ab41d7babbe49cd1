import { iso } from "#app/lib/dates.ts";
import { findDefault } from "#app/lib/default-form.ts";
import type { EvidenceReason } from "#app/lib/evidence.ts";
import { formatAmount } from "#app/lib/money.ts";
import type { Evidence } from "#app/models/evidence.server.ts";
import type { Mail } from "#app/models/mail.server.ts";
import type { Platform } from "#app/models/platform.server.ts";
import type { Postback } from "#app/models/postback.server.ts";
import type { Submission } from "#app/models/submission.server.ts";
import { presentContract } from "./contract.ts";
import { presentFormSettings } from "./form-settings.ts";
import { presentPlatform } from "./platform.ts";
import { presentStatement } from "./statement.ts";
import { type GetName, presentReasons, presentSubmission } from "./submission.ts";

type NamedForm = { id: string; name: string };

/** The forms of a workspace in its owner's export, under the names of their settings, deleted ones too. */
export function presentExportedForms(own: Parameters<typeof presentFormSettings>[0][]) {
  const shownDefault = findDefault(own.map(({ form }) => form).filter(({ deletedAt }) => deletedAt === null));
  return own.map((one) => {
    const { position, archivedAt, deletedAt } = one.form;
    const isDefault = one.form === shownDefault;
    return { ...presentFormSettings(one), isDefault, position, archivedAt, deletedAt };
  });
}

/** A platform in its owner's export: archived ones are in it too. */
export function presentExportedPlatform(platform: Platform) {
  const { archivedAt, createdAt, updatedAt, contracts = [] } = platform;
  return {
    ...presentPlatform(platform),
    contracts: contracts.map(presentContract),
    archivedAt,
    createdAt,
    updatedAt,
  };
}

/** A submission as it is handed to its visitor: without what the owner noted and earned, and who decided. */
export function presentPersonalSubmission(
  submission: Submission,
  { getName, forms, mails }: { getName: GetName; forms: NamedForm[]; mails: Mail[] },
) {
  const {
    commission: _commission,
    note: _note,
    decidedBy: _decidedBy,
    corrections: _corrections,
    ...own
  } = presentExportedSubmission(submission, getName, forms);
  const emails = mails
    .filter(({ submissionId }) => submissionId === submission.id)
    .map(({ kind, toAddress, state, createdAt, sentAt }) => ({
      kind,
      to: toAddress,
      state,
      createdAt: createdAt.toISOString(),
      sentAt: iso(sentAt),
    }));
  const telegramUserId = submission.telegram?.telegramUserId ?? null;
  return { ...own, telegramUserId, emails };
}

/** A submission in its owner's export: as in /api, with the form's name, the visitor's answers and the device. */
export function presentExportedSubmission(submission: Submission, getName: GetName, forms: NamedForm[]) {
  const { country, deviceFingerprint, amount, currency } = submission;
  return {
    ...presentSubmission(submission, getName),
    form: forms.find(({ id }) => id === submission.formId)?.name ?? null,
    country,
    deviceFingerprint,
    linkClicks: submission.linkClicks ?? [],
    claimed: amount && currency ? { amount: formatAmount(amount, currency), currency } : null,
  };
}

/** A statement in its owner's export, with its file. */
export const presentExportedStatement = ({
  file,
  ...found
}: Parameters<typeof presentStatement>[0] & { file: string | null }) => ({
  ...presentStatement(found),
  file,
});

type Said = Pick<Evidence, "lines" | "reasons" | "at" | "receivedAt" | "decidedAt" | "evidenceGroup">;

/** What a broker says of a claim, or of a client without one. */
export const presentExportedEvidence = <Row extends Said>({
  lines,
  reasons,
  at,
  receivedAt,
  decidedAt,
  evidenceGroup,
  ...evidence
}: Row) => ({
  ...evidence,
  group: evidenceGroup,
  lines: JSON.parse(lines) as number[],
  reasons: JSON.parse(reasons) as EvidenceReason[],
  at: iso(at),
  receivedAt: receivedAt.toISOString(),
  decidedAt: iso(decidedAt),
});

/** By what a statement has decided a claim. */
export const presentDecidingEvidence = ({
  submissionId,
  statementId,
  fileName,
  lines,
  reasons,
  decidedAt,
}: Said & Pick<Evidence, "submissionId" | "statementId" | "fileName">) => ({
  submissionId,
  statementId,
  fileName,
  lines: JSON.parse(lines) as number[],
  reasons: presentReasons({ reasons }),
  decidedAt: iso(decidedAt),
});

/** A call of a broker, as it was sent. */
export const presentExportedPostback = ({
  id,
  platformId,
  receivedAt,
  query,
  body,
  outcome,
}: Pick<Postback, "id" | "platformId" | "receivedAt" | "query" | "body" | "outcome">) => ({
  id,
  platformId,
  receivedAt,
  query,
  body,
  outcome,
});
