/** The plans with their limits and prices in EUR without VAT, for all parts of the product. */
export type PlanId = "free" | "pro" | "agency";

export type Plan = {
  id: PlanId;
  name: string;
  audience: string;
  euroPerMonth: number;
  /** Verified claims that are delivered in a calendar month; null is without a limit. */
  verifiedClaimsPerMonth: number | null;
  /** Forms that are not archived. */
  forms: number;
};

export const PLANS: readonly Plan[] = [
  {
    id: "free",
    name: "Free",
    audience: "For one creator with a first campaign.",
    euroPerMonth: 0,
    verifiedClaimsPerMonth: 100,
    forms: 1,
  },
  {
    id: "pro",
    name: "Pro",
    audience: "For creators who spend on ads every month.",
    euroPerMonth: 49,
    verifiedClaimsPerMonth: 2_000,
    forms: 10,
  },
  {
    id: "agency",
    name: "Agency",
    audience: "For agencies and large audiences.",
    euroPerMonth: 149,
    verifiedClaimsPerMonth: null,
    forms: 100,
  },
];

/** What prices are in. */
export const PLAN_CURRENCY = "EUR";

/** What a new account has. */
export const DEFAULT_PLAN: PlanId = "free";

export const findPlan = (id: string): Plan | undefined => PLANS.find((plan) => plan.id === id);

/** What a workspace has used of its plan this month. */
export type PlanUsage = {
  planName: string;
  isActive: boolean;
  /** Verified claims of this month. */
  used: number;
  limit: number | null;
};
