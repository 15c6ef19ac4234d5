export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "../../messages/route";
