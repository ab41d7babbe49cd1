import clsx from "clsx";
import { Bar } from "#app/components/ui/bar.tsx";
import text from "#app/components/ui/text.module.css";
import styles from "./figures.module.css";
import columns from "./three-columns.module.css";

/** Our claims, each with its base. */
export function SiteFigures({ brandName }: { brandName: string }) {
  return (
    <ol className={clsx(columns.columns, styles.figures)}>
      <li>
        <p className={styles.figure}>95–100%</p>
        <p>conversion accuracy</p>
        <div className={styles.comparison}>
          <span>{brandName}</span>
          <Bar percent={97.5} /> <span>Industry norm, 60–70%</span>
          <Bar percent={65} tone="usual" />
        </div>
        <p className={text.small}>
          Base: the share of sent events that match the broker’s records. You check each one before it is
          sent, so the rest is what a person overlooks. The norm is what we assume for browser pixels alone.
        </p>
      </li>
      <li>
        <p className={styles.figure}>40–60%</p>
        <p>lower cost per acquisition</p>
        <div className={styles.comparison}>
          <span>{brandName}</span>
          <Bar percent={50} /> <span>Before</span>
          <Bar percent={100} tone="usual" />
        </div>
        <p className={text.small}>
          Base: our target for the same campaign and budget, compared with the four weeks before you switch.
          It is not a promise; your offer and your audience decide.
        </p>
      </li>
      <li>
        <p className={styles.figure}>48–72 h</p>
        <p>
          until attribution improves. Acquisition cost follows in 7 to 14 days, full optimization in 2 to 4
          weeks.
        </p>
        <p className={text.small}>
          Base: the time from your first delivered event, for an ad set that is past its learning phase.
        </p>
      </li>
    </ol>
  );
}
