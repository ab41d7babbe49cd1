import type { CreationAttributes } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { storeCovers } from "#app/lib/consent.ts";
import { DAY } from "#app/lib/dates.ts";
import {
  type Connection,
  FormSlug,
  NamedLink,
  OptInForm,
  OptInFormPlatform,
  OwnRate,
  Platform,
  type Workspace,
} from "#app/models/index.server.ts";
import { ALWAYS } from "#app/models/own-rate.server.ts";
import { createAccount } from "#app/services/accounts/create-account.server.ts";
import { saveConnection } from "#app/services/connections/connections.server.ts";
import { writeTiers } from "#app/services/platforms/replace-tiers.server.ts";
import { grantAccess } from "#app/services/workspaces/access.server.ts";
import { TIME_ZONE } from "./demo-time-zone.ts";

const PLATFORMS = [
  ["Northgate Markets", "ChartLineUp"],
  ["Halden FX", "CurrencyCircleDollar"],
  ["Meridian Copy Trading", "UsersThree"],
  ["Bybit", "Coins"],
] as const;

/** Each platform's, in euros, by percent. */
export const TIERS = [
  { name: "Bronze", minAmount: "0", maxAmount: "1999.99", value: "20" },
  { name: "Silver", minAmount: "2000", maxAmount: "19999.99", value: "25" },
  { name: "Gold", minAmount: "20000", maxAmount: null, value: "30" },
] as const;

/** Everyone's: the demo prints the sign-ins. */
export const ACCOUNT = { password: "verify-what-is-true", timeZone: TIME_ZONE, currency: "EUR" };

/** How long ago the links of a form were created. */
const LINKS_DAYS = 95;
const LINKS = [
  { name: "ig-bio", label: "Instagram bio", source: "instagram", medium: "social", campaign: null },
  {
    name: "ig-story-3",
    label: "Story of 3 November",
    source: "instagram",
    medium: "social",
    campaign: "story-november",
  },
  { name: "tiktok-bio", label: "TikTok bio", source: "tiktok", medium: "social", campaign: null },
  {
    name: "yt-review",
    label: "Video: Northgate in ten minutes",
    source: "youtube",
    medium: "social",
    campaign: "webinar",
  },
  {
    name: "newsletter-11",
    label: "Newsletter, November",
    source: "newsletter",
    medium: "email",
    campaign: "autumn",
  },
];

export type SampleOwner = {
  workspace: Workspace;
  form: OptInForm;
  links: NamedLink[];
  platforms: Platform[];
  /** Meta's is the first. */
  connections: [Connection, ...Connection[]];
};

/**
 * Creates an owner with platforms, tiers, a form and connections to the sandbox: Meta's, and TikTok's if
 * asked for.
 */
export async function createSampleOwner(
  {
    slug,
    hasTikTok = false,
    ...account
  }: { email: string; username: string; name: string; slug: string; hasTikTok?: boolean },
  now: Date,
): Promise<SampleOwner> {
  const { workspace, user } = await createAccount({ ...ACCOUNT, ...account, role: "user" });
  const platforms = await createPlatforms(workspace.id, now);
  const form = await createSampleForm({ workspaceId: workspace.id, slug, platforms, now });
  const createdAt = new Date(now.getTime() - LINKS_DAYS * DAY);
  const ofForm = { workspaceId: workspace.id, formId: form.id, createdAt };
  const links = await NamedLink.bulkCreate(LINKS.map((link) => ({ ...link, ...ofForm })));
  await OwnRate.create({
    workspaceId: workspace.id,
    pair: "AED/USD",
    fromCurrency: "USD",
    toCurrency: "AED",
    rate: "3.6725",
    validFrom: ALWAYS,
    createdAt: now,
  });
  const access = grantAccess({ workspaceId: workspace.id, userId: user.id, supportAccessId: null });
  const place = { access, assetName: "Casa Trading" };
  const meta = await saveConnection({
    ...place,
    adPlatform: "meta",
    credential: { accessToken: "sandbox-demo-token" },
    assetId: "1029384756102938",
  });
  if (!hasTikTok) return { workspace, form, links, platforms, connections: [meta] };
  const tiktok = await saveConnection({
    ...place,
    adPlatform: "tiktok",
    credential: { accessToken: "sandbox-demo-token", advertiserId: null },
    assetId: "CASA0TRADING0PIXEL00",
  });
  return { workspace, form, links, platforms, connections: [meta, tiktok] };
}

async function createPlatforms(workspaceId: string, now: Date): Promise<Platform[]> {
  const platforms = await Platform.bulkCreate(
    PLATFORMS.map(([name, icon], position) => ({
      workspaceId,
      name,
      nameKey: name.toLowerCase(),
      icon,
      isActive: true,
      isDefault: position === 0 ? true : null,
      position,
      accountField: "optional" as const,
      createdAt: now,
      updatedAt: now,
    })),
  );
  const place = { type: "percentage" as const, currency: "EUR" };
  const tiers = TIERS.map((tier, row) => ({ ...tier, ...place, row }));
  await inTransaction(async (transaction) => {
    for (const platform of platforms) await writeTiers(platform, tiers, transaction);
  });
  return platforms;
}

type NewForm = { workspaceId: string; slug: string; platforms: Platform[]; now: Date } & Partial<
  CreationAttributes<OptInForm>
>;

/** The default form of a workspace, or another one if what is set beside it says so. */
export async function createSampleForm({ platforms, now, ...set }: NewForm): Promise<OptInForm> {
  const form = await OptInForm.create({
    isDefault: true,
    isActive: true,
    ownerName: "Casa Trading",
    title: "Confirm your deposit",
    introduction:
      "Iria sends your welcome kit as soon as the deposit is found at your broker. It takes half a minute.",
    action: "deposit",
    phoneCountry: "ES",
    consentText:
      "I agree that Casa Trading checks this with my broker and tells the ad platforms it advertises on that it happened. I can withdraw at any time.",
    consentCovers: storeCovers("all"),
    allowRepeat: false,
    successMessage:
      "Iria checks it with your broker, usually within a day. Your welcome kit follows by email.",
    privacyText:
      "Casa Trading keeps what you enter for a year, to check your deposit with your broker.\n\nWrite to privacy@casa.example to see it, to correct it or to have it erased.",
    createdAt: now,
    updatedAt: now,
    ...set,
  });
  const { id: formId, slug, workspaceId } = form;
  // Reserved, so that links to it lead on once it has another address.
  await FormSlug.create({ slug, workspaceId, formId, createdAt: now });
  await OptInFormPlatform.bulkCreate(
    platforms.map(({ id: platformId }, position) => ({ formId, platformId, position })),
  );
  return form;
}
