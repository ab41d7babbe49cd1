import { data, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { createElement, Fragment } from "react";
import type { PageHandle } from "#app/components/layout/document-title.tsx";
import { documentPolicy } from "#app/http/csp.ts";
import { page } from "#app/http/page.server.ts";
import { tokenPageHeaders } from "#app/http/token-page-headers.ts";
import { paths } from "#app/paths.ts";
import { getMailFile } from "#app/services/mail/mail-files.server.ts";

export const handle: PageHandle = { title: "A mail" };

export const meta: MetaFunction = () => [{ name: "robots", content: "noindex" }];

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const loader = page(async ({ params, context }: LoaderFunctionArgs) => {
  const { id, to, subject, text } = await getMailFile(params.id ?? "");
  const policy = documentPolicy({ nonce: context.nonce, extra: { "frame-src": ["'self'"] } });
  return data(
    { id, to, subject, text },
    { headers: { ...tokenPageHeaders, "Content-Security-Policy": policy, "Cache-Control": "no-store" } },
  );
});

/** Every address in the text is a link; anything else stays text. */
function Linked({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/\S+)/);
  return createElement(
    Fragment,
    null,
    ...parts.map((part) => (/^https?:/.test(part) ? createElement("a", { href: part }, part) : part)),
  );
}

export default function KeptMailPage() {
  const { id, to, subject, text } = useLoaderData<typeof loader>();
  return (
    <main id="main" tabIndex={-1} className="out page">
      <p className="meta">
        <Link to={paths.devMails()}>All mails</Link>
      </p>
      <div className="head">
        <h1>{subject}</h1>
      </div>
      <p className="sub breaks">To {to}</p>
      <iframe className="mail" title="As mail programs show it" src={paths.devMailHtml({ id })} sandbox="" />
      <h2>As text</h2>
      <p className="mail-text breaks">
        <Linked text={text} />
      </p>
    </main>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
