import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Button } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { ArrowDownIcon, ArrowUpIcon } from "#app/components/ui/icons.ts";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import text from "#app/components/ui/text.module.css";
import { tierLabel } from "#app/lib/commission.ts";
import { paths } from "#app/paths.ts";
import type { PlatformResponse, ProgressResponse } from "#app/schemas/platforms.ts";
import { ActionButton } from "./action-button.tsx";
import { MonthProgress } from "./month-progress.tsx";
import { PlatformIcon } from "./platform-icon.tsx";
import styles from "./platform-row.module.css";

export type ListedPlatform = PlatformResponse & {
  progress: ProgressResponse;
  /** How many forms there are, archived ones left out, and the names of those that offer the platform. */
  forms: { total: number; offering: string[] };
};

type PlatformRowProps = {
  platform: ListedPlatform;
  isFirst: boolean;
  isLast: boolean;
  /** The drag handle; null without script. */
  handle: React.ReactNode;
  canEdit: boolean;
  /** Moves it at once; without script its buttons post. */
  onMove: ((by: -1 | 1) => void) | undefined;
};

export function PlatformRow({ platform, isFirst, isLast, handle, canEdit, onMove }: PlatformRowProps) {
  const { id: platformId, name, icon, isActive, isDefault, commissionTiers, progress, forms } = platform;
  const move = { platformId, name };
  const to = paths.platform({ platformId });
  const textButton = { isSmall: true, className: styles.textButton };
  return (
    <>
      <span className={styles.grip}>
        {handle}
        <PlatformIcon name={icon} />
      </span>
      <div className={styles.platform}>
        <h2 className={styles.name}>
          <Link to={to}>
            <bdi>{name}</bdi>
          </Link>{" "}
          {isDefault ? <span className={styles.defaultTag}>Default</span> : null}
          {isActive ? null : <StatusBadge state="off" />}
        </h2>
        <p className={text.small}>
          <OnForms forms={forms} />
          <TierSummary tiers={commissionTiers} />{" "}
          <Link className={styles.toTiers} to={to}>
            {linkText(commissionTiers.length > 0, canEdit)}
            <span className="visually-hidden"> of {name}</span>
          </Link>
        </p>
      </div>
      <div className={styles.actions}>
        {!canEdit ? null : isDefault ? (
          <span className={clsx(text.small, styles.stays)}>The default can't be turned off</span>
        ) : (
          <>
            <ActionButton platformId={platformId} action="default" {...textButton} pending="Setting">
              Make default<span className="visually-hidden"> {name}</span>
            </ActionButton>
            <ActionButton
              platformId={platformId}
              action={isActive ? "off" : "on"}
              {...textButton}
              pending="Switching"
            >
              Switch {isActive ? "off" : "on"}
              <span className="visually-hidden"> {name}</span>
            </ActionButton>
          </>
        )}
        <div className={styles.moves}>
          {(isFirst && isLast) || !canEdit ? null : (
            <>
              <MoveButton {...move} action="up" isAtEnd={isFirst} onPress={onMove && (() => onMove(-1))} />
              <MoveButton {...move} action="down" isAtEnd={isLast} onPress={onMove && (() => onMove(1))} />
            </>
          )}
        </div>
      </div>
      <MonthProgress progress={progress} className={styles.month} />
    </>
  );
}

/** Nothing where the only form offers it. */
function OnForms({ forms: { total, offering } }: Pick<ListedPlatform, "forms">) {
  if (total > 0 && offering.length === 0)
    return (
      <span className={text.copper}>{total === 1 ? "Not on your form. " : "On none of your forms. "}</span>
    );
  if (total < 2) return null;
  return (
    <>
      {offering.length === total ? "On all forms. " : `On ${new Intl.ListFormat("en-US").format(offering)}. `}
    </>
  );
}

function linkText(hasTiers: boolean, canEdit: boolean): string {
  if (!canEdit) return "See tiers";
  return hasTiers ? "Edit tiers" : "Add tiers";
}

type MoveButtonProps = {
  platformId: string;
  action: "up" | "down";
  name: string;
  /** True at the end of the list. The button stays, because it may have the focus. */
  isAtEnd: boolean;
  onPress: (() => void) | undefined;
};

function MoveButton({ platformId, action, name, isAtEnd, onPress }: MoveButtonProps) {
  const content = (
    <>
      <Icon of={action === "up" ? ArrowUpIcon : ArrowDownIcon} />
      <span className="visually-hidden">
        Move {name} {action}
        {isAtEnd ? `: already ${action === "up" ? "first" : "last"}` : null}
      </span>
    </>
  );
  const look = { kind: "quiet", isIcon: true } as const;
  return onPress || isAtEnd ? (
    <Button
      {...look}
      data-move={action}
      aria-disabled={isAtEnd || undefined}
      onClick={isAtEnd ? undefined : onPress}
    >
      {content}
    </Button>
  ) : (
    <ActionButton {...look} platformId={platformId} action={action} pending="">
      {content}
    </ActionButton>
  );
}

function TierSummary({ tiers }: { tiers: PlatformResponse["commissionTiers"] }) {
  const [first, ...others] = tiers;
  if (!first) return <>No commission set.</>;
  const last = others.at(-1);
  if (!last) {
    return (
      <>
        <bdi>{first.name}</bdi>: {tierLabel(first)}
      </>
    );
  }
  return (
    <>
      {tiers.length} tiers, <bdi>{first.name}</bdi> at {tierLabel(first)} to <bdi>{last.name}</bdi> at{" "}
      {tierLabel(last)}
    </>
  );
}
