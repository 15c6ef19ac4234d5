import { EmailDeliveryView } from "@/components/settings/email-delivery-view";
import { getEmailDeliveryEndpoint } from "@/contract/email-delivery";
import { getEmailDelivery } from "@/core/email-delivery/settings";
import { queryPage } from "../../seeded-page";

export const metadata = { title: "Email delivery" };

export default queryPage(getEmailDeliveryEndpoint, getEmailDelivery, EmailDeliveryView);
