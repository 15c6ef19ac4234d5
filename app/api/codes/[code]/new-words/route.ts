import { replaceWordsEndpoint } from "@/contract/codes";
import { replaceWords } from "@/core/codes/replace-words";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(replaceWordsEndpoint, ({ ctx, params }) => replaceWords(ctx, params.code)),
);
