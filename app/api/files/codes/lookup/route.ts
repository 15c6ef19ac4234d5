export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "../../../codes/lookup/route";
