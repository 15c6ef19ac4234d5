import { claim } from "@/core/codes/claim";
import { publicForm } from "@/server/form";
import { claimForm } from "../form";

export const { GET, POST } = publicForm(claimForm, claim);
