import { CONTROL } from "./read-form.server.ts";

type Row = Record<string, string>;

/**
 * The fields of a form with a list of rows. Names that do not fit the list are dropped: conform would throw on them.
 * @param next the row that a button adds, which without script cannot know the rows before it
 */
export function readRows(
  sent: URLSearchParams,
  list: string,
  next: (rows: Row[], asked: Row) => object,
): URLSearchParams {
  const fields = new URLSearchParams();
  const rows: Row[] = [];
  for (const [name, value] of sent) {
    if (!isOfList(name, list)) fields.append(name, value);
    else {
      const [, index, field] = ROW.exec(name.slice(list.length)) ?? [];
      if (index === undefined || field === undefined || fields.has(name)) continue;
      fields.append(name, value);
      rows[Number(index)] = { ...rows[Number(index)], [field]: value };
    }
  }
  const control = JSON.parse(fields.get(CONTROL) ?? "null");
  if (control?.type === "insert" && control.payload.name === list) {
    const defaultValue = next(Object.values(rows), control.payload.defaultValue ?? {});
    fields.set(CONTROL, JSON.stringify({ type: "insert", payload: { name: list, defaultValue } }));
  }
  return fields;
}

const ROW = /^\[(\d+)\]\.(\w+)$/;

const isOfList = (name: string, list: string) =>
  name.startsWith(list) && !/^[\w-]/.test(name.slice(list.length));
