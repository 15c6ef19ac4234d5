import { buildSdk } from "./sdk/build";

/** `npm run sdk` builds the package of the client in sdk/dist. */
await buildSdk("sdk/dist");
