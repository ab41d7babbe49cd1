import { buttonClass } from "#app/components/ui/button.tsx";
import { ScrollRegion } from "#app/components/ui/scroll-region.tsx";
import type { StatementResponse } from "#app/schemas/statements.ts";
import styles from "./columns-panel.module.css";

type FirstRowsProps = {
  columns: StatementResponse["columns"];
  rows: { line: number; cells: string[] }[];
};

/** The first rows as the file has them. */
export function FirstRows({ columns, rows }: FirstRowsProps) {
  return (
    <details className={styles.first}>
      <summary className={buttonClass({ isSmall: true })}>The first rows</summary>
      <ScrollRegion label="The first rows" className={styles.scroll}>
        <table className={styles.rows}>
          <thead>
            <tr>
              <th scope="col">Line</th>
              {columns.map(({ index, heading }) => (
                <th key={index} scope="col">
                  {heading || `Column ${index + 1}`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, cells }) => (
              <tr key={line}>
                <td>{line}</td>
                {columns.map(({ index }) => (
                  <td key={index}>{cells[index] ?? ""}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}
