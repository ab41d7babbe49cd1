import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Brand } from "#app/components/ui/brand.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Drawer } from "#app/components/ui/drawer.tsx";
import layout from "#app/components/ui/layout.module.css";
import { NavList } from "#app/components/ui/nav-list.tsx";
import { paths } from "#app/paths.ts";
import styles from "./header.module.css";

/** True on the landing page, which links signed-in visitors to the dashboard. */
const howItWorks = { to: `${paths.landing()}#how`, label: "How it works" };
const pages = [
  { to: paths.pricing(), label: "Pricing" },
  { to: paths.hireUs(), label: "Hire us" },
  { to: paths.about(), label: "About" },
  { to: paths.support(), label: "Support" },
  { to: paths.contact(), label: "Contact" },
];

const linksTo = (shown: typeof pages) =>
  shown.map(({ to, label }) => (
    <li key={to}>
      <Link to={to}>{label}</Link>
    </li>
  ));

type SiteHeaderProps = {
  brandName: string;
  /** Then it offers the dashboard. */
  hasSession?: boolean;
  /** True on the pages for signing in and up, which have these links themselves. */
  hidesAccount?: boolean;
};

export function SiteHeader({ brandName, hasSession = false, hidesAccount = false }: SiteHeaderProps) {
  const links = linksTo(hasSession ? pages : [howItWorks, ...pages]);
  return (
    <header className={clsx(layout.container, styles.header, styles.site)}>
      <Brand name={brandName} to={paths.landing()} />
      <span className={layout.spacer} />
      <nav className={styles.wideOnly} aria-label="Main">
        <ul>{links}</ul>
      </nav>
      {hidesAccount ? null : <AccountLinks hasSession={hasSession} />}
      <Drawer label="Main">
        <NavList>
          {links}
          {hasSession || hidesAccount ? null : (
            <li>
              <Link to={paths.signup()}>Create an account</Link>
            </li>
          )}
        </NavList>
      </Drawer>
    </header>
  );
}

function AccountLinks({ hasSession }: { hasSession: boolean }) {
  if (hasSession) return <ButtonLink to={paths.overview()}>Dashboard</ButtonLink>;
  return (
    <>
      <Link className={styles.wideOnly} to={paths.signup()}>
        Create an account
      </Link>
      <ButtonLink to={paths.login()}>Sign in</ButtonLink>
    </>
  );
}
