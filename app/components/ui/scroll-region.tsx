type ScrollRegionProps = {
  /** The name for screen readers. */
  label: string;
  className: string | undefined;
  children: React.ReactNode;
};

/** A part of the page that scrolls. It takes focus, so that the arrow keys can scroll it. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, nobody could scroll it by keyboard
    <section tabIndex={0} aria-label={label} className={className}>
      {children}
    </section>
  );
}
