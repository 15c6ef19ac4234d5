import { savedEmailsList } from "@/components/sends/definition";
import { SavedEmailsView } from "@/components/sends/saved-list";
import { listSavedEmailsEndpoint } from "@/contract/messages";
import { listSavedEmails } from "@/core/sends/saved-emails";
import { listPage } from "../../seeded-page";

export const metadata = { title: "Saved emails" };

export default listPage(listSavedEmailsEndpoint, savedEmailsList, listSavedEmails, SavedEmailsView);
