export { claimErrorMessage, claimMessages, joinMessages } from "./messages";
