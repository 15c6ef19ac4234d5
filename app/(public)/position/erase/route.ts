import { deleteOwnData } from "@/core/leads/self-service";
import { publicFormHandlers } from "@/server/public-form";
import { deleteDataForm } from "../forms";

export const { GET, POST } = publicFormHandlers(deleteDataForm, (ctx, { token }) => deleteOwnData(ctx, token));
