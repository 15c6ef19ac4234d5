import { publicForm } from "@/server/form";
import { joinForm, takeJoin } from "../form";

export const { GET, POST } = publicForm(joinForm, takeJoin);
