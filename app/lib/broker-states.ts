/** How a broker's API answers: clearly, or why not. */
export const BROKER_STATES = ["ok", "refused", "limited", "changed", "away"] as const;
export type BrokerState = (typeof BROKER_STATES)[number];

/** The APIs that can be connected, by the id of their folder. */
export const BROKER_KINDS = ["bybit", "bitget", "exness"] as const;
export type BrokerKind = (typeof BROKER_KINDS)[number];

/** How long a claim is asked about, from when it was made. */
export const ASKED_DAYS = 60;
