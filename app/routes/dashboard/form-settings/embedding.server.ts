import { optInTitle } from "#app/components/opt-in/texts.ts";
import { config } from "#app/env.server.ts";
import { englishNameOf, type Language } from "#app/lib/languages.ts";
import {
  clickSnippet,
  type EmbedMode,
  embedSnippet,
  frameSnippet,
  linkSnippet,
} from "#app/lib/share-links.ts";
import { EmbedQuery } from "#app/schemas/embedding.ts";
import type { FormSettings } from "#app/schemas/form-settings.ts";
import { textsIn } from "#app/schemas/languages/index.ts";

/** How a form stands on another site, as the address of a page of the dashboard asks for it. */
export function readEmbedding(
  { languages, texts, title, action }: FormSettings,
  search: URLSearchParams,
): { mode: EmbedMode; language: Language | null; title: string; close: string } {
  const asked = EmbedQuery.parse(Object.fromEntries(search));
  const isOffered = asked.language !== null && languages.enabled.includes(asked.language);
  const shown = isOffered && asked.language ? asked.language : languages.default;
  const own = texts[shown]?.title.trim() || title;
  return {
    mode: asked.mode,
    language: isOffered ? asked.language : null,
    title: optInTitle({ language: shown, action, title: own }),
    close: textsIn(shown).dialog.close,
  };
}

type Arguments = { settings: FormSettings; url: string; search: URLSearchParams };

/** The code for the owner's own site. */
export function presentEmbedding({ settings, url, search }: Arguments) {
  const { slug, frameOrigins, clickDays, languages } = settings;
  const { mode, language, title, close } = readEmbedding(settings, search);
  const origin = config.publicUrl;
  return {
    mode,
    language,
    languages: languages.enabled.map((code) => ({ code, name: englishNameOf(code) })),
    frameOrigins,
    code: embedSnippet({ url, origin, mode, title, language, close }),
    frame: frameSnippet({ url, title }),
    link: linkSnippet({ url, title }),
    click: clickSnippet({ slug, origin, days: clickDays }),
    clickDays,
  };
}
