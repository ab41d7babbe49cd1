/** The media types of an exported list. */
export const exportTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

export type ExportFormat = keyof typeof exportTypes;

export const EXPORT_FORMATS = ["xlsx", "csv"] as const satisfies ExportFormat[];
