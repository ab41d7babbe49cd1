import { useParams } from "@remix-run/react";
import clsx from "clsx";
import { useEffect, useRef, useState } from "react";
import { Select } from "#app/components/forms/control.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { englishNameOf, type FormLanguages, type Language } from "#app/lib/languages.ts";
import { PREVIEW_LANGUAGE } from "#app/lib/preview-language.ts";
import { paths } from "#app/paths.ts";
import styles from "./form-preview.module.css";

const UPDATE_AFTER_MS = 300;
const PREVIEW_FRAME = "form-preview";

type FormPreviewProps = { formId: string; typed: string | null; languages: FormLanguages };

/**
 * The form as visitors see it, in each of its languages, on a phone or a desktop. With script it follows what is
 * typed; without, its button sends the settings to the frame.
 */
export function FormPreview({ formId, typed, languages }: FormPreviewProps) {
  const [chosen, setChosen] = useState<Language | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const { formId: ofForm } = useParams();
  const preview = paths.formPreview({ formId: ofForm });
  useEffect(() => {
    if (typed === null && chosen === null) return;
    const aborted = new AbortController();
    const timer = setTimeout(
      () => update({ formId, preview }, frame.current, aborted.signal),
      UPDATE_AFTER_MS,
    );
    return () => {
      clearTimeout(timer);
      aborted.abort();
    };
  }, [formId, preview, typed, chosen]);
  return (
    <section className={styles.preview} aria-label="Preview">
      <fieldset className={styles.sizes}>
        <legend className="visually-hidden">Size of the preview</legend>
        <label>
          <input type="radio" name="previewSize" value="phone" defaultChecked />
          Phone
        </label>
        <label>
          <input type="radio" name="previewSize" value="desktop" className={styles.desktop} />
          Desktop
        </label>
        {languages.enabled.length > 1 ? (
          <label htmlFor="preview-language">
            Language
            <Select
              id="preview-language"
              name={PREVIEW_LANGUAGE}
              form={formId}
              defaultValue={languages.default}
              onChange={({ target }) => setChosen(target.value as Language)}
            >
              {languages.enabled.map((language) => (
                <option key={language} value={language}>
                  {englishNameOf(language)}
                </option>
              ))}
            </Select>
          </label>
        ) : null}
        <noscript>
          <Button isSmall type="submit" form={formId} formAction={preview} formTarget={PREVIEW_FRAME}>
            Update preview
          </Button>
        </noscript>
      </fieldset>
      <div className={styles.screen}>
        <iframe
          ref={frame}
          name={PREVIEW_FRAME}
          title="Your form as visitors see it"
          src={preview}
          sandbox="allow-same-origin"
          className={clsx(styles.frame)}
        />
      </div>
    </section>
  );
}

/** Puts the new page's content into the frame: loading it would add an entry to the browser's history. */
async function update(
  { formId, preview }: { formId: string; preview: string },
  frame: HTMLIFrameElement | null,
  signal: AbortSignal,
): Promise<void> {
  const form = document.getElementById(formId);
  const shown = frame?.contentDocument;
  if (!(form instanceof HTMLFormElement) || !shown) return;
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
  try {
    const response = await fetch(preview, { method: "POST", body: fields, signal });
    if (!response.ok) return;
    // The frame has its style already, and this page's policy would report it.
    const html = (await response.text()).replace(/<style>.*?<\/style>/s, "");
    const page = new DOMParser().parseFromString(html, "text/html");
    const { lang, dir } = page.documentElement;
    Object.assign(shown.documentElement, { lang, dir });
    shown.body.replaceChildren(...page.body.children);
  } catch {
    // The next change tries again.
  }
}
