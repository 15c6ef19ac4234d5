export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "../../deliveries/route";
