import { isDeepStrictEqual } from "node:util";
import type { SaveConflict } from "#app/components/form-settings/conflict-note.tsx";
import { TEXT_NAMES } from "#app/lib/form-json.ts";
import type { FormTab } from "#app/lib/form-tabs.ts";
import { englishNameOf } from "#app/lib/languages.ts";
import { pick } from "#app/lib/objects.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { presentFormSettings } from "#app/presenters/form-settings.ts";
import type { FormSettings, FormSettingsValues } from "#app/schemas/form-settings.ts";
import { listSettings, type SettingName, settingsOfForm } from "#app/schemas/form-settings-table.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import type { OwnForm } from "#app/services/form-settings/own-forms.server.ts";

/** A hash of the settings of a tab that changes with any of them. */
export const tabVersion = (settings: FormSettings, tab: FormTab): string =>
  sha256(JSON.stringify([pick(settings, listSettings(tab)), settings.languages.default])).slice(0, 22);

/** The saved values that differ from what was typed on a tab, and the version to save over. */
export function describeSaved(own: OwnForm | null, tab: FormTab, typed: FormSettingsValues): SaveConflict {
  if (!own) return { version: 0, seen: "", saved: [] };
  const presented = presentFormSettings(own);
  const settings = { ...presented, name: own.form.name };
  const main = settings.languages.default;
  const saved = listSettings(tab).flatMap((name: SettingName) => {
    // A field that the page does not have was not typed.
    if (typed[name] === undefined) return [];
    const value = toComparable(name, settings[name], main);
    if (isDeepStrictEqual(value, toComparable(name, typed[name], main))) return [];
    return [{ label: settingsOfForm[name].label, value: toText(name, settings, main) }];
  });
  return { version: settings.version, seen: tabVersion(presented, tab), saved };
}

/** What is shown elsewhere, or is empty, is left out. */
function toComparable(name: SettingName, value: unknown, main: string): unknown {
  if (name === "sendTo" && Array.isArray(value)) return value.toSorted();
  if (name === "selectedAssets") return { ...(value as object), meta: undefined };
  return name === "texts" ? describeTexts(value as FormSettings["texts"], main) : value;
}

function toText(name: SettingName, settings: FormSettings, main: string): string {
  const { sendTo, look, retentionDays, eventNames, selectedAssets } = settings;
  switch (name) {
    case "look":
      return `${look.accentColor ?? "the product's color"}, ${look.theme}`;
    case "languages":
      return settings.languages.enabled.map(englishNameOf).join(", ");
    case "texts":
      return describeTexts(settings.texts, main);
    case "selectedPlatforms":
      return `${settings.selectedPlatforms.length}`;
    case "sendTo":
      return sendTo === null ? "all ad platforms that are connected" : sendTo.map(adPlatformName).join(", ");
    case "eventNames":
      return describeByPlatform(eventNames);
    case "selectedAssets":
      return describeByPlatform(selectedAssets);
    case "frameOrigins":
      return settings.frameOrigins.join(", ");
    case "retentionDays":
      return `unchecked ${retentionDays.pending ?? "always"}, checked ${retentionDays.handled ?? "always"}`;
    default: {
      const value = settings[name];
      return typeof value === "boolean" ? (value ? "yes" : "no") : `${value ?? ""}`;
    }
  }
}

const describeByPlatform = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([adPlatform, value]) => `${adPlatformName(adPlatform)}: ${value}`)
    .join(", ");

/** In the languages besides the main one. */
const describeTexts = (
  all: Record<string, Partial<FormSettings["texts"][string]> | undefined>,
  main: string,
) =>
  Object.entries(all)
    .flatMap(([language, texts]) => {
      const written = TEXT_NAMES.map((name) => texts?.[name]).filter(Boolean);
      return language !== main && written.length > 0 ? [`${language}: ${written.join(" / ")}`] : [];
    })
    .sort()
    .join("; ");
