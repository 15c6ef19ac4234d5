import { accounts, answer } from "../../gatehouse.js";

export const dynamic = "force-dynamic";

export const GET = () => answer(200, `${accounts.size}`);
