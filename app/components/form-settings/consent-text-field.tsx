import type { FieldMetadata } from "@conform-to/react";
import { TextAreaField } from "#app/components/forms/text-area-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import text from "#app/components/ui/text.module.css";
import { AD_PLATFORMS_PLACEHOLDER } from "#app/lib/consent.ts";

type ConsentTextFieldProps = {
  label: string;
  field: FieldMetadata<string>;
  /** What visitors read in place of the placeholder now. */
  list: string | undefined;
  hint?: string;
};

/** A consent text, with a button that inserts the placeholder. Without script it posts the form. */
export function ConsentTextField({ label, field, list, hint = "" }: ConsentTextFieldProps) {
  const insert = (event: React.MouseEvent) => {
    const area = document.getElementById(field.id);
    if (!(area instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    const { value, selectionEnd } = area;
    const at = selectionEnd || value.length;
    const space = /\S$/.test(value.slice(0, at)) ? " " : "";
    area.setRangeText(space + AD_PLATFORMS_PLACEHOLDER, at, at, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
    area.focus();
  };
  return (
    <div>
      <TextAreaField
        label={label}
        field={field}
        rows={4}
        hint={`${hint} Type ${AD_PLATFORMS_PLACEHOLDER} to insert the list of connected ad platforms.`.trim()}
      />
      <p className={text.small}>
        Visitors see: <bdi className={text.strong}>{list}</bdi>{" "}
        <Button kind="quiet" isSmall type="submit" name="insert" value={field.name} onClick={insert}>
          Insert the ad platforms<span className="visually-hidden"> into {label}</span>
        </Button>
      </p>
    </div>
  );
}
