import { build } from "./build/build";
import { exitWithError } from "./launch/environment";

/** `npm run build` builds ahead of time, for images and prepared installations. `npm start` does the same when needed. */
await build().catch((error: Error) => exitWithError(error.message));
