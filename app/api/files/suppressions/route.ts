export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "../../suppressions/route";
