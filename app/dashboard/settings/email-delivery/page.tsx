import { EmailDeliveryView } from "@/components/email-delivery/email-delivery-view";
import { emailDeliveryQuery } from "@/components/email-delivery/queries";
import { getEmailDeliveryEndpoint } from "@/contract/email-delivery";
import { getEmailDelivery } from "@/core/email-delivery/settings";
import { queryPage } from "../../seeded-page";

export const metadata = { title: "Email delivery" };

export default queryPage(getEmailDeliveryEndpoint, emailDeliveryQuery, getEmailDelivery, EmailDeliveryView);
