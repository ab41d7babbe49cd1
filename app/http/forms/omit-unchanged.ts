type Question = { id: string; about: string | null };

/** What a page posts as it was recognized is no answer. What it asks is one, also if the guess is sent. */
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
