import { Link, useLoaderData } from "@remix-run/react";
import clsx from "clsx";
import { Main, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { anyone } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import { listMailFiles } from "#app/services/mail/mail-files.server.ts";
import styles from "./mail.module.css";

export const handle: PageHandle = {
  title: "Emails",
  description: "The emails of this development server, which sends none.",
  isUnlisted: true,
};

export const loader = page(anyone, async () => ({
  now: new Date().toISOString(),
  mails: (await listMailFiles()).map(({ id, to, subject, at }) => ({ id, to, subject, at })),
}));

export default function Mails() {
  const { now, mails } = useLoaderData<typeof loader>();
  return (
    <Main className={styles.page}>
      <PageHeader title="Emails" />
      <p className={text.secondary}>There is no mail server here, so they became files. Times in UTC.</p>
      {mails.length === 0 ? (
        <p className={styles.none}>None yet. Create an account, and its link arrives here.</p>
      ) : (
        <ul className={layout.stack}>
          {mails.map(({ id, to, subject, at }) => (
            <li key={id}>
              {/* A document: its policy allows the frame with the mail. */}
              <Link className={text.strong} to={paths.devMail({ id })} reloadDocument>
                {subject}
              </Link>
              <p className={clsx(text.small, text.breakable)}>
                {to} · {formatDateTime({ at, timeZone: "UTC", now })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Main>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
