import clsx from "clsx";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import styles from "./band.module.css";

export function Band({ id, children }: { id?: string; children: React.ReactNode }) {
  return (
    <section className={styles.band} id={id}>
      <div className={layout.container}>{children}</div>
    </section>
  );
}

export function BandLead({ children }: { children: React.ReactNode }) {
  return <p className={clsx(text.secondary, styles.lead)}>{children}</p>;
}
