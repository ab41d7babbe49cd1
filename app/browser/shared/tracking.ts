declare global {
  interface Navigator {
    globalPrivacyControl?: boolean;
  }
}

/** Whether the browser asks not to be followed, by Global Privacy Control or Do Not Track. */
export const isTrackingRefused = (): boolean =>
  navigator.globalPrivacyControl === true || navigator.doNotTrack === "1";
