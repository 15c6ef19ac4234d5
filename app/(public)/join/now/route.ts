import { join } from "@/core/leads/join";
import { publicForm } from "@/server/form";
import { joinForm } from "../form";

export const { GET, POST } = publicForm(joinForm, async (ctx, body) => {
  await join(ctx, body);
  return { email: body.email };
});
