import { requireEnvironment } from "./launch/environment";

/** `npm start` runs everything on one machine. With `--dev`, pages are compiled on request, and changes to other code restart the server. */
const env = requireEnvironment();
const { startInForeground } = await import("./launch/foreground");
await startInForeground({ env, dev: process.argv.includes("--dev") });
