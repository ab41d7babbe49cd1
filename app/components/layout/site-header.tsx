import { Link } from "@remix-run/react";
import { Brand } from "#app/components/ui/brand.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Drawer } from "#app/components/ui/menu.tsx";
import { paths } from "#app/paths.ts";

const pages = [
  { to: `${paths.landing()}#how`, label: "How it works" },
  { to: `${paths.landing()}#faq`, label: "Questions" },
];

const links = pages.map(({ to, label }) => (
  <li key={to}>
    <Link to={to}>{label}</Link>
  </li>
));

type SiteHeaderProps = { brandName: string /** Then it offers the dashboard. */; hasSession: boolean };

export function SiteHeader({ brandName, hasSession }: SiteHeaderProps) {
  return (
    <header className="out top top-out">
      <Brand name={brandName} to={paths.landing()} />
      <span className="grow" />
      <nav className="hide" aria-label="Main">
        <ul>{links}</ul>
      </nav>
      {hasSession ? (
        <ButtonLink to={paths.overview()}>Dashboard</ButtonLink>
      ) : (
        <>
          <Link className="hide" to={paths.signup()}>
            Create an account
          </Link>
          <ButtonLink to={paths.login()}>Sign in</ButtonLink>
        </>
      )}
      <Drawer label="Main">
        <ul>
          {links}
          {hasSession ? null : (
            <li>
              <Link to={paths.signup()}>Create an account</Link>
            </li>
          )}
        </ul>
      </Drawer>
    </header>
  );
}
