import { KeysView } from "@/components/keys/keys-view";
import { keys } from "@/components/keys/queries";
import { listKeysEndpoint } from "@/contract/keys";
import { listKeys } from "@/core/keys/keys";
import { queryPage } from "../../seeded-page";

export const metadata = { title: "API keys" };

export default queryPage(listKeysEndpoint, keys, listKeys, KeysView);
