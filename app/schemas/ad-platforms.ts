/** What pages say about an ad platform. Each platform describes itself, so that no page names one. */
export type AdPlatformDescription = {
  /** What receives its events: "pixel". */
  assetWord: string;
  /** How old events may be: "Meta takes events up to 7 days old". */
  windowText: string;
  /** What test mode does: "events are marked as tests". */
  testModeText: string;
  links: {
    /** Where an owner gets a credential. */
    credential: string;
    documentation: string;
  };
};

/** An ad platform that the owner has connected, and how it stands. */
export type ConnectedAdPlatform = {
  name: string;
  /** How old events may be. */
  windowMs: number;
  windowText: string;
  status: "connected" | "invalid";
  /** Null outside test mode. */
  testModeText: string | null;
  lastAcceptedAt: string | null;
  lastError: string | null;
};
