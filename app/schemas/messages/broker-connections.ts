/** Sentences about the APIs of brokers. */
export const brokerConnections = {
  connected: "Connected. Claims that wait are asked about now.",
  disconnected: "Disconnected. What it found stays.",
  notConnected: "The broker was not connected.",
  credentialShape: "Please enter it as the broker shows it, without spaces",
} as const;
