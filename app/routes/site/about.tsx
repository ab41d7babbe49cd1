import { Link, useLoaderData } from "@remix-run/react";
import { useBrandName } from "#app/components/layout/root-data.ts";
import { OperatorFacts } from "#app/components/site/operator-facts.tsx";
import { PageMain } from "#app/components/site/page-main.tsx";
import { Prose } from "#app/components/site/prose.tsx";
import { staticPage } from "#app/components/site/site-page-handle.ts";
import { config } from "#app/env.server.ts";
import { anyone } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { sitePages } from "#app/lib/site/pages.ts";
import { paths } from "#app/paths.ts";

export const handle = staticPage(sitePages.about);

export const loader = page(anyone, async () => ({ operator: config.operator }));

export default function About() {
  const { operator } = useLoaderData<typeof loader>();
  const brandName = useBrandName();
  return (
    <PageMain
      title="Claimed is not proven"
      lead={`${brandName} keeps the two apart until somebody who knows has decided. Only then does your ad platform hear about it.`}
    >
      <Prose>
        <h2>The problem</h2>
        <p>
          Affiliate marketers pay for clicks and earn from deposits. Between the two lie days, another
          company’s site and a browser that forgets. A pixel cannot see the deposit, so the ad platform
          optimizes for whatever it can see: clicks, page views and guesses.
        </p>
        <h2>What we do about it</h2>
        <p>
          We ask the one person who was there. Visitors confirm their own deposit, purchase or subscription on
          a short form. You check each claim against the broker’s records. What is true goes to the ad
          platform as a server-side event, in time, once, under one event ID. What you can’t find is never
          sent.
        </p>
        <h2>What we hold ourselves to</h2>
        <ul>
          <li>Nothing a visitor confirmed gets lost, and nothing is counted twice.</li>
          <li>Every event shows what was sent, when, and what the ad platform answered.</li>
          <li>Visitors see what we keep about them, and can withdraw it on a page of their own.</li>
          <li>Every page works without JavaScript, by keyboard, and on a slow phone.</li>
          <li>No trackers on this site, and no script from anybody else.</li>
        </ul>
        <h2>Who runs this site</h2>
        <OperatorFacts operator={operator} />
        <p>
          Questions? <Link to={paths.contact({ subject: "general" })}>Write to us</Link>. A person answers.
        </p>
      </Prose>
    </PageMain>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
