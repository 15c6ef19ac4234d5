import { routes } from "@/lib/routes";
import { publicForm } from "@/server/form";
import { joinForm, takeJoin } from "../../../join/form";
import { keptInFrame } from "../../frame";

export const { GET, POST } = publicForm({ ...joinForm, page: routes.embed.join, keeps: keptInFrame }, takeJoin);
