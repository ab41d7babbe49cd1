import layout from "#app/components/ui/layout.module.css";
import styles from "./site-footer.module.css";

type SiteFooterProps = {
  brandName: string;
  /** What stands at the far end, such as the zone of all times above. */
  children?: React.ReactNode;
};

export function SiteFooter({ brandName, children }: SiteFooterProps) {
  return (
    <footer className={styles.footer}>
      <span>
        © {new Date().getUTCFullYear()} {brandName}
      </span>
      <span className={layout.spacer} />
      {children}
    </footer>
  );
}
