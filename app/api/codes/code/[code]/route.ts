import { routeHandlers } from "@/server/route-handlers";
import { codeHandlers } from "../../code-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  ...codeHandlers.filter(({ endpoint }) => endpoint.method === "GET"),
);
