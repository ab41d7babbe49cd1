import { Link } from "@remix-run/react";
import clsx from "clsx";
import layout from "#app/components/ui/layout.module.css";
import { paths } from "#app/paths.ts";
import { useRootData } from "./root-data.ts";
import styles from "./site-footer.module.css";

const pages = [
  { to: paths.pricing(), label: "Pricing" },
  { to: paths.hireUs(), label: "Hire us" },
  { to: paths.about(), label: "About" },
  { to: paths.support(), label: "Support" },
  { to: paths.contact(), label: "Contact" },
  { to: paths.apiReference(), label: "API reference" },
  { to: paths.proof(), label: "Check a proof" },
  { to: paths.privacy(), label: "Privacy policy" },
  { to: paths.terms(), label: "Terms of service" },
];

type SiteFooterProps = {
  brandName: string;
  /** Full width, on pages with a sidebar. */
  isWide?: boolean;
  /** Shown at the end, such as the time zone of all times above. */
  children?: React.ReactNode;
};

export function SiteFooter({ brandName, isWide = false, children }: SiteFooterProps) {
  return (
    <footer className={styles.footer}>
      <div className={clsx(styles.inner, isWide && styles.wide)}>
        <span>
          © {useRootData()?.year} {brandName}
        </span>
        <nav aria-label="Footer">
          <ul className={styles.links}>
            {pages.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <span className={layout.spacer} />
        {children}
      </div>
    </footer>
  );
}
