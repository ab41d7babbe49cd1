import { DAY, HOUR } from "#app/lib/dates.ts";
import { type OptInForm, User } from "#app/models/index.server.ts";
import { createAccount } from "#app/services/accounts/create-account.server.ts";
import { DEMO_ACCOUNTS } from "#app/services/accounts/demo-accounts.server.ts";
import { starterTexts } from "#app/services/form-settings/starter-form.server.ts";
import { seedAdministration } from "./demo-admin-data.ts";
import { seedBrokerApi } from "./demo-api.ts";
import { seedLinks } from "./demo-links.ts";
import { seedPostbacks } from "./demo-postbacks.ts";
import { seedSpend } from "./demo-spend.ts";
import { seedTelegram } from "./demo-telegram.ts";
import { type Fate, type Story, seedClaims, WINDOW_MS } from "./sample-claims.ts";
import { ACCOUNT, createSampleForm, createSampleOwner, type SampleOwner } from "./sample-owner.ts";
import { chances } from "./sample-values.ts";

const COUNT = 204;
const DAYS = 90;

/** The waiting claim of so many hours ago has an amount that cannot be. */
const UNLIKELY_HOURS_AGO = 104;

const sent: Fate = { status: "handled", state: "sent" };
const waiting: Fate = { status: "pending", state: null };
const rejected: Fate = { status: "rejected", state: null };
const withdrawn: Fate = { ...rejected, isWithdrawn: true };
const refused: Fate = { status: "handled", state: "failed" };
const expired: Fate = { status: "handled", state: "expired" };
const skipped: Fate = { status: "handled", state: "skipped" };

/** The last days, by hand: what became of the claims of so many hours ago. Some hurry, some went wrong. */
const RECENT: [fate: Fate, hoursAgo: number[]][] = [
  [waiting, [0.4, 1.2, 2.5, 6, 13, 31, 60, 104, 148, 159, 164.3]],
  // Enough for a broker's statement to check many together.
  [waiting, Array.from({ length: 30 }, (_, index) => 15 + 4.5 * index)],
  [sent, [4, 9, 19, 27, 36, 48, 53, 66, 78, 85, 99, 111, 118, 125, 133, 140, 153]],
  [rejected, [22, 92]],
  [withdrawn, [71]],
  [refused, [41]],
];

/** What became of an older claim: all were decided long ago. */
function toOldFate(chance: number): Fate {
  if (chance < 0.09) return rejected;
  if (chance < 0.13) return expired;
  if (chance < 0.15) return refused;
  if (chance < 0.16) return skipped;
  return chance < 0.18 ? withdrawn : sent;
}

/** The waiting claims of so many hours ago came by the form that is archived since. */
const ARCHIVED_HOURS_AGO = [105, 109.5, 114, 118.5];

/** The verified claims of so many hours ago came by these: in 28 days one campaign earns, and one loses. */
const CAME_BY: [cameBy: NonNullable<Story["cameBy"]>, hoursAgo: number[]][] = [
  [{ source: "instagram", campaign: "story-november" }, [9, 19, 85]],
  [{ source: "tiktok", campaign: "spark-northgate" }, [27, 48, 78, 111, 133]],
];

/** Every so many older claims came by the Spanish form. */
const SPANISH_EVERY = 6;

type DemoForms = Record<"spanish" | "archived", OptInForm>;

/** A form in Spanish with its own color, and one of an event that is over. */
async function createForms({ workspace, platforms }: SampleOwner, now: Date): Promise<DemoForms> {
  const place = { workspaceId: workspace.id, platforms, now, isDefault: null };
  const languages = { default: "es", enabled: ["es"], automatic: true };
  return {
    spanish: await createSampleForm({
      ...place,
      slug: "demo-es",
      name: "Instagram, Spanish",
      position: 1,
      accentColor: "#c2410c",
      ...starterTexts("Casa Trading", "deposit", "es"),
      languages: JSON.stringify(languages),
      successMessage: null,
      privacyText: null,
    }),
    archived: await createSampleForm({
      ...place,
      slug: "demo-webinar",
      name: "Autumn webinar",
      position: 2,
      archivedAt: new Date(now.getTime() - 4 * DAY),
    }),
  };
}

function makeStories(now: Date, random: () => number, { spanish, archived }: DemoForms): Story[] {
  const toStory = (fate: Fate, agoMs: number) => ({ fate, createdAt: new Date(now.getTime() - agoMs) });
  const recent = RECENT.flatMap(([fate, hoursAgo]) =>
    hoursAgo.map((hours) => ({
      ...toStory(fate, hours * HOUR),
      isUnlikely: hours === UNLIKELY_HOURS_AGO,
      form: ARCHIVED_HOURS_AGO.includes(hours) ? archived : undefined,
      cameBy: fate === sent ? CAME_BY.find(([, those]) => those.includes(hours))?.[0] : undefined,
    })),
  );
  const old = Array.from({ length: COUNT - recent.length }, (_, index) => ({
    ...toStory(toOldFate(random()), WINDOW_MS + random() ** 1.2 * (DAYS * DAY - WINDOW_MS)),
    form: index % SPANISH_EVERY === 0 ? spanish : undefined,
  }));
  return [...recent, ...old].sort((one, other) => Number(one.createdAt) - Number(other.createdAt));
}

/**
 * Fills an empty database with an owner, an administrator, platforms, tiers, forms and some 200 claims.
 * @returns false if the database has the demo's data already
 */
export async function seedDemo(now = new Date()): Promise<boolean> {
  if (await User.findOne({ where: { emailKey: DEMO_ACCOUNTS.owner } })) return false;
  await createAccount({
    ...ACCOUNT,
    email: DEMO_ACCOUNTS.admin,
    username: "admin",
    name: "Site administrator",
    role: "superadmin",
  });
  const owner = await createSampleOwner(
    {
      email: DEMO_ACCOUNTS.owner,
      username: "demo",
      name: "Iria Vázquez-Montenegro",
      slug: "demo",
      hasTikTok: true,
    },
    now,
  );
  const random = chances(20_261_121);
  // The free plan has one form.
  await owner.workspace.update({ subscriptionPlan: "pro" });
  const stories = makeStories(now, random, await createForms(owner, now));
  await seedClaims({ owner, stories, random, now, isDetailed: true });
  await seedSpend(owner, now);
  await seedLinks(owner, now);
  await seedPostbacks(owner, now);
  await seedBrokerApi(owner);
  await seedTelegram(owner, now);
  await seedAdministration(now);
  return true;
}
