import { buildIfNeeded } from "@/start/build";
import { exitWithError } from "@/start/environment";

/** `npm run build`: what `npm start` does first, for images and installs that are prepared ahead. */
await buildIfNeeded().catch((error: Error) => exitWithError(error.message));
