export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "../../claims/route";
