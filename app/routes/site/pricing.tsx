import { Link } from "@remix-run/react";
import { useBrandName } from "#app/components/layout/root-data.ts";
import { PageMain } from "#app/components/site/page-main.tsx";
import { PlanCards } from "#app/components/site/plan-cards.tsx";
import { Prose } from "#app/components/site/prose.tsx";
import { Questions } from "#app/components/site/questions.tsx";
import { staticPage } from "#app/components/site/site-page-handle.ts";
import { platformsInBeta } from "#app/lib/ad-platforms.ts";
import { LANGUAGE_CODES } from "#app/lib/languages.ts";
import { sitePages } from "#app/lib/site/pages.ts";
import { listQuestions } from "#app/lib/site/questions.ts";
import { paths } from "#app/paths.ts";

export const handle = staticPage(sitePages.pricing, { describesProduct: true, questions: ["pricing"] });

export default function Pricing() {
  const brandName = useBrandName();
  return (
    <PageMain
      title="Simple prices, no surprises"
      lead="In EUR, with no hidden fees: no setup fee, no fee per event, no share of your commission. Every account starts on the free plan."
    >
      <PlanCards />
      <Prose>
        <h2>In every plan</h2>
        <ul>
          <li>Public forms of your own, which work without JavaScript and inside in-app browsers</li>
          <li>Visitors read them in {LANGUAGE_CODES.length} languages</li>
          <li>Statements: your broker’s files decide claims, with ten minutes to undo</li>
          <li>Links to your brokers, their postbacks and APIs, and rules that verify certain claims</li>
          <li>Cost per verified deposit and profit of each campaign, from what your ads cost</li>
          <li>Named links, each with its own views, claims and truth rate</li>
          <li>
            Your brokers with their contracts and commission tiers, what each verified claim earns, and what
            they still owe
          </li>
          <li>Delivery to Meta’s Conversions API as server-side events, with the history of every attempt</li>
          <li>{platformsInBeta} while they are in development (beta)</li>
          <li>A signed proof of each event, which anyone can check</li>
          <li>The API, exports of all your data, a team with roles, and two-step sign-in</li>
        </ul>
        <p>
          Not sure which plan fits? <Link to={paths.contact({ subject: "sales" })}>Ask us</Link>. We would
          rather tell you that the free one is enough.
        </p>
      </Prose>
      <section aria-labelledby="pricing-questions">
        <h2 id="pricing-questions">Questions about prices</h2>
        <Questions questions={listQuestions("pricing", brandName)} opensFirst />
      </section>
    </PageMain>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
