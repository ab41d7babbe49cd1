/** For how many days a browser keeps a click, unless the form says it: what Meta and TikTok still take. */
export const CLICK_DAYS = 7;
export const CLICK_DAYS_MAX = 30;
