import styles from "./footer-theme.module.css";
import { ThemeChoice } from "./theme-choice.tsx";

export function FooterTheme() {
  return (
    <ThemeChoice
      formClass={styles.form}
      legendClass="visually-hidden"
      listClass={styles.list}
      itemClass={styles.item}
    />
  );
}
