export { LeadPicker } from "./picker";
