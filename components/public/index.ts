export { claimMessages, claimPageText, joinMessages } from "./messages";
