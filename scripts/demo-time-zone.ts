/** The demo owner's, for the product and the sandbox alike. */
export const TIME_ZONE = "Europe/Madrid";
