import { useParams } from "@remix-run/react";
import clsx from "clsx";
import { useEffect, useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { paths } from "#app/paths.ts";
import styles from "./form-preview.module.css";

const UPDATE_AFTER_MS = 300;
const PREVIEW_FRAME = "form-preview";

/**
 * The form as visitors see it, on a phone or a desktop. With script it follows what is typed; without, its
 * button sends the settings to the frame.
 */
export function FormPreview({ formId, typed }: { formId: string; typed: string | null }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { formId: ofForm } = useParams();
  const preview = paths.formPreview({ formId: ofForm });
  useEffect(() => {
    if (typed === null) return;
    const aborted = new AbortController();
    const timer = setTimeout(
      () => update({ formId, preview }, frame.current, aborted.signal),
      UPDATE_AFTER_MS,
    );
    return () => {
      clearTimeout(timer);
      aborted.abort();
    };
  }, [formId, preview, typed]);
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
    shown.body.replaceChildren(...page.body.children);
  } catch {
    // The next change tries again.
  }
}
