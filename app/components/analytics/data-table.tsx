import { ScrollRegion } from "#app/components/ui/scroll-region.tsx";
import text from "#app/components/ui/text.module.css";
import styles from "./data-table.module.css";

type DataTableProps = { note?: string; caption: string; head: string[]; children: React.ReactNode };

/** The values of a chart, as a table that opens below it. */
export function DataTable({ note, caption, head, children }: DataTableProps) {
  return (
    <div className={styles.summary}>
      {note ? <span className={text.small}>{note}</span> : null}{" "}
      <details>
        <summary className={text.small}>Show as a table</summary>
        <ScrollRegion label={`${caption}, as a table`} className={styles.scroll}>
          <table>
            <caption className="visually-hidden">{caption}</caption>
            <thead>
              <tr>
                {head.map((name, index) =>
                  index === 0 && name === "" ? (
                    <td key={name} />
                  ) : (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>{children}</tbody>
          </table>
        </ScrollRegion>
      </details>
    </div>
  );
}
