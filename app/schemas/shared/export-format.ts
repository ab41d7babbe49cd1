import { z } from "zod";
import { EXPORT_FORMATS } from "#app/lib/export-types.ts";

export const ExportFormatInput = z.enum(EXPORT_FORMATS, "Please choose CSV or XLSX");
