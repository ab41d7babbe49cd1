import text from "#app/components/ui/text.module.css";
import styles from "./data-table.module.css";

type DataTableProps = { note?: string; caption: string; head: string[]; children: React.ReactNode };

/** What a chart shows, as a table that opens below it. */
export function DataTable({ note, caption, head, children }: DataTableProps) {
  return (
    <div className={styles.summary}>
      {note ? <span className={text.small}>{note}</span> : null}
      <details>
        <summary className={text.small}>Show as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
        <section className={styles.scroll} aria-label={`${caption}, as a table`} tabIndex={0}>
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
        </section>
      </details>
    </div>
  );
}
