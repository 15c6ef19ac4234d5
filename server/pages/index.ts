import { withAllMethods } from "../route-handlers";
import { claimPages } from "./claim";
import { embedPages } from "./embed";
import { joinPages } from "./join";
import { unsubscribePages } from "./unsubscribe";
import { waitlistPages } from "./waitlist";

const pages = { ...claimPages, ...joinPages, ...waitlistPages, ...unsubscribePages, ...embedPages };

/** The pages for customers and what their forms submit to, by path and method. GET answers HEAD too. */
export const publicPages = Object.fromEntries(Object.entries(pages).map(([path, handlers]) => [path, withAllMethods(handlers)]));
