import clsx from "clsx";
import type { ComponentPropsWithoutRef } from "react";
import styles from "./control.module.css";

export function Input({ className, ...rest }: ComponentPropsWithoutRef<"input">) {
  return <input className={clsx(styles.control, className)} {...rest} />;
}

/** A native select. */
export function Select({ className, ...rest }: ComponentPropsWithoutRef<"select">) {
  return <select className={clsx(styles.control, className)} {...rest} />;
}
