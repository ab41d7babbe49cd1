import type { FieldMetadata } from "@conform-to/react";
import { Field } from "./field.tsx";

/** The password, where the last sign-in is too long ago. */
export function PasswordProof({ field, isProven }: { field: FieldMetadata<string>; isProven: boolean }) {
  if (isProven && field.errors === undefined) return null;
  return (
    <Field
      label="Your Attesto password"
      field={field}
      type="password"
      autoComplete="current-password"
      hint="Your last sign-in is more than 15 minutes ago."
    />
  );
}
