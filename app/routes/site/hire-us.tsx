import { useBrandName } from "#app/components/layout/root-data.ts";
import { PageMain } from "#app/components/site/page-main.tsx";
import { Prose } from "#app/components/site/prose.tsx";
import { staticPage } from "#app/components/site/site-page-handle.ts";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { sitePages } from "#app/lib/site/pages.ts";
import { paths } from "#app/paths.ts";

export const handle = staticPage(sitePages.hireUs);

export default function HireUs() {
  const brandName = useBrandName();
  return (
    <PageMain
      title="Have us set it up with you"
      lead={`${brandName} takes 15 to 30 minutes to set up. If you would rather spend them on your campaign, we do it together with you.`}
    >
      <Prose>
        <h2>What we do</h2>
        <ul>
          <li>
            <strong>Your form.</strong> Address, texts, consent wording and the questions your broker’s
            records can answer.
          </li>
          <li>
            <strong>Your brokers.</strong> Commission tiers as your contracts have them, checked against an
            example month.
          </li>
          <li>
            <strong>Your ad account.</strong> The Conversions API connection, a test event, and the first real
            events followed until Meta accepts them.
          </li>
          <li>
            <strong>Your team.</strong> An hour with the people who check claims, on your own claims.
          </li>
          <li>
            <strong>Your own systems.</strong> Forms on your site, a CRM or a bot connected through the API.
          </li>
        </ul>
        <h2>How it works</h2>
        <p>
          Write to us what you promote, with which brokers and on which ad platforms. We answer with the steps
          we suggest and a fixed price in EUR for each. You choose the ones you want, and nothing starts
          before you agree.
        </p>
        <p>
          We never need your broker’s password. Access to your ad account stays in your hands: you create the
          token and can revoke it any time.
        </p>
      </Prose>
      <p>
        <ButtonLink kind="primary" to={paths.contact({ subject: "hire-us" })}>
          Tell us about your project
        </ButtonLink>
      </p>
    </PageMain>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
