import { createHash } from "node:crypto";
import { Op, type Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { config } from "#app/env.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { Logo, OptInForm } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { countUploaded } from "#app/services/uploads/uploads.server.ts";
import { type Access, changeWorkspace } from "#app/services/workspaces/access.server.ts";
import { toLogo } from "./logo-image.server.ts";

/** Uploads that no saved form shows: enough for several windows. */
const UNUSED_MAX = 5;

const HASH = /^[0-9a-f]{64}$/;
const PATH = /^\/uploads\/([0-9a-f]{64})$/;

const logoPath = (hash: string): string => `/uploads/${hash}`;

/**
 * Re-encodes an uploaded picture and stores it under the hash of its content. The form shows it once its
 * settings name it.
 * @returns its path
 * @throws {Invalid} at `logo`: no PNG, JPEG or WebP, too large, moving or damaged
 * @throws {QuotaReached} 429 `upload_quota`
 * @throws {Unavailable} if too many pictures wait
 */
export async function uploadLogo({ access, file }: { access: Access; file: Buffer }): Promise<string> {
  const { workspaceId } = access;
  await countUploaded(workspaceId, file.length);
  const { mediaType, content } = await toLogo(workspaceId, file);
  const hash = createHash("sha256").update(`${workspaceId}:`).update(content).digest("hex");
  await changeWorkspace(access, "settings:write", async (_workspace, transaction) => {
    const now = new Date();
    const stored = await Logo.findByPk(hash, { attributes: ["hash"], transaction });
    if (stored) await stored.update({ createdAt: now }, { transaction });
    else await Logo.create({ hash, workspaceId, mediaType, content, createdAt: now }, { transaction });
    await deleteUnused(workspaceId, transaction);
  });
  return logoPath(hash);
}

/** A picture of ours by its public name, or null. */
export async function findLogo(hash: string): Promise<Logo | null> {
  return HASH.test(hash) ? retryRead(() => Logo.findByPk(hash)) : null;
}

/**
 * The path of a logo that a form may show.
 * @throws {Invalid} unless the workspace uploaded it, or the form shows it already
 */
export async function assertOwnLogo(
  { workspaceId, logo, current }: { workspaceId: string; logo: string | null; current: string | null },
  transaction: Transaction,
): Promise<string | null> {
  if (logo === null || logo === current) return logo;
  const path = logo.startsWith(`${config.publicUrl}/`) ? logo.slice(config.publicUrl.length) : logo;
  const hash = PATH.exec(path)?.[1] ?? "";
  const isOwn =
    hash !== "" && (await Logo.findOne({ where: { hash, workspaceId }, attributes: ["hash"], transaction }));
  if (!isOwn) throw new Invalid([{ field: "logo", message: messages.formSettings.logoUnknown }]);
  return path;
}

async function deleteUnused(workspaceId: string, transaction: Transaction): Promise<void> {
  const forms = await OptInForm.findAll({ where: { workspaceId }, attributes: ["logo"], transaction });
  const used = forms.flatMap(({ logo }) => PATH.exec(logo ?? "")?.[1] ?? []);
  const unused = await Logo.findAll({
    where: { workspaceId, hash: { [Op.notIn]: used } },
    attributes: ["hash"],
    order: [["createdAt", "DESC"]],
    offset: UNUSED_MAX,
    limit: 100,
    transaction,
  });
  const hash = unused.map((logo) => logo.hash);
  if (hash.length > 0) await Logo.destroy({ where: { workspaceId, hash }, transaction });
}
