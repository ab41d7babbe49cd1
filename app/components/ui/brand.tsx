import { Link } from "@remix-run/react";
import styles from "./brand.module.css";

export function Brand({ name, to }: { name: string; to: string }) {
  return (
    <Link className={styles.brand} to={to}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M9.5 1h13L31 9.5v13L22.5 31h-13L1 22.5v-13z" fill="var(--verd-fill)" />
        <path d="M7.2 25 16 6.6 24.8 25" fill="none" stroke="var(--on-verd)" strokeWidth="2.8" />
        <path d="m11.9 18.4 3.5 3.5 6.1-6.3" fill="none" stroke="var(--on-verd)" strokeWidth="2.6" />
      </svg>
      <span>{name}</span>{" "}
    </Link>
  );
}
