import clsx from "clsx";
import type { ComponentPropsWithoutRef } from "react";
import styles from "./card.module.css";

/**
 * A surface with a border. Its children bring their own padding, so that lists and tables can reach the
 * edges.
 */
export function Card({ className, ...rest }: ComponentPropsWithoutRef<"section">) {
  return <section className={clsx(styles.card, className)} {...rest} />;
}
