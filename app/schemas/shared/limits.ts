import type { AdCookie } from "#app/lib/ad-platforms.ts";

export { EMAIL_MAX } from "#app/lib/email-address.ts";

/** Lengths and bounds, in characters unless the name says otherwise. */
export const PHONE_MAX = 40;
/** With its currency and separators. */
export const AMOUNT_TYPED_MAX = 40;
export const TIME_ZONE_MAX = 64;
export const NAME_MAX = 100;
export const CONTACT_NAME_MIN = 2;
export const CONTACT_MESSAGE_MIN = 10;
export const CONTACT_MESSAGE_MAX = 2000;
export const ID_MAX = 36;
/** Of each text that a visitor may add. */
export const ANSWER_MAX = 100;
export const URL_MAX = 2048;
export const CLICK_ID_MAX = 512;
export const UTM_MAX = 200;
/** Shorter than an id, so that a filter can tell both apart. */
export const LINK_NAME_MAX = 32;
export const LINKS_MAX = 200;
/** Links of one broker that are not archived. */
export const BROKER_LINKS_MAX = 200;
export const BROKER_URL_MAX = 2_000;
/** How long a click on a broker link is kept. */
export const CLICKS_KEPT_DAYS = 180;
/** Of the ad platforms' cookies. Meta's click cookie holds a click id. */
export const AD_COOKIE_MAX = { fbc: 600, fbp: 200, ttp: 200, scid: 200 } as const satisfies Record<
  AdCookie,
  number
>;
export const USER_AGENT_MAX = 512;
export const KEY_MAX = 128;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
/** Generous, so that the error message is about the content and not the length. */
export const TOKEN_MAX = 128;
export const CODE_MAX = 40;
export const BODY_MAX_BYTES = 102_400;
/** Of the page with a form's settings, which has the owner's texts in all languages. */
export const FORM_SETTINGS_MAX_BYTES = 1_048_576;
/** Fields per form, and fields with the same name: list fields repeat. */
export const FIELDS_MAX = 250;
export const SAME_FIELDS_MAX = 100;
export const PAGE_SIZE = 20;
export const PAGE_SIZE_MAX = 100;
export const PAGE_MAX = 1_000_000_000;
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;
export const STREET_MAX = 200;
export const PLACE_MAX = 100;
export const POSTAL_CODE_MAX = 20;
export const API_KEYS_MAX = 50;
export const OWN_RATES_MAX = 500;
export const INVITATIONS_MAX = 50;
export const WORKSPACES_MAX = 20;
export const ARCHIVED_FORMS_MAX = 100;
export const PLATFORM_NAME_MIN = 2;
export const PLATFORM_NAME_MAX = 50;
/** Of a broker's name for its account numbers, and of an example. */
export const ACCOUNT_TEXT_MAX = 40;
export const PLATFORMS_MAX = 200;
export const PUBLIC_PLATFORMS_MAX = 50;
export const TIERS_MAX = 20;
export const CONTRACTS_MAX = 60;
export const TIER_NAME_MAX = 50;
export const FORM_PLATFORMS_MAX = 50;
export const TITLE_MAX = 120;
export const INTRODUCTION_MAX = 600;
export const CONSENT_MAX = 1000;
export const SUCCESS_MESSAGE_MAX = 1000;
/** Longer ones have an address. */
export const PRIVACY_TEXT_MAX = 10_000;
export const FRAME_ORIGINS_MAX = 20;
/** Claims a minute. */
export const SLOW_DOWN_MAX = 10_000;
export const RETENTION_DAYS_MAX = 3650;
export const EVENT_NAME_MAX = 50;
/** A proof of a claim with a hundred attempts has about 300 KB. */
export const PROOF_MAX_BYTES = 1_048_576;
export const LOGO_MAX_BYTES = 2_097_152;
