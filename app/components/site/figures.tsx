import clsx from "clsx";
import { Bar } from "#app/components/ui/bar.tsx";
import styles from "./figures.module.css";
import columns from "./three-columns.module.css";

export function Figures({ brandName }: { brandName: string }) {
  return (
    <ol className={clsx(columns.columns, styles.figures)}>
      <li>
        <p className={styles.figure}>95–100 %</p>
        <p>conversion accuracy</p>
        <div className={styles.comparison}>
          <span>{brandName}</span>
          <Bar percent={97.5} />
          <span>Usual, 60–70 %</span>
          <Bar percent={65} isUsual />
        </div>
      </li>
      <li>
        <p className={styles.figure}>40–60 %</p>
        <p>lower cost per acquisition</p>
        <div className={styles.comparison}>
          <span>{brandName}</span>
          <Bar percent={50} />
          <span>Before</span>
          <Bar percent={100} isUsual />
        </div>
      </li>
      <li>
        <p className={styles.figure}>48–72 h</p>
        <p>
          until attribution improves. Acquisition cost follows in 7 to 14 days, the full effect in 2 to 4
          weeks.
        </p>
      </li>
    </ol>
  );
}
