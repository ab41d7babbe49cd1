/** The field beside a form's settings that says in which language the preview shows it. */
export const PREVIEW_LANGUAGE = "previewLanguage";
