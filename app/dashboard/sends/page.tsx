import { SendsView } from "@/components/sends/list";
import { sendsUrlState } from "@/components/sends/url";
import { listSendsEndpoint } from "@/contract/sends";
import { listSends } from "@/core/sends/list";
import { listPage } from "../seeded-page";

export const metadata = { title: "Sends" };

export default listPage(listSendsEndpoint, sendsUrlState, listSends, SendsView);
