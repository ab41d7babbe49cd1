import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { hasActiveOwner } from "#app/database/queries/active-owner.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { NotFound } from "#app/lib/errors.ts";
import { Connection, OptInForm, OptInFormPlatform, Platform, Workspace } from "#app/models/index.server.ts";
import type { PublicForm } from "#app/schemas/opt-in.ts";
import { connectionWindowMs } from "#app/services/connections/connections.server.ts";

/** A live form with everything a submission needs. Cached for a second for the two busiest URLs. */
export type LiveForm = {
  id: string;
  workspaceId: string;
  timeZone: string;
  consentText: string;
  action: OptInForm["action"];
  allowRepeat: boolean;
  facebookPixelId: string | null;
  platforms: Map<string, string>;
  /** The shortest window of the connected ad platforms, in ms; null without a connection. */
  windowMs: number | null;
  /** Changes whenever anything on the page changes. */
  version: string;
  page: PublicForm;
};

const KEPT_MS = 1 * SECOND;
const MAX_KEPT = 5_000;
const SLUG = /^[a-z0-9](?:-?[a-z0-9]){2,49}$/;

const kept = new Map<string, { until: number; form: Promise<LiveForm | null> }>();

/** Clears this process's cached form. Other processes follow within a second. */
export function invalidateLiveForm(slug: string): void {
  kept.delete(slug);
}

/** The active form with this slug, or null if it is missing, inactive or deleted. */
export function findLiveForm(slug: string, now = Date.now()): Promise<LiveForm | null> {
  if (!SLUG.test(slug)) return Promise.resolve(null);
  const entry = kept.get(slug);
  if (entry && entry.until > now) return entry.form;
  const form = loadLiveForm(slug).catch((error: unknown) => {
    // Without the database the last known form is still shown; submitting it is a 503 that keeps the page.
    if (entry) return entry.form;
    kept.delete(slug);
    throw error;
  });
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(slug, { until: now + KEPT_MS, form });
  return form;
}

/** @throws {NotFound} */
export async function getLiveForm(slug: string): Promise<LiveForm> {
  const form = await findLiveForm(slug);
  if (!form) throw new NotFound("Form");
  return form;
}

/** The slug of the workspace's form, or null if it has no form. */
export async function findOwnSlug(workspaceId: string): Promise<string | null> {
  const form = await retryRead(() =>
    OptInForm.findOne({ where: { workspaceId, deletedAt: null }, attributes: ["slug"] }),
  );
  return form?.slug ?? null;
}

async function loadLiveForm(slug: string): Promise<LiveForm | null> {
  const form = await retryRead(() =>
    OptInForm.findOne({
      where: { slug, isActive: true, deletedAt: null, [Op.and]: hasActiveOwner("OptInForm") },
      include: [{ model: Workspace, as: "workspace", required: true, attributes: ["timeZone", "currency"] }],
    }),
  );
  if (!form) return null;
  const [places, connections] = await Promise.all([
    OptInFormPlatform.findAll({ where: { formId: form.id }, order: [["position", "ASC"]] }),
    Connection.findAll({
      where: { workspaceId: form.workspaceId },
      attributes: ["adPlatform", "settings"],
    }),
  ]);
  // A separate query: SQLite would build the whole join for each form.
  const offered = await Platform.findAll({
    where: {
      id: places.map(({ platformId }) => platformId),
      workspaceId: form.workspaceId,
      isActive: true,
      archivedAt: null,
    },
    attributes: ["id", "name", "icon"],
  });
  const byId = new Map(offered.map((platform) => [platform.id, platform]));
  const platforms = places.flatMap(({ platformId }) => byId.get(platformId) ?? []);
  const page: PublicForm = {
    slug: form.slug,
    ownerName: form.ownerName,
    logo: form.logo,
    title: form.title,
    introduction: form.introduction,
    action: form.action,
    askAmount: form.askAmount,
    currency: form.workspace?.currency ?? "EUR",
    consentText: form.consentText,
    successMessage: form.successMessage,
    redirectUrl: form.redirectUrl,
    platforms: platforms.map(({ id, name, icon }) => ({ id, name, icon })),
    facebookPixelId: form.facebookPixelId,
  };
  const windows = connections.map(connectionWindowMs);
  return {
    id: form.id,
    workspaceId: form.workspaceId,
    timeZone: form.workspace?.timeZone ?? "UTC",
    consentText: form.consentText,
    action: form.action,
    allowRepeat: form.allowRepeat,
    facebookPixelId: form.facebookPixelId,
    platforms: new Map(platforms.map(({ id, name }) => [id, name])),
    windowMs: windows.length > 0 ? Math.min(...windows) : null,
    version: JSON.stringify(page),
    page,
  };
}
