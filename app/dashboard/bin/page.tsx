import { BinView } from "@/components/bin/list";
import { binUrl } from "@/components/bin/url";
import { listBinEndpoint } from "@/contract/bin";
import { listBin } from "@/core/bin/list";
import { listPage } from "../seeded-page";

export const metadata = { title: "Bin" };

export default listPage(listBinEndpoint, binUrl, listBin, BinView);
