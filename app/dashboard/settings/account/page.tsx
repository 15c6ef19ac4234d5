import { sessionsQuery } from "@/components/account/api";
import { AccountView } from "@/components/account/view";
import { listSessionsEndpoint } from "@/contract/session";
import { listSessions } from "@/core/staff/sessions";
import { queryPage } from "../../seeded-page";

export const metadata = { title: "Account" };

export default queryPage(listSessionsEndpoint, sessionsQuery, listSessions, AccountView);
