import { Card } from "#app/components/ui/card.tsx";
import layout from "#app/components/ui/layout.module.css";
import type { Pin } from "#app/components/ui/pin-bins.ts";
import text from "#app/components/ui/text.module.css";
import { TimeAxis } from "#app/components/ui/time-axis.tsx";
import { Band, BandLead } from "./band.tsx";
import styles from "./clock-band.module.css";

const NOW = "2026-11-20T15:00:00.000Z";
const claims: [hoursLeft: number, amount: number][] = [
  [2.7, 250],
  [7, 90],
  [11, 600],
  [30, 120],
  [51, 1000],
  [86, 180],
  [116, 420],
  [142, 150],
  [162, 320],
];
const pins: Pin[] = claims.map(([hours, amount]) => ({
  sendBefore: new Date(new Date(NOW).getTime() + hours * 3_600_000).toISOString(),
  amount,
}));

/** That every claim has a clock, with an example of the axis that the overview shows. */
export function ClockBand({ brandName, adPlatform }: { brandName: string; adPlatform: string }) {
  return (
    <Band>
      <div className={styles.columns}>
        <div>
          <h2>Every claim has a clock. You see it.</h2>
          <BandLead>
            {adPlatform} accepts an event for seven days, then never again. {brandName} sorts your checks by
            the time they have left.
          </BandLead>
        </div>
        <Card className={styles.example}>
          <div className={layout.between}>
            <h3>Time left to send</h3>
            <span className={text.small}>9 claims, 3 within 24 hours</span>
          </div>
          <TimeAxis
            pins={pins}
            now={NOW}
            label="Nine claims by time left: three within 24 hours, two within three days, four later."
          />
        </Card>
      </div>
    </Band>
  );
}
