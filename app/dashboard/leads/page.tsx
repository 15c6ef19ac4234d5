import { leadsList } from "@/components/leads/definition";
import { LeadsView } from "@/components/leads/list";
import { listLeadsEndpoint } from "@/contract/leads";
import { listLeads } from "@/core/leads/list";
import { listPage } from "../seeded-page";

export const metadata = { title: "Leads" };

export default listPage(listLeadsEndpoint, leadsList, listLeads, LeadsView);
