import { listPlanContents, PLANS } from "#app/lib/plans.ts";
import { type SitePage, sitePages } from "./pages.ts";
import { listQuestions, type QuestionGroup, withBrand } from "./questions.ts";

/** What structured data says about this installation. */
export type SiteFacts = { brandName: string; publicUrl: string; showsClaimedRating: boolean };

/** The specification's claim. */
const CLAIMED_RATING = { value: "4.8", count: 500, best: 5, worst: 1 };

/** The product, with its plans as offers in EUR. */
export function softwareApplication({ brandName, publicUrl, showsClaimedRating }: SiteFacts): object {
  return {
    "@context": "https://schema.org",
    "@type": "SoftwareApplication",
    name: brandName,
    url: publicUrl,
    description: withBrand(sitePages.landing.description, brandName),
    applicationCategory: "BusinessApplication",
    operatingSystem: "Web browser",
    offers: PLANS.map((plan) => ({
      "@type": "Offer",
      name: plan.name,
      description: listPlanContents(plan).join(", "),
      price: plan.euroPerMonth.toFixed(2),
      priceCurrency: "EUR",
      url: `${publicUrl}${sitePages.pricing.path}`,
    })),
    ...(showsClaimedRating
      ? {
          aggregateRating: {
            "@type": "AggregateRating",
            ratingValue: CLAIMED_RATING.value,
            ratingCount: CLAIMED_RATING.count,
            bestRating: CLAIMED_RATING.best,
            worstRating: CLAIMED_RATING.worst,
          },
        }
      : {}),
  };
}

export function faqPage(groups: readonly QuestionGroup[], { brandName }: SiteFacts): object {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: groups
      .flatMap((group) => listQuestions(group, brandName))
      .map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer },
      })),
  };
}

export function breadcrumbs(page: SitePage, { brandName, publicUrl }: SiteFacts): object {
  const items = [
    { name: brandName, item: `${publicUrl}/` },
    { name: withBrand(page.title, brandName), item: `${publicUrl}${page.path}` },
  ];
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: items.map((item, index) => ({ "@type": "ListItem", position: index + 1, ...item })),
  };
}
