import "./start/checked";
import { startAttended } from "./start/attended";
import { checkedEnvironment } from "./start/environment";

/** `npm start`: one machine, one command. With `--dev`, pages and routes are compiled as they are asked for. */
await startAttended({ env: checkedEnvironment(), dev: process.argv.includes("--dev") });
