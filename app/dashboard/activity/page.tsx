import { activityList } from "@/components/activity/definition";
import { ActivityView } from "@/components/activity/list";
import { listEventsEndpoint } from "@/contract/events";
import { listEvents } from "@/core/events/list";
import { listPage } from "../seeded-page";

export const metadata = { title: "Activity" };

export default listPage(listEventsEndpoint, activityList, listEvents, ActivityView);
