/** What the tests use of Meta's package, which has no types. */
declare module "facebook-nodejs-business-sdk" {
  type Setters<Names extends string> = {
    [Name in Names as `set${Name}`]: (
      value: unknown,
    ) => Setters<Names> & { normalize(): Record<string, unknown> };
  };
  type Response = { events_received: number };

  const sdk: {
    FacebookAdsApi: { readonly GRAPH: string };
    UserData: new () => Setters<"Email" | "Phone" | "Country" | "ClientIpAddress" | "ClientUserAgent">;
    CustomData: new () => Setters<"Value" | "Currency">;
    ServerEvent: new () => Setters<
      "EventName" | "EventId" | "EventTime" | "ActionSource" | "EventSourceUrl" | "UserData" | "CustomData"
    >;
    EventRequest: new (
      token: string,
      pixelId: string,
    ) => { setEvents(events: unknown[]): { execute(): Promise<Response> } };
  };
  export default sdk;
}
