import styles from "./avatar.module.css";
/** The first letters of the first and the last word of a name. */
export function Avatar({ name }: { name: string }) {
  const names = name.trim().split(/\s+/).filter(Boolean);
  const letters = [names[0], names.length > 1 ? names.at(-1) : undefined];
  return (
    <span className={styles.avatar} aria-hidden="true">
      {letters.map((word) => word?.[0]?.toUpperCase() ?? "").join("")}
    </span>
  );
}
