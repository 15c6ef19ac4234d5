import { choiceFilter, customFilter, dateRangeFilter, defineList, textFilter } from "@/components/list/definition";
import { actorKinds } from "@/contract/enums";
import { eventKinds } from "@/contract/event-kinds";
import { eventKindsByGroup, eventLabels } from "./labels";

const eventOption = (kind: (typeof eventKinds)[number]) => ({ value: kind, label: eventLabels[kind].label });

/** The list of events. */
export const activityList = defineList("GET /events", {
  filters: {
    by: { ...customFilter("Actor"), parse: (text) => actorKinds.find((kind) => kind === text) ?? null },
    /** The ID of an actor, which the filter above shows. */
    actor: { ...customFilter("Actor"), isLinked: true },
    kind: {
      ...choiceFilter("Event", eventKinds, (kind) => eventLabels[kind].label, "All events"),
      options: eventKindsByGroup.map(({ group, kinds }) => ({ group, options: kinds.map(eventOption) })),
    },
    since: dateRangeFilter(),
    code: textFilter("Code", "code"),
    email: textFilter("Lead", "lead"),
  },
});
