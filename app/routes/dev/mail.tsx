import { data, type HeadersFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import clsx from "clsx";
import { createElement, Fragment } from "react";
import { Main, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import text from "#app/components/ui/text.module.css";
import { anyone } from "#app/http/auth/guards.server.ts";
import { documentPolicy } from "#app/http/csp.ts";
import { page } from "#app/http/page.server.ts";
import { secrecyHeaders } from "#app/http/page-headers.ts";
import { MAIL_SANDBOX } from "#app/lib/mail-sandbox.ts";
import { paths } from "#app/paths.ts";
import { getMailFile } from "#app/services/mail/mail-files.server.ts";
import styles from "./mail.module.css";

export const handle: PageHandle = {
  title: "Email",
  description: "An email of this development server, as mail programs show it and as text.",
  isUnlisted: true,
};

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const loader = page(anyone, async ({ params, context }) => {
  const { id, to, subject, text } = await getMailFile(params.id ?? "");
  const policy = documentPolicy({ nonce: context.nonce, extra: { "frame-src": ["'self'"] } });
  return data(
    { id, to, subject, text },
    { headers: { ...secrecyHeaders, "Content-Security-Policy": policy, "Cache-Control": "no-store" } },
  );
});

/** Every address in the text is a link; anything else stays text. */
function Linked({ content }: { content: string }) {
  const parts = content.split(/(https?:\/\/\S*[^\s.,;:!?)])/);
  return createElement(
    Fragment,
    null,
    ...parts.map((part) => (/^https?:/.test(part) ? createElement("a", { href: part }, part) : part)),
  );
}

export default function KeptMailPage() {
  const { id, to, subject, text: content } = useLoaderData<typeof loader>();
  return (
    <Main className={styles.page}>
      <PageHeader title={subject} parent={{ to: paths.devMails(), label: "All emails" }} />
      <p className={clsx(text.secondary, text.breakable)}>To {to}</p>
      <iframe
        className={styles.html}
        title="As mail programs show it"
        src={paths.devMailHtml({ id })}
        sandbox={MAIL_SANDBOX}
      />
      <h2>As text</h2>
      <p className={clsx(styles.text, text.breakable)}>
        <Linked content={content} />
      </p>
    </Main>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
