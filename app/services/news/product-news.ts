import type { News } from "./list-news.server.ts";

type ProductNewsItem = {
  slug: string;
  day: string;
  title: string;
  summary: string;
  category: "Releases" | "Tips";
  url?: string;
};

/** News and tips about the product, newest first. */
const ITEMS: ProductNewsItem[] = [
  {
    slug: "teams",
    day: "2026-11-23",
    category: "Releases",
    title: "Work as a team",
    summary:
      "Invite people by email and choose what they may do. A checker reviews claims and nothing else, and every decision shows who made it.",
    url: "/dashboard/settings/team",
  },
  {
    slug: "proofs",
    day: "2026-11-22",
    category: "Releases",
    title: "A signed proof for every claim",
    summary:
      "Each step of a claim is signed when it happens. Download the proof as a file, and let anybody check that no byte was changed.",
    url: "/proof",
  },
  {
    slug: "platforms",
    day: "2026-11-22",
    category: "Releases",
    title: "TikTok, Snapchat and Google Ads are in development (beta)",
    summary: "You can connect them beside Meta and try them with your own claims.",
  },
  {
    slug: "window",
    day: "2026-11-21",
    category: "Tips",
    title: "Check claims while they can still be sent",
    summary:
      "Meta takes an event for seven days after the visitor confirmed. Sort your claims by the time left, and begin with those that have the least.",
    url: "/dashboard/submissions?sort=sendBefore",
  },
  {
    slug: "amounts",
    day: "2026-11-21",
    category: "Tips",
    title: "Enter the amount you see at the broker",
    summary:
      "The verified amount is what the ad platform learns from. Type the broker's figure if it differs from the claim.",
  },
];

/** The product's own news, as the list shows it. */
export const productNews = (brandName: string): News["items"] =>
  ITEMS.map(({ slug, day, title, summary, category, url = null }) => ({
    id: `product-${slug}`,
    title,
    summary,
    url,
    category,
    source: brandName,
    publishedAt: new Date(`${day}T00:00:00Z`),
    isUndated: false,
  }));
