import { leaveWaitlist } from "@/core/leads/self-service";
import { publicFormHandlers } from "@/server/public-form";
import { leaveForm } from "../forms";

export const { GET, POST } = publicFormHandlers(leaveForm, async (ctx, { token }) => ({ left: (await leaveWaitlist(ctx, token)).email }));
