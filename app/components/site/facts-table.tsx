import clsx from "clsx";
import { cardTableClass } from "#app/components/ui/table.tsx";
import styles from "./facts-table.module.css";

type FactsTableProps = { caption: string; heads: readonly string[]; rows: readonly (readonly string[])[] };

/** A table in running text. On a phone its cells stand below each other, each with its column's name. */
export function FactsTable({ caption, heads, rows }: FactsTableProps) {
  return (
    <table className={clsx(cardTableClass, styles.table)}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first = "", ...others]) => (
          <tr key={first}>
            <th scope="row">{first}</th>
            {others.map((cell, index) => (
              <td key={heads[index + 1]} data-label={heads[index + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
