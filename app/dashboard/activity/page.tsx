import { ActivityView } from "@/components/activity/list";
import { activityUrl } from "@/components/activity/url";
import { listEventsEndpoint } from "@/contract/events";
import { listEvents } from "@/core/events/list";
import { listPage } from "../seeded-page";

export const metadata = { title: "Activity" };

export default listPage(listEventsEndpoint, activityUrl, listEvents, ActivityView);
