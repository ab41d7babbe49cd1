type SiteFooterProps = {
  brandName: string;
  /** What stands at the far end, such as the zone of all times above. */
  children?: React.ReactNode;
};

export function SiteFooter({ brandName, children }: SiteFooterProps) {
  return (
    <footer className="foot">
      <span>
        © {new Date().getUTCFullYear()} {brandName}
      </span>
      <span className="grow" />
      {children}
    </footer>
  );
}
