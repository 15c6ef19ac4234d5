import { publicFormHandlers } from "@/server/public-form";
import { joinForm, submitJoin } from "../form";

export const { GET, POST } = publicFormHandlers(joinForm, submitJoin);
