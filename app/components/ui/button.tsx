import { Link, type LinkProps } from "@remix-run/react";
import clsx from "clsx";
import type { ComponentPropsWithoutRef } from "react";
import styles from "./button.module.css";

export type ButtonVariant = {
  /**
   * Attest is only for the button that verifies a claim or leads to it; primary is for any other main button.
   */
  kind?: "attest" | "primary" | "plain" | "danger" | "quiet";
  isSmall?: boolean;
  isIcon?: boolean;
};

/** For elements that look like a button: a link, a summary. */
export function buttonClass({ kind = "plain", isSmall, isIcon }: ButtonVariant, extra?: string): string {
  return clsx(
    styles.button,
    kind !== "plain" && styles[kind],
    isSmall && styles.small,
    isIcon && styles.icon,
    extra,
  );
}

type ButtonProps = ButtonVariant & { isBusy?: boolean } & ComponentPropsWithoutRef<"button">;

export function Button({ kind, isSmall, isIcon, isBusy, className, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass({ kind, isSmall, isIcon }, className)}
      aria-busy={isBusy || undefined}
      {...rest}
    />
  );
}

export function ButtonLink({ kind, isSmall, isIcon, className, ...rest }: ButtonVariant & LinkProps) {
  return (
    <>
      {" "}
      <Link className={buttonClass({ kind, isSmall, isIcon }, className)} {...rest} />
    </>
  );
}

type UnavailableButtonProps = ButtonVariant & {
  reasonId: string;
  children: React.ReactNode;
  className?: string;
};

/** A disabled button. The element with `reasonId` says why. */
export function UnavailableButton({ reasonId, children, className, ...look }: UnavailableButtonProps) {
  return (
    <button
      type="button"
      className={buttonClass(look, className)}
      aria-disabled="true"
      aria-describedby={reasonId}
    >
      {children}
    </button>
  );
}
