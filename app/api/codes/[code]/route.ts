import { routeHandlers } from "@/server/route-handlers";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(lookUp);
