import type { RouteHandlers } from "../route-handlers";

/** Loads the Next route file of a folder in `app/api`, such as `codes/[code]`. The bundle has all of them in one module instead (cli/bundle.mjs). */
export const loadRouteFile = (folder: string): Promise<RouteHandlers> => import(`../../app/api/${folder}/route.ts`);
