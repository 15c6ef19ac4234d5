import { claimCode } from "@/core/codes/claim";
import { publicFormHandlers } from "@/server/public-form";
import { claimForm } from "../form";

export const { GET, POST } = publicFormHandlers(claimForm, claimCode);
