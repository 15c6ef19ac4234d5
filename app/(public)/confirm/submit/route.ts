import { confirmEmail } from "@/core/leads/self-service";
import { publicFormHandlers } from "@/server/public-form";
import { confirmForm } from "../form";

export const { GET, POST } = publicFormHandlers(confirmForm, (ctx, { token }) => confirmEmail(ctx, token));
