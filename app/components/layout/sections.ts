import { matchRoutes } from "@remix-run/react";
import { DAYS_QUERY, paths } from "#app/paths.ts";

/** The actions of the policy that pages of the dashboard need. */
export type PageAction =
  | "submissions:read"
  | "statements:read"
  | "stats:read"
  | "spend:read"
  | "settings:read"
  | "connections:read"
  | "deliveries:read"
  | "members:read"
  | "brokers:read"
  | "doors:read"
  | "apiKeys:read";

/** What a member may open: by the role, by the plan, and by whether the workspace has doors of Telegram. */
export type PageAccess = { mayRead: readonly PageAction[]; hasSubscription: boolean; hasDoors: boolean };

export type SectionTab = {
  label: string;
  to: string;
  /** Without one it is everybody's. */
  action?: PageAction;
  needsSubscription?: true;
  needsDoors?: true;
  /** Whoever has this action finds the page in another section. */
  unless?: PageAction;
  /** Addresses of its pages elsewhere. */
  also?: readonly string[];
};

type Section = {
  label: string;
  /** What a role needs for the entry in the sidebar, where one of the tabs alone is not enough. */
  action?: PageAction;
  /** The first that somebody may open is where the entry leads. */
  tabs: readonly SectionTab[];
  /** The parameters of the address that its tabs share. */
  keeps?: readonly string[];
};

/**
 * The dashboard's pages: the entries of the sidebar, each with its tabs, and what the bell and the avatar
 * open.
 */
export const sections = {
  overview: {
    label: "Overview",
    tabs: [{ label: "Overview", to: paths.overview(), action: "submissions:read" }],
  },
  claims: {
    label: "Claims",
    tabs: [
      { label: "Claims", to: paths.submissions(), action: "submissions:read", also: [paths.person()] },
      {
        label: "Telegram doors",
        to: paths.telegramDoors(),
        action: "doors:read",
        needsDoors: true,
        unless: "connections:read",
      },
    ],
  },
  statements: {
    label: "Statements",
    tabs: [
      { label: "Files", to: paths.statements(), action: "statements:read" },
      { label: "Due", to: paths.dueStatements(), action: "statements:read" },
      {
        label: "Commission owed",
        to: paths.commissionOwed(),
        action: "submissions:read",
        also: [`${paths.platforms()}/:platformId/commission`],
      },
    ],
  },
  results: {
    label: "Results",
    tabs: [
      { label: "Campaigns", to: paths.money(), action: "stats:read", needsSubscription: true },
      { label: "Claims", to: paths.analytics(), action: "stats:read", needsSubscription: true },
      { label: "Ad spend", to: paths.spend(), action: "spend:read" },
    ],
    keeps: DAYS_QUERY,
  },
  forms: {
    label: "Forms",
    tabs: [{ label: "Forms", to: paths.forms(), action: "settings:read", also: [paths.formSettings()] }],
  },
  brokers: {
    label: "Brokers",
    tabs: [{ label: "Brokers", to: paths.platforms(), action: "settings:read" }],
  },
  adPlatforms: {
    label: "Ad platforms",
    // Who only checks claims opens the log from a claim.
    action: "connections:read",
    tabs: [
      { label: "Connections", to: paths.integrations(), action: "connections:read" },
      { label: "Telegram", to: paths.telegram(), action: "connections:read" },
      { label: "Delivery log", to: paths.deliveries(), action: "deliveries:read" },
    ],
  },
  notifications: {
    label: "Notifications",
    tabs: [
      { label: "Notifications", to: paths.notifications() },
      { label: "News", to: paths.news() },
    ],
  },
  settings: {
    label: "Settings",
    tabs: [
      { label: "Account", to: paths.settings({ section: "account" }) },
      {
        label: "Security",
        to: paths.settings({ section: "security" }),
        also: [paths.settings({ section: "password" }), paths.settings({ section: "support-access" })],
      },
      {
        label: "Preferences",
        to: paths.settings({ section: "preferences" }),
        also: [paths.settings({ section: "notifications" }), paths.settings({ section: "exchange-rates" })],
      },
      { label: "Team", to: paths.settings({ section: "team" }), action: "members:read" },
      { label: "API keys", to: paths.settings({ section: "api-keys" }), action: "apiKeys:read" },
    ],
  },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;

const all: [SectionName, Section][] = Object.entries(sections) as [SectionName, Section][];

/** Every action that the table names, and those of tabs inside a page. */
export const pageActions: PageAction[] = [
  ...new Set(all.flatMap(([, { tabs }]) => tabs.flatMap(({ action }) => action ?? []))),
  "brokers:read",
  "doors:read",
];

type Needs = Pick<SectionTab, "action" | "needsDoors" | "unless">;

const mayOpen = ({ action, needsDoors, unless }: Needs, { mayRead, hasDoors }: PageAccess) =>
  (action === undefined || mayRead.includes(action)) &&
  (unless === undefined || !mayRead.includes(unless)) &&
  (!needsDoors || hasDoors);

/** The tabs that a role may open; one that the plan does not allow leads to the plans. */
export const findTabs = (name: SectionName, access: PageAccess): SectionTab[] => {
  const { tabs }: Section = sections[name];
  return tabs.filter((tab) => mayOpen(tab, access));
};

/**
 * Where the entry of a section leads: to the first tab that role and plan allow. Null if it is not for the
 * role.
 */
export function findEntry(name: SectionName, access: PageAccess): string | null {
  const section: Section = sections[name];
  if (!mayOpen(section, access)) return null;
  const tabs = findTabs(name, access);
  const first = tabs.find(({ needsSubscription }) => !needsSubscription || access.hasSubscription);
  return (first ?? tabs[0])?.to ?? null;
}

const places = all.flatMap(([name, { tabs }]) =>
  tabs.flatMap((tab: SectionTab) =>
    [tab.to, ...(tab.also ?? [])].map((path) => ({
      path: `${path}/*`,
      place: { section: name, tab: tab.to },
      needs: tab,
    })),
  ),
);

/** The section and the tab that a page belongs to. The most specific address wins. */
export const findPlace = (
  pathname: string,
  access: PageAccess,
): { section: SectionName; tab: string } | undefined =>
  matchRoutes(
    places.filter(({ needs }) => needs.unless === undefined || mayOpen(needs, access)),
    pathname,
  )?.[0]?.route.place;
