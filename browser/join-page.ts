import { askAboutTypos } from "./email-suggestion";

/** Enhances the join page: asks about a domain that looks misspelled, before the form is submitted. */
const field = document.querySelector<HTMLInputElement>("input[name=email]");
const suggestion = document.querySelector<HTMLElement>("[data-email-suggestion]");
if (field && suggestion) askAboutTypos(field, suggestion);
