import clsx from "clsx";
import type { ComponentPropsWithoutRef } from "react";
import styles from "./choice.module.css";

type ChoiceProps = { label: React.ReactNode } & ComponentPropsWithoutRef<"input">;

/** A checkbox or a radio button with its label beside it. */
export function Choice({ label, className, ...input }: ChoiceProps) {
  return (
    <label className={clsx(styles.choice, className)} htmlFor={input.id}>
      <input {...input} />
      <span>{label}</span>
    </label>
  );
}
