import { Confirmation } from "#app/components/ui/confirmation.tsx";
import text from "#app/components/ui/text.module.css";
import type { PlatformResponse } from "#app/schemas/platforms.ts";
import { ActionButton } from "./action-button.tsx";

export type DeletionData = {
  /** How many keep its name. With any it is archived, with none it is gone. */
  submissions: number;
  heir: { name: string; isActive: boolean } | null;
  isLast: boolean;
};

type PlatformDeletionProps = { platform: PlatformResponse; deletion: DeletionData };

/** Asks before a platform is deleted: what becomes of it, what stays, and who is the default then. */
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
          Delete platform
        </ActionButton>
      }
    >
      <p className={text.secondary}>{fate(deletion, platform.commissionTiers.length > 0)}</p>
      {platform.isDefault ? <p className={text.secondary}>{succession(deletion)}</p> : null}
      <p className={text.secondary}>It cannot be undone.</p>
    </Confirmation>
  );
}

function fate({ submissions }: DeletionData, hasTiers: boolean): string {
  const leaves = "It leaves your lists and your form";
  if (submissions === 0)
    return `${leaves} and is gone${hasTiers ? " with its tiers" : ""}. No submission names it.`;
  const kept =
    submissions === 1
      ? "Its 1 submission and its commission stay and keep its name."
      : `Its ${submissions.toLocaleString("en-US")} submissions and their commissions stay and keep its name.`;
  return `${leaves} and is archived. ${kept}`;
}

function succession({ heir, isLast }: DeletionData): React.ReactNode {
  if (isLast || !heir) return "It is your only platform: the next one that you add becomes the default.";
  return (
    <>
      <bdi>{heir.name}</bdi> becomes the default platform{heir.isActive ? "." : " and is switched on."}
    </>
  );
}
