type Question = { id: string; about: string | null };

/** A field posted as it was recognized is no answer. One that the page asks about is, also with its guess. */
export function omitUnchanged<T extends object>(
  given: T,
  recognized: Readonly<Record<string, unknown>>,
  questions: readonly Question[],
): Partial<T> {
  const asked = questions.map(({ id, about }) => about ?? id);
  const changed = Object.entries(given).filter(
    ([name, value]) => asked.includes(name) || JSON.stringify(value) !== JSON.stringify(recognized[name]),
  );
  return Object.fromEntries(changed) as Partial<T>;
}
