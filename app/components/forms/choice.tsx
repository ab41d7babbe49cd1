import clsx from "clsx";
import { type ComponentPropsWithoutRef, forwardRef } from "react";
import styles from "./choice.module.css";

type ChoiceProps = { label: React.ReactNode } & ComponentPropsWithoutRef<"input">;

/** A checkbox or a radio button with its label beside it. */
export const Choice = forwardRef<HTMLInputElement, ChoiceProps>(function Choice(
  { label, className, ...input },
  ref,
) {
  return (
    <label className={clsx(styles.choice, className)} htmlFor={input.id}>
      <input ref={ref} {...input} />
      <span>{label}</span>
    </label>
  );
});
