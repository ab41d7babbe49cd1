import { ButtonLink } from "#app/components/ui/button.tsx";
import text from "#app/components/ui/text.module.css";
import { TimelineDot } from "#app/components/ui/timeline.tsx";
import styles from "./centered-message.module.css";

type CenteredMessageProps = {
  title: string;
  sentence: string;
  way: { to: string; label: string };
  /** Loads the way's page as a document. */
  reloadDocument?: boolean;
  children?: React.ReactNode;
};

/** An icon, one sentence, one link. */
export function CenteredMessage({ title, sentence, way, reloadDocument, children }: CenteredMessageProps) {
  return (
    <section className={styles.message}>
      <TimelineDot kind="todo" />
      <h1>{title}</h1>
      <p className={text.secondary}>{sentence}</p>
      {children}
      <ButtonLink to={way.to} reloadDocument={reloadDocument}>
        {way.label}
      </ButtonLink>
    </section>
  );
}

export function MessageMain({ children }: { children: React.ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={styles.main}>
      {children}
    </main>
  );
}
