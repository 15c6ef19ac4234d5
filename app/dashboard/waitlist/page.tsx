import { waitlistList } from "@/components/waitlist/definition";
import { WaitlistView } from "@/components/waitlist/list";
import { listWaitlistEndpoint } from "@/contract/waitlist";
import { listWaitlist } from "@/core/leads/waitlist-list";
import { listPage } from "../seeded-page";

export const metadata = { title: "Waitlist" };

export default listPage(listWaitlistEndpoint, waitlistList, listWaitlist, WaitlistView);
