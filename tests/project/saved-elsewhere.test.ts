import { describe, expect, test } from "vitest";
import { FORM_TABS } from "#app/lib/form-tabs.ts";
import { getKeys, nulls } from "#app/lib/objects.ts";
import { OptInForm } from "#app/models/index.server.ts";
import { presentFormSettings } from "#app/presenters/form-settings.ts";
import { describeSaved, tabVersion } from "#app/routes/dashboard/form-settings/saved-elsewhere.server.ts";
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
    for (const tab of FORM_TABS)
      expect(describeSaved(own, tab, alike)).toEqual({ version: 1, seen: tabVersion(typed, tab), saved: [] });
    const unsaid = { ...alike, selectedFacebookAssetId: undefined };
    expect(describeSaved(own, "advanced", unsaid).saved).toEqual([]);
  });

  test.each(getKeys(settingsOfForm))(
    "two savers of one form are told that %s differs, on its tab",
    (name) => {
      const changed = { ...typed, [name]: { de: { title: "Another" } } };
      const told = FORM_TABS.map((tab) => [
        tab,
        describeSaved(own, tab, changed).saved.map(({ label }) => label),
      ]);
      const { tab: its, label } = settingsOfForm[name];
      expect(told).toEqual(FORM_TABS.map((tab) => [tab, tab === its ? [label] : []]));
    },
  );

  test("the hash of a tab changes with its own settings, and with the language of its texts", () => {
    const withTitle = { ...typed, title: "Another" };
    const inGerman = { ...typed, languages: { ...typed.languages, default: "de" as const } };
    const isSame = (other: typeof typed) =>
      FORM_TABS.map((tab) => tabVersion(other, tab) === tabVersion(typed, tab));
    expect(isSame(withTitle)).toEqual([false, true, true, true, true]);
    expect(isSame(inGerman)).toEqual([false, false, false, false, false]);
  });

  test("two savers of one form read what the other has saved", () => {
    const changed = {
      ...typed,
      sendTo: null,
      eventNames: {},
      retentionDays: { pending: null, handled: 9 },
      withoutAmount: "skip" as const,
    };
    expect(describeSaved(own, "after-sending", changed).saved).toEqual([
      { label: "Verified claims go to", value: "TikTok, Meta" },
    ]);
    expect(describeSaved(own, "advanced", changed).saved).toEqual([
      { label: "Without an amount", value: "lead" },
      { label: "Event names", value: "Meta: Lead" },
      { label: "Days that people are kept", value: "unchecked 30, checked always" },
    ]);
  });
});
