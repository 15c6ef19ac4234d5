import { KeysView } from "@/components/keys/list";
import { listKeysEndpoint } from "@/contract/keys";
import { listKeys } from "@/core/keys/keys";
import { queryPage } from "../../seeded-page";

export const metadata = { title: "API keys" };

export default queryPage(listKeysEndpoint, listKeys, KeysView);
