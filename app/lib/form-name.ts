type FormNames = { name: string; slug: string };

/** How a form's owner tells it apart: one that never got a name by its address. */
export const formName = ({ name, slug }: FormNames): string => name || slug;

type Ended = { archivedAt: Date | null; deletedAt: Date | null };

/** "Spring campaign", "Spring campaign, archived" */
export function formLabel(form: FormNames & Ended): string {
  const state = form.deletedAt ? ", deleted" : form.archivedAt ? ", archived" : "";
  return formName(form) + state;
}

const NAMED_MAX = 3;
const list = new Intl.ListFormat("en-US");

/** ["on the form Spring"], ["on the forms Spring, Summer, Autumn, and 2 others"]; nothing of none. */
export function onForms(names: string[]): string[] {
  if (names.length === 0) return [];
  if (names.length === 1) return [`on the form ${names[0]}`];
  const more = names.length - NAMED_MAX;
  const others = more <= 0 ? [] : [more === 1 ? "1 other" : `${more} others`];
  return [`on the forms ${list.format([...names.slice(0, NAMED_MAX), ...others])}`];
}
