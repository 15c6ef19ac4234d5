import { sendsList } from "@/components/sends/definition";
import { SendsView } from "@/components/sends/list";
import { listSendsEndpoint } from "@/contract/sends";
import { listSends } from "@/core/sends/list";
import { listPage } from "../seeded-page";

export const metadata = { title: "Sends" };

export default listPage(listSendsEndpoint, sendsList, listSends, SendsView);
