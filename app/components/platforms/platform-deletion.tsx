import { Confirmation } from "#app/components/ui/confirmation.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { PlatformResponse } from "#app/schemas/platforms.ts";
import { ActionButton } from "./action-button.tsx";

export type DeletionData = {
  /** With submissions it is archived, without any it is deleted. */
  submissions: number;
  nextDefault: { name: string; isActive: boolean } | null;
  isLast: boolean;
};

type PlatformDeletionProps = { platform: PlatformResponse; deletion: DeletionData };

/** Confirms a deletion: what is archived or deleted, and which platform becomes the default. */
export function PlatformDeletion({ platform, deletion }: PlatformDeletionProps) {
  const { id: platformId, name } = platform;
  return (
    <Confirmation
      opensAt="start"
      keepsTo="besideButtons"
      summary="Delete…"
      title={
        <>
          Delete <bdi>{name}</bdi>?
        </>
      }
      act={
        <ActionButton platformId={platformId} action="delete" kind="danger" pending="Deleting">
          Delete broker
        </ActionButton>
      }
    >
      <p className={text.secondary}>{fate(deletion, platform.commissionTiers.length > 0)}</p>
      {platform.isDefault ? <p className={text.secondary}>{succession(deletion)}</p> : null}
      <p className={text.secondary}>This can't be undone.</p>
    </Confirmation>
  );
}

function fate({ submissions }: DeletionData, hasTiers: boolean): string {
  const leaves = "It disappears from your form and lists";
  if (submissions === 0) return `${leaves}${hasTiers ? ", with its tiers" : ""}. It has no claims.`;
  const remaining =
    submissions === 1
      ? "Its 1 claim and its commission are kept."
      : `Its ${formatNumber(submissions)} claims and their commissions are kept.`;
  return `${leaves}. ${remaining}`;
}

function succession({ nextDefault, isLast }: DeletionData): React.ReactNode {
  if (isLast || !nextDefault) return "It is your only broker: the next one you add becomes the default.";
  return (
    <>
      <bdi>{nextDefault.name}</bdi> becomes the default broker
      {nextDefault.isActive ? "." : " and is switched on."}
    </>
  );
}
