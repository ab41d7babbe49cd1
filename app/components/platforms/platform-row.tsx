import { Link } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { ArrowDownIcon, ArrowUpIcon } from "#app/components/ui/icons.ts";
import { Mark } from "#app/components/ui/mark.tsx";
import { tierWords } from "#app/lib/commission.ts";
import { paths } from "#app/paths.ts";
import type { PlatformAnswer, ProgressAnswer } from "#app/schemas/platforms.ts";
import { ActButton } from "./act-button.tsx";
import { MonthProgress } from "./month-progress.tsx";
import { PlatformIcon } from "./platform-icon.tsx";

export type ListedPlatform = PlatformAnswer & { progress: ProgressAnswer };

type PlatformRowProps = {
  platform: ListedPlatform;
  isFirst: boolean;
  isLast: boolean;
  /** What it is dragged by, where there is script. */
  handle: React.ReactNode;
  /** Moves it at once, where there is script; without, its buttons post. */
  onMove: ((by: -1 | 1) => void) | undefined;
};

export function PlatformRow({ platform, isFirst, isLast, handle, onMove }: PlatformRowProps) {
  const { id: platformId, name, icon, isActive, isDefault, commissionTiers, progress } = platform;
  const move = { platformId, name };
  return (
    <>
      {handle}
      <PlatformIcon name={icon} />
      <div className="t">
        <h2 className="platform-name">
          <Link to={paths.platform({ platformId })}>{name}</Link>
          {isDefault ? <span className="tag">Default</span> : null}
          {isActive ? null : <Mark state="off" />}
        </h2>
        <p className="meta">{tiersSentence(commissionTiers)}</p>
        <MonthProgress progress={progress} />
      </div>
      <div className="platform-acts">
        {isDefault ? null : (
          <>
            <ActButton platformId={platformId} act="default" isSmall pending="Setting">
              Make default<span className="sr"> {name}</span>
            </ActButton>
            <ActButton platformId={platformId} act={isActive ? "off" : "on"} isSmall pending="Switching">
              Switch {isActive ? "off" : "on"}
              <span className="sr"> {name}</span>
            </ActButton>
          </>
        )}
        <span className="moves">
          {isFirst && isLast ? null : (
            <>
              <MoveButton {...move} act="up" isAtEnd={isFirst} onPress={onMove && (() => onMove(-1))} />
              <MoveButton {...move} act="down" isAtEnd={isLast} onPress={onMove && (() => onMove(1))} />
            </>
          )}
        </span>
      </div>
    </>
  );
}

type MoveButtonProps = {
  platformId: string;
  act: "up" | "down";
  name: string;
  /** There is nowhere to go. The button stays: whoever has just come here by it is still on it. */
  isAtEnd: boolean;
  onPress: (() => void) | undefined;
};

function MoveButton({ platformId, act, name, isAtEnd, onPress }: MoveButtonProps) {
  const content = (
    <>
      <Icon of={act === "up" ? ArrowUpIcon : ArrowDownIcon} />
      <span className="sr">
        Move {name} {act}
        {isAtEnd ? `: it is the ${act === "up" ? "first" : "last"} already` : null}
      </span>
    </>
  );
  const look = { kind: "quiet", isIcon: true } as const;
  return onPress || isAtEnd ? (
    <Button
      {...look}
      data-move={act}
      aria-disabled={isAtEnd || undefined}
      onClick={isAtEnd ? undefined : onPress}
    >
      {content}
    </Button>
  ) : (
    <ActButton {...look} platformId={platformId} act={act} pending="">
      {content}
    </ActButton>
  );
}

function tiersSentence(tiers: PlatformAnswer["commissionTiers"]): string {
  const [first, ...others] = tiers;
  if (!first) return "No tiers yet, so it earns nothing";
  const last = others.at(-1);
  if (!last) return `${first.name}: ${tierWords(first)}`;
  return `${tiers.length} tiers, ${first.name} at ${tierWords(first)} to ${last.name} at ${tierWords(last)}`;
}
