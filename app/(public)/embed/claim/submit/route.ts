import { claimCode } from "@/core/codes/claim";
import { routes } from "@/lib/routes";
import { publicFormHandlers } from "@/server/public-form";
import { claimForm } from "../../../claim/form";
import { frameParams } from "../../frame";

export const { GET, POST } = publicFormHandlers({ ...claimForm, page: routes.embed.claim, preservedQuery: frameParams }, claimCode);
