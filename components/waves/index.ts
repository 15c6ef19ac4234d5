export { InviteButton } from "./invite-button";
