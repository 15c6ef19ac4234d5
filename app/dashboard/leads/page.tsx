import { LeadsView } from "@/components/leads/list";
import { leadsUrlState } from "@/components/leads/url";
import { listLeadsEndpoint } from "@/contract/leads";
import { listLeads } from "@/core/leads/list";
import { listPage } from "../seeded-page";

export const metadata = { title: "Leads" };

export default listPage(listLeadsEndpoint, leadsUrlState, listLeads, LeadsView);
