import { TemplatesView } from "@/components/email-templates/list";
import { listEmailTemplatesEndpoint } from "@/contract/email-templates";
import { listEmailTemplates } from "@/core/email-templates/templates";
import { queryPage } from "../../seeded-page";

export const metadata = { title: "Email templates" };

export default queryPage(listEmailTemplatesEndpoint, listEmailTemplates, TemplatesView);
