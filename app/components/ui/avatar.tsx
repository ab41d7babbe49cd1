import styles from "./avatar.module.css";
/** The first letters of the first and the last word of a name. */
export function Avatar({ name }: { name: string }) {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return (
    <span className={styles.avatar} aria-hidden="true">
      {letters.map((word) => word?.[0]?.toUpperCase() ?? "").join("")}
    </span>
  );
}
