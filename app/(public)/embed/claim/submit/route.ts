import { claim } from "@/core/codes/claim";
import { routes } from "@/lib/routes";
import { publicForm } from "@/server/form";
import { claimForm } from "../../../claim/form";
import { keptInFrame } from "../../frame";

export const { GET, POST } = publicForm({ ...claimForm, page: routes.embed.claim, keeps: keptInFrame }, claim);
