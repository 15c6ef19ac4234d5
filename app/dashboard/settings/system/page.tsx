import { SystemView } from "@/components/settings/system-view";
import { getSystemEndpoint } from "@/contract/system";
import { getSystem } from "@/core/system";
import { queryPage } from "../../seeded-page";

export const metadata = { title: "System" };

export default queryPage(getSystemEndpoint, getSystem, SystemView);
