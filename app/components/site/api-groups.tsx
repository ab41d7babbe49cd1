import type { ReferenceGroup } from "#app/lib/site/api-reference.ts";
import styles from "./api-operation.module.css";
import { ApiOperation } from "./api-operation.tsx";

type ApiGroupsProps = {
  groups: ReferenceGroup[] /** What is said before the calls. */;
  children: React.ReactNode;
};

/** All calls by group, beside an index of them. */
export function ApiGroups({ groups, children }: ApiGroupsProps) {
  return (
    <div className={styles.reference}>
      <nav aria-label="Calls" className={styles.index}>
        {groups.map(({ id, name, operations }) => (
          <details key={id}>
            <summary>
              {name} <span>{operations.length}</span>
            </summary>
            <ul>
              <li>
                <a href={`#${id}`}>All of {name}</a>
              </li>
              {operations.map((operation) => (
                <li key={operation.id}>
                  <a href={`#${operation.id}`}>{operation.summary}</a>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </nav>
      <div>
        {children}
        {groups.map(({ id, name, description, operations }) => (
          <section key={id} aria-labelledby={id} className={styles.group}>
            <h2 id={id}>{name}</h2>
            <p>{description}</p>
            {operations.map((operation) => (
              <ApiOperation key={operation.id} {...operation} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}
