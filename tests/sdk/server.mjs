import * as sdk from "@gatehouse/sdk";
import { runOnServer } from "./scenario.mjs";

console.log(JSON.stringify(await runOnServer(sdk, JSON.parse(process.env.SCENARIO))));
