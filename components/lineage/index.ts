export { CodeLineage, LeadLineage } from "./cards";
