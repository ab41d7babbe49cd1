import type { ReferenceGroup } from "#app/lib/site/api-reference.ts";
import styles from "./api-operation.module.css";
import { ApiOperation } from "./api-operation.tsx";

/** All calls by group, with a link to each group. */
export function ApiGroups({ groups }: { groups: ReferenceGroup[] }) {
  return (
    <>
      <nav aria-label="Calls" className={styles.groups}>
        {groups.map(({ id, name, operations }) => (
          <a key={id} href={`#${id}`}>
            {name} <span>{operations.length}</span>{" "}
          </a>
        ))}
      </nav>
      {groups.map(({ id, name, description, operations }) => (
        <section key={id} aria-labelledby={id} className={styles.group}>
          <h2 id={id}>{name}</h2>
          <p>{description}</p>
          {operations.map((operation) => (
            <ApiOperation key={operation.id} {...operation} />
          ))}
        </section>
      ))}
    </>
  );
}
