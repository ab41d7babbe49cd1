import { createContext, useContext } from "react";

export type FormChoice = { id: string; name: string; label: string };

const FormNamesContext = createContext<FormChoice[]>([]);

/** The forms that claims of the workspace can name; none where it has one form, because then no claim names it. */
export const FormNamesProvider = FormNamesContext.Provider;

export const useFormNames = (): FormChoice[] => useContext(FormNamesContext);

/** The name of a claim's form where the workspace has several, otherwise null. */
export const useFormName = (formId: string): string | null =>
  useFormNames().find(({ id }) => id === formId)?.name ?? null;

/** Adds the name of a claim's form to its broker or address, where the workspace has several: ", Spring". */
export function OfForm({ formId }: { formId: string }) {
  const name = useFormName(formId);
  return name === null ? null : (
    <>
      , <bdi>{name}</bdi>
    </>
  );
}
