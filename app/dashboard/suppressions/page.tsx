import { suppressionsList } from "@/components/suppressions/definition";
import { SuppressionsView } from "@/components/suppressions/list";
import { listSuppressionsEndpoint } from "@/contract/suppressions";
import { listSuppressions } from "@/core/suppressions/list";
import { listPage } from "../seeded-page";

export const metadata = { title: "Suppressions" };

export default listPage(listSuppressionsEndpoint, suppressionsList, listSuppressions, SuppressionsView);
