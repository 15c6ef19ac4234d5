import { leave } from "@/core/leads/own";
import { publicForm } from "@/server/form";
import { leaveForm } from "../forms";

export const { GET, POST } = publicForm(leaveForm, async (ctx, { t }) => ({ left: (await leave(ctx, t)).email }));
