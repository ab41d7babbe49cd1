import text from "#app/components/ui/text.module.css";
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
      <span className={text.small}>Line {line.toLocaleString("en-US")}</span>{" "}
      <dl className={styles.cells}>
        {cells.flatMap((cell, index) => {
          if (cell.trim() === "") return [];
          const column = columns.find((one) => one.index === index);
          const isUsed = column !== undefined && column.meaning !== "ignore";
          const name = isUsed ? meaningNames[column.meaning] : column?.heading;
          return [
            // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a line never move
            <div key={index} className={isUsed ? undefined : styles.unused}>
              <dt title={column?.heading}>{name || `Column ${index + 1}`}</dt> <dd>{cell}</dd>{" "}
            </div>,
          ];
        })}
      </dl>
    </>
  );
}
