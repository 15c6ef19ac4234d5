import { routeHandlers } from "@/server/route-handlers";
import { getCodeHandler } from "../../code-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(getCodeHandler);
