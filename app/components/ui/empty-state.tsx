import styles from "./empty-state.module.css";
import { type Drawing, Icon } from "./icon.tsx";
import { CircleDashedIcon } from "./icons.ts";
import text from "./text.module.css";
import { TimelineDot } from "./timeline.tsx";

type EmptyStateProps = {
  title: string;
  icon?: Drawing;
  actions?: React.ReactNode;
  children: React.ReactNode;
};

/** What will be here, why it is not yet, and the next step. */
export function EmptyState({ title, icon = CircleDashedIcon, actions, children }: EmptyStateProps) {
  return (
    <section className={styles.empty}>
      <TimelineDot kind="claimed">
        <Icon of={icon} />
      </TimelineDot>
      <h2>{title}</h2>
      <p className={text.secondary}>{children}</p>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </section>
  );
}
