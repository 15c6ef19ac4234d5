import "./start/check-environment";
import { requireEnvironment } from "./start/environment";
import { startInForeground } from "./start/foreground";

/** `npm start` runs everything on one machine. With `--dev`, pages and routes are compiled on request. */
await startInForeground({ env: requireEnvironment(), dev: process.argv.includes("--dev") });
