import { SuppressionsView } from "@/components/suppressions/list";
import { suppressionsUrl } from "@/components/suppressions/url";
import { listSuppressionsEndpoint } from "@/contract/suppressions";
import { listSuppressions } from "@/core/suppressions/list";
import { listPage } from "../seeded-page";

export const metadata = { title: "Suppressions" };

export default listPage(listSuppressionsEndpoint, suppressionsUrl, listSuppressions, SuppressionsView);
