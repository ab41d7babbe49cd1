import { Link } from "@remix-run/react";
import { CheckIcon, SealCheckIcon, UserIcon } from "#app/components/ui/icons.ts";
import layout from "#app/components/ui/layout.module.css";
import { Slip } from "#app/components/ui/slip.tsx";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import text from "#app/components/ui/text.module.css";
import { Timeline, TimelineItem } from "#app/components/ui/timeline.tsx";
import { paths } from "#app/paths.ts";
import styles from "./proof-slip.module.css";

export function ProofSlip({ adPlatform }: { adPlatform: string }) {
  return (
    <Slip label="Example of a verified claim">
      <div className={layout.between}>
        <span className={text.small}>Proof 019a-9f3c-71e2</span>
        <StatusBadge state="sent">Accepted</StatusBadge>
      </div>
      <div>
        <p className={text.secondary}>Deposit at Northgate Markets</p>
        <p className={styles.amount}>
          <span className={text.total}>€300.00</span>
        </p>
      </div>
      <Timeline>
        <TimelineItem kind="claimed" icon={UserIcon} title={<b className={text.strong}>Claimed</b>}>
          <p className={text.small}>Noor confirmed it, Thursday 21:04</p>
        </TimelineItem>
        <TimelineItem kind="verified" icon={CheckIcon} title={<b className={text.strong}>Verified</b>}>
          <p className={text.small}>You found it at the broker, Friday 08:15</p>
        </TimelineItem>
        <TimelineItem kind="accepted" icon={SealCheckIcon} title={`Accepted by ${adPlatform}`}>
          <p className={text.small}>39 seconds later, under one event ID</p>
        </TimelineItem>
      </Timeline>
      <p className={text.small}>
        <Link to={paths.proof()}>Signed at each step: check a proof</Link>
      </p>
    </Slip>
  );
}
