import { confirm } from "@/core/leads/own";
import { publicForm } from "@/server/form";
import { confirmForm } from "../form";

export const { GET, POST } = publicForm(confirmForm, (ctx, { t }) => confirm(ctx, t));
