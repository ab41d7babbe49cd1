import { useLocation } from "@remix-run/react";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { DownloadSimpleIcon } from "#app/components/ui/icons.ts";
import { Menu } from "#app/components/ui/menu.tsx";
import text from "#app/components/ui/text.module.css";
import type { CsvSeparator } from "#app/lib/csv.ts";
import { paths } from "#app/paths.ts";
import styles from "./saved-views.module.css";

/** A file of exactly this list. The browser posts it itself, because a download is no page. */
export function ExportMenu({ csvSeparator }: { csvSeparator: CsvSeparator }) {
  const { search } = useLocation();
  return (
    <Menu
      summary={
        <>
          <Icon of={DownloadSimpleIcon} />
          Export
        </>
      }
    >
      <PostForm
        intent="export"
        action={paths.submissionsExport() + search}
        reloadDocument
        className={styles.content}
      >
        <p className={text.small}>All claims that match, in this order, with your time zone.</p>
        <Button type="submit" name="format" value="xlsx">
          Excel (XLSX)
        </Button>
        <Button type="submit" name="format" value="csv">
          CSV
        </Button>
        <p className={text.small}>
          The CSV file has{" "}
          {csvSeparator === "semicolon" ? "semicolons and decimal commas" : "commas and decimal points"}, by
          the country of your time zone.
        </p>
      </PostForm>
    </Menu>
  );
}
