import { routes } from "@/lib/routes";
import { publicFormHandlers } from "@/server/public-form";
import { joinForm, submitJoin } from "../../../join/form";
import { frameParams } from "../../frame";

export const { GET, POST } = publicFormHandlers({ ...joinForm, page: routes.embed.join, preservedQuery: frameParams }, submitJoin);
