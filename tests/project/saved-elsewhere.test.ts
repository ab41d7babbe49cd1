import { describe, expect, test } from "vitest";
import { getKeys, nulls } from "#app/lib/objects.ts";
import { OptInForm } from "#app/models/index.server.ts";
import { presentFormSettings } from "#app/presenters/form-settings.ts";
import { describeSaved } from "#app/routes/dashboard/form-settings/saved-elsewhere.server.ts";
import { settingsOfForm } from "#app/schemas/form-settings-table.ts";

const form = OptInForm.build({
  ...nulls(["logo", "introduction", "successMessage", "redirectUrl", "privacyUrl", "privacyText"]),
  ...nulls(["accentColor", "phoneCountry", "slowDown", "handledRetentionDays", "frameOrigins"]),
  ...nulls(["languages", "consentTemplates", "consentListed", "consentCovers"]),
  id: "1",
  workspaceId: "1",
  name: "Main",
  slug: "casa",
  isActive: true,
  ownerName: "Casa",
  title: "Confirm",
  action: "deposit",
  consentText: "I agree",
  allowRepeat: false,
  sendTo: JSON.stringify(["tiktok", "meta"]),
  eventNames: JSON.stringify({ meta: "Lead" }),
  selectedAssets: JSON.stringify({ tiktok: "C1" }),
  facebookPixelId: "42",
  texts: JSON.stringify({ de: { title: "Bestätigen" } }),
  pendingRetentionDays: 30,
  createdAt: new Date(),
  updatedAt: new Date(),
});
const own = { form, platformIds: ["1", "2"], pastConsents: [] };
const typed = presentFormSettings(own);

describe("two savers of one form", () => {
  test("two savers of one form are told of nothing that both have alike", () => {
    const { meta: _, ...selectedAssets } = typed.selectedAssets;
    const alike = { ...typed, selectedAssets, sendTo: ["meta", "tiktok"] };
    expect(describeSaved(own, alike)).toEqual({ version: 1, saved: [] });
    expect(describeSaved(own, { ...alike, selectedFacebookAssetId: undefined }).saved).toEqual([]);
  });

  test.each(getKeys(settingsOfForm))("two savers of one form are told that %s differs", (name) => {
    const { saved } = describeSaved(own, { ...typed, [name]: { de: { title: "Another" } } });
    expect(saved.map(({ label }) => label)).toEqual([settingsOfForm[name].label]);
  });

  test("two savers of one form read what the other has saved", () => {
    const { saved } = describeSaved(own, {
      ...typed,
      sendTo: null,
      eventNames: {},
      retentionDays: { pending: null, handled: 9 },
      withoutAmount: "skip",
    });
    expect(saved).toEqual([
      { label: "Without an amount", value: "lead" },
      { label: "Verified claims go to", value: "TikTok, Meta" },
      { label: "Event names", value: "Meta: Lead" },
      { label: "Days that people are kept", value: "unchecked 30, checked always" },
    ]);
  });
});
