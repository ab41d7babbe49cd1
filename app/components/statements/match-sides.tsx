import clsx from "clsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { WarningIcon } from "#app/components/ui/icons.ts";
import type { ComparedField } from "#app/lib/statements.ts";
import styles from "./match-sides.module.css";

/** A claim beside its rows, field by field, with the differences marked. */
export function MatchSides({ sides, lines }: { sides: ComparedField[]; lines: number[] }) {
  return (
    <table className={styles.sides}>
      <thead>
        <tr>
          <td />
          <th scope="col">Claim</th>
          <th scope="col">File, {lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.join(", ")}`}</th>
        </tr>
      </thead>
      <tbody>
        {sides.map(({ label, claim, file, isDifferent }) => (
          <tr key={label} className={clsx(isDifferent && styles.different)}>
            <th scope="row">{label}</th>
            <td>
              <bdi>{claim ?? "–"}</bdi>
            </td>
            <td>
              <bdi>{file ?? "–"}</bdi>
              {isDifferent ? (
                <span className={styles.mark}>
                  {" "}
                  <Icon of={WarningIcon} />
                  differs
                </span>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
