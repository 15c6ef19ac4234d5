export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "../../../../sends/[id]/deliveries/route";
