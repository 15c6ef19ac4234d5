import { erase } from "@/core/leads/own";
import { publicForm } from "@/server/form";
import { eraseForm } from "../forms";

export const { GET, POST } = publicForm(eraseForm, (ctx, { t }) => erase(ctx, t));
