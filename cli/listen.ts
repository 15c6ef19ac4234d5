/** `npm run listen -- --forward http://localhost:4000/hooks` is `gatehouse listen`, without the package of the client. */
process.argv.splice(2, 0, "listen");
await import("@/sdk/src/cli");

export {};
