import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { hasActiveOwner } from "#app/database/queries/active-owner.server.ts";
import { readFormJson } from "#app/lib/form-json.ts";
import type { FormLanguages } from "#app/lib/languages.ts";
import { OptInForm } from "#app/models/index.server.ts";
import type { FormLook } from "#app/schemas/shared/form-look.ts";
import { findFormBySlug } from "./form-slugs.server.ts";

/** The texts of a page whose form is not open. */
export type ClosedForm = {
  /** The address that the form has now, if it is open there. */
  movedTo: string | null;
  ownerName: string;
  action: OptInForm["action"];
  redirectUrl: string | null;
  look: FormLook;
  languages: FormLanguages;
};

/** The form that has or had the slug, open or not. Null if no form had it, or its owner has left. */
export async function findOwnedForm(slug: string): Promise<OptInForm | null> {
  const found = await findFormBySlug(slug);
  return (
    found &&
    retryRead(() =>
      OptInForm.findOne({
        where: { id: found.id, workspaceId: found.workspaceId, [Op.and]: hasActiveOwner("OptInForm") },
      }),
    )
  );
}

/** Null if no form has had the slug, or its owner has left. */
export async function findClosedForm(slug: string): Promise<ClosedForm | null> {
  const form = await findOwnedForm(slug);
  if (!form) return null;
  const isOpen = form.isActive && form.archivedAt === null && form.deletedAt === null;
  const { ownerName, action, redirectUrl, accentColor, theme } = form;
  const { languages } = readFormJson(form);
  const movedTo = isOpen && form.slug !== slug ? form.slug : null;
  return { movedTo, ownerName, action, redirectUrl, look: { accentColor, theme }, languages };
}
