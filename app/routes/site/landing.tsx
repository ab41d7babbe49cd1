import { useLoaderData } from "@remix-run/react";
import { useBrandName } from "#app/components/layout/root-data.ts";
import { Band, BandLead } from "#app/components/site/band.tsx";
import { ClockBand } from "#app/components/site/clock-band.tsx";
import { DeskBand } from "#app/components/site/desk-band.tsx";
import { SiteFigures } from "#app/components/site/figures.tsx";
import { Hero } from "#app/components/site/hero.tsx";
import { PlatformStates } from "#app/components/site/platform-states.tsx";
import { PricingBand } from "#app/components/site/pricing-band.tsx";
import { Questions } from "#app/components/site/questions.tsx";
import { ScreenshotsBand } from "#app/components/site/screenshots-band.tsx";
import { staticPage } from "#app/components/site/site-page-handle.ts";
import { Steps } from "#app/components/site/steps.tsx";
import { config } from "#app/env.server.ts";
import { requireSignedOut } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { sitePages } from "#app/lib/site/pages.ts";
import { listQuestions } from "#app/lib/site/questions.ts";
import { findLiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";

/** The demo's own form. On a real installation this address is anyone's. */
const EXAMPLE_SLUG = "demo";

export const handle = staticPage(sitePages.landing, { describesProduct: true, questions: ["general"] });

export const loader = page(requireSignedOut, async () => {
  const example = config.isProduction ? null : await findLiveForm(EXAMPLE_SLUG);
  // The form that anyone may try, where this installation has one.
  return { exampleForm: example && { slug: example.page.slug } };
});

export default function Landing() {
  const { exampleForm } = useLoaderData<typeof loader>();
  const brandName = useBrandName();
  return (
    <main id="main" tabIndex={-1}>
      <Hero brandName={brandName} exampleForm={exampleForm} />
      <Band id="how">
        <h2>Pixels guess. Brokers know. You decide which one trains your ads.</h2>
        <BandLead>
          A deposit happens days after the click, on someone else’s site. No pixel sees it. The person who
          made it does, and your broker’s records prove it.
        </BandLead>
        <Steps adPlatform="Meta" />
      </Band>
      <DeskBand />
      <ScreenshotsBand />
      <ClockBand brandName={brandName} adPlatform="Meta" />
      <Band>
        <h2>What changes when only true events arrive</h2>
        <SiteFigures brandName={brandName} />
      </Band>
      <Band>
        <h2>Server-side events for your ad platforms</h2>
        <PlatformStates />
      </Band>
      <PricingBand />
      <Band id="faq">
        <h2>Questions</h2>
        <Questions questions={listQuestions("general", brandName)} opensFirst />
      </Band>
    </main>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
