import { AutomaticEmailsView } from "@/components/sends/automatic";
import { messagesList } from "@/components/sends/definition";
import { listMessagesEndpoint } from "@/contract/messages";
import { listMessages } from "@/core/sends/automatic-emails";
import { listPage } from "../../seeded-page";

export const metadata = { title: "Automatic emails" };

export default listPage(listMessagesEndpoint, messagesList, listMessages, AutomaticEmailsView);
