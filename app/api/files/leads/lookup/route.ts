export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "../../../leads/lookup/route";
