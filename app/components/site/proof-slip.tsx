import { CheckIcon, SealCheckIcon, UserIcon } from "#app/components/ui/icons.ts";
import { Guilloche, Rosette } from "#app/components/ui/ornaments.tsx";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import { Timeline, TimelineItem } from "#app/components/ui/timeline.tsx";

/** An example of a proof, on the rosette. */
export function ProofSlip({ adPlatform }: { adPlatform: string }) {
  return (
    <div className="slipwrap">
      <Rosette />
      <article className="slip" aria-label="Example of a verified claim">
        <Guilloche />
        <div className="between">
          <span className="meta">Proof 019a-9f3c-71e2</span>
          <StatusBadge state="sent">Accepted</StatusBadge>
        </div>
        <div>
          <p className="sub">Deposit at Northgate Markets</p>
          <p className="amount">
            <span className="total">€300.00</span>
          </p>
        </div>
        <Timeline>
          <TimelineItem kind="claimed" icon={UserIcon} title={<b className="strong">Claimed</b>}>
            <p className="meta">Noor confirmed it, Thursday 21:04</p>
          </TimelineItem>
          <TimelineItem kind="verified" icon={CheckIcon} title={<b className="strong">Verified</b>}>
            <p className="meta">You found it at the broker, Friday 08:15</p>
          </TimelineItem>
          <TimelineItem kind="accepted" icon={SealCheckIcon} title={`Accepted by ${adPlatform}`}>
            <p className="meta">39 seconds later, under one event id</p>
          </TimelineItem>
        </Timeline>
      </article>
    </div>
  );
}
