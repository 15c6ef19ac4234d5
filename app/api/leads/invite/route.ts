import { inviteLeadsEndpoint } from "@/contract/leads";
import { generateMutexKey } from "@/core/codes/generate";
import { inviteLeads } from "@/core/leads/invite";
import { withSendWarnings } from "@/core/sends/reply-warnings";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(inviteLeadsEndpoint, async ({ ctx, body }) => withSendWarnings(ctx, await inviteLeads(ctx, body)), {
    mutexKey: ({ ctx, body }) => generateMutexKey(ctx, { type: body.type }),
  }),
);
