import { Select } from "#app/components/forms/control.tsx";
import { Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import styles from "./import-panel.module.css";

type Column = { index: number; heading: string; examples: readonly string[]; meaning: string | null };

type ColumnMeaningsProps<Read extends Column> = {
  columns: readonly Read[];
  meanings: readonly (readonly [value: string, label: string])[];
  /** By what a meaning was told. */
  describe?: (column: Read) => string;
  disabled: boolean;
};

/** Enough of a long name to know it by. */
const shorten = (example: string) => (example.length > 40 ? `${example.slice(0, 39)}…` : example);

/** The columns of a file with examples, each with its meaning in a select. */
export function ColumnMeanings<Read extends Column>({
  columns,
  meanings,
  describe,
  disabled,
}: ColumnMeaningsProps<Read>) {
  if (columns.length === 0) return null;
  return (
    <Table
      caption="Columns of the file"
      className={styles.columns}
      groups={[{ rows: [...columns] }]}
      getKey={({ index }) => String(index)}
      columns={[
        {
          head: "Column",
          isWide: true,
          cell: ({ index, heading }) => (
            <label className={text.breakable} htmlFor={`meaning-${index}`}>
              {heading || `Column ${index + 1}`}
            </label>
          ),
        },
        {
          head: "Examples",
          isLabelled: true,
          isWide: true,
          cell: ({ examples }) => <bdi className={text.breakable}>{examples.map(shorten).join(", ")}</bdi>,
        },
        {
          head: "Meaning",
          isWide: true,
          cell: (column) => (
            <>
              <Select
                id={`meaning-${column.index}`}
                name={`meanings[${column.index}]`}
                defaultValue={column.meaning ?? "ignore"}
                disabled={disabled}
              >
                {meanings.map(([one, label]) => (
                  <option key={one} value={one}>
                    {label}
                  </option>
                ))}
              </Select>
              {describe ? <span className={text.small}>{describe(column)}</span> : null}
            </>
          ),
        },
      ]}
    />
  );
}
