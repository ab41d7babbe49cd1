/** The tabs of a form's settings, in their order, as its addresses name them. */
export const FORM_TABS = ["look", "questions", "languages", "after-sending", "advanced"] as const;
export type FormTab = (typeof FORM_TABS)[number];

/** The tabs of what shares a form. */
export const SHARE_TABS = ["links", "ads", "site"] as const;
export type ShareTab = (typeof SHARE_TABS)[number];

/** The tab that an address names. The first tab is in no address; an unknown name gives undefined. */
export const findFormTab = <Tab extends string>(tabs: readonly Tab[], name: string | undefined) =>
  name === undefined ? tabs[0] : tabs.slice(1).find((tab) => tab === name);
