import type { LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/layout/document-title.tsx";
import { brandNameOf, useRootData } from "#app/components/layout/root-data.ts";
import { Band, BandLead } from "#app/components/site/band.tsx";
import { ClockBand } from "#app/components/site/clock-band.tsx";
import { Figures } from "#app/components/site/figures.tsx";
import { Hero } from "#app/components/site/hero.tsx";
import { Questions } from "#app/components/site/questions.tsx";
import { Steps } from "#app/components/site/steps.tsx";
import { config } from "#app/env.server.ts";
import { getSession } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { redirectToDashboard } from "#app/routes/auth/redirect-origin.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { findLiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";

/** The demo's own form. On a real installation this address is anyone's. */
const EXAMPLE_SLUG = "demo";

export type LoaderData = {
  /** The form that anyone may try, where this installation has one. */
  exampleForm: { slug: string } | null;
  /** The ad platform that the texts speak of. */
  adPlatform: { name: string; windowText: string };
};

export const handle: PageHandle = { title: "Send your ads only what is true" };

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => {
  const brandName = brandNameOf(matches);
  return [
    {
      name: "description",
      content: `Your visitors confirm their deposit, you check it against the broker, ${brandName} delivers it to ${data?.adPlatform.name ?? "your ad platform"} in time, once, with proof.`,
    },
  ];
};

export const loader = page(async ({ request }: LoaderFunctionArgs): Promise<LoaderData> => {
  if (await getSession(request)) throw await redirectToDashboard(request);
  const example = config.isProduction ? null : await findLiveForm(EXAMPLE_SLUG);
  return { exampleForm: example && { slug: example.page.slug }, adPlatform: describePrimary() };
});

function describePrimary() {
  const platform = adPlatforms.primary;
  const { windowText } = platform.describe(platform.settingsSchema.parse({}));
  return { name: platform.name, windowText };
}

export default function Landing() {
  const { exampleForm, adPlatform } = useLoaderData<LoaderData>();
  const brandName = useRootData()?.brandName ?? "";
  return (
    <main id="main" tabIndex={-1}>
      <Hero brandName={brandName} adPlatform={adPlatform.name} exampleForm={exampleForm} />
      <Band id="how">
        <h2>Pixels guess. Brokers know. You decide which one trains your ads.</h2>
        <BandLead>
          A deposit happens days after the click, on someone else’s site. No pixel sees it. The person who
          made it does, and your broker’s records prove it.
        </BandLead>
        <Steps adPlatform={adPlatform.name} />
      </Band>
      <ClockBand brandName={brandName} adPlatform={adPlatform.name} />
      <Band>
        <h2>What changes when only true events arrive</h2>
        <Figures brandName={brandName} />
      </Band>
      <Band id="faq">
        <h2>Questions</h2>
        <Questions brandName={brandName} windowText={adPlatform.windowText} />
      </Band>
    </main>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
