import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/layout/document-title.tsx";
import { page } from "#app/http/page.server.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import { listMailFiles } from "#app/services/mail/mail-files.server.ts";

export const handle: PageHandle = { title: "Mails" };

export const meta: MetaFunction = () => [{ name: "robots", content: "noindex" }];

export const loader = page(async (_: LoaderFunctionArgs) => ({
  now: new Date().toISOString(),
  mails: (await listMailFiles()).map(({ id, to, subject, at }) => ({ id, to, subject, at })),
}));

export default function Mails() {
  const { now, mails } = useLoaderData<typeof loader>();
  return (
    <main id="main" tabIndex={-1} className="out page">
      <div className="head">
        <h1>Mails</h1>
      </div>
      <p className="sub">There is no mail server here, so they became files. Times in UTC.</p>
      {mails.length === 0 ? (
        <p className="empty">None yet. Create an account, and its link arrives here.</p>
      ) : (
        <ul className="stack">
          {mails.map(({ id, to, subject, at }) => (
            <li key={id}>
              <Link className="strong" to={paths.devMail({ id })}>
                {subject}
              </Link>
              <p className="meta breaks">
                {to} · {formatDateTime({ at, timeZone: "UTC", now })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
