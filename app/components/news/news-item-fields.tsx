import type { FieldMetadata } from "@conform-to/react";
import { Field } from "#app/components/forms/field.tsx";
import { TextAreaField } from "#app/components/forms/text-area-field.tsx";

type NewsItemFieldsProps = {
  fields: Record<"title" | "summary" | "url" | "category", FieldMetadata<string>>;
};

/** The fields of an administrator's own news item. */
export function NewsItemFields({ fields }: NewsItemFieldsProps) {
  return (
    <>
      <Field label="Title" field={fields.title} autoComplete="off" />
      <TextAreaField
        label="Text"
        field={fields.summary}
        rows={3}
        hint="Optional. Plain text, up to 400 characters."
      />
      <Field
        label="Address"
        field={fields.url}
        type="url"
        autoComplete="off"
        hint="Optional. Where the title leads."
      />
      <Field label="Category" field={fields.category} autoComplete="off" />
    </>
  );
}
