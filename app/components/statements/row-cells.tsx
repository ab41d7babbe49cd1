import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { StatementMatchResponse, StatementResponse } from "#app/schemas/statements.ts";
import styles from "./row-cells.module.css";
import { meaningNames } from "./statement-state.ts";

type RowCellsProps = {
  row: StatementMatchResponse["rows"][number];
  columns: StatementResponse["columns"];
};

/** A line of the file: each cell with the meaning of its column. */
export function RowCells({ row: { line, cells }, columns }: RowCellsProps) {
  return (
    <>
      <span className={text.small}>Line {formatNumber(line)}</span>{" "}
      <dl className={styles.cells}>
        {columns.map(({ index, heading, meaning }) => {
          const cell = cells[index] ?? "";
          if (cell.trim() === "") return null;
          const isUsed = meaning !== "ignore";
          const name = isUsed ? meaningNames[meaning] : heading;
          return (
            <div key={index} className={isUsed ? undefined : styles.unused}>
              <dt title={heading}>{name || `Column ${index + 1}`}</dt> <dd>{cell}</dd>{" "}
            </div>
          );
        })}
      </dl>
    </>
  );
}
