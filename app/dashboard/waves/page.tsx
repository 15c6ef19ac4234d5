import { WavesView } from "@/components/waves/list";
import { wavesUrlState } from "@/components/waves/url";
import { listWavesEndpoint } from "@/contract/waves";
import { listWaves } from "@/core/waves/record";
import { listPage } from "../seeded-page";

export const metadata = { title: "Waves" };

export default listPage(listWavesEndpoint, wavesUrlState, listWaves, WavesView);
