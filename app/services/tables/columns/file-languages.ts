/** The languages in which headings, months and countries of files are read. */
export const FILE_LANGUAGES = ["en", "de", "es", "pt", "fr", "it", "pl", "ru", "ar", "zh"] as const;
