import clsx from "clsx";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import styles from "./page-main.module.css";

type PageMainProps = { title: string; lead: React.ReactNode; children: React.ReactNode };

/** A page of the public site: its title, what it is about in a sentence, and the rest. */
export function PageMain({ title, lead, children }: PageMainProps) {
  return (
    <main id="main" tabIndex={-1} className={clsx(layout.container, styles.main)}>
      <div className={styles.intro}>
        <h1>{title}</h1>
        <p className={clsx(text.secondary, styles.lead)}>{lead}</p>
      </div>
      {children}
    </main>
  );
}
