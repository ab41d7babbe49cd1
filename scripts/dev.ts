/** Starts the server on the sources, with Vite between: a change shows without a restart. */
process.env.NODE_ENV = "development";
await import("../server.ts");
