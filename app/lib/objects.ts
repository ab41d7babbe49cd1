export function pick<From, Name extends keyof From & string>(from: From, names: readonly Name[]) {
  const picked: Partial<Pick<From, Name>> = {};
  for (const name of names) picked[name] = from[name];
  return picked as Pick<From, Name>;
}

/** Those of the names that have a value. */
export const pickGiven = <From, Name extends keyof From & string>(from: From, names: readonly Name[]) =>
  pick(
    from,
    names.filter((name) => from[name] !== undefined),
  ) as Partial<Pick<From, Name>>;

export const nulls = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;

export const mapValues = <Name extends string, Value, Result>(
  object: Readonly<Record<Name, Value>>,
  to: (value: Value, name: Name) => Result,
) =>
  Object.fromEntries(
    Object.entries<Value>(object).map(([name, value]) => [name, to(value, name as Name)]),
  ) as Record<Name, Result>;

export const getKeys = <Name extends string>(object: Readonly<Record<Name, unknown>>) =>
  Object.keys(object) as Name[];
