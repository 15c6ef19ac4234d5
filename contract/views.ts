import * as z from "zod";
import { endpoint } from "./endpoint";
import { listNames } from "./enums";
import { expectedValues, Id, oneOf, singleLineText, Timestamp } from "./fields";

const tag = "Views";

/** How many views a list can have. */
export const maxViews = 100;

const ListNameField = oneOf(listNames);

const filterName = /^[a-zA-Z_]{1,40}$/;
const FilterValue = singleLineText(500);

const viewFields = {
  name: singleLineText(80).pipe(z.string().min(1, "is required")).meta({ description: "Unique in its list, in any letter case." }),
  filters: z
    .record(z.string(), FilterValue)
    .refine((filters) => Object.keys(filters).every((name) => filterName.test(name)), "must have the names of filters as keys")
    .refine((filters) => Object.keys(filters).length <= 40, "must have at most 40 filters")
    .meta({
      description:
        "The filters as texts, as the dashboard writes them in the URL of the list. Filters that the list doesn't know, and values that no longer exist, are ignored.",
      example: { waitlist: "true", tag: "vip" },
    }),
  sort: z
    .strictObject({
      by: z.string().regex(filterName, "must be the name of a sort field"),
      order: z.enum(["desc", "asc"], "must be desc or asc"),
    })
    .nullable()
    .meta({ description: "`null` for the list's own sort order." }),
  columns: z
    .array(singleLineText(100).pipe(z.string().min(1, "is required")))
    .min(1, "must have at least one column")
    .max(60, "must have at most 60 columns")
    .nullable()
    .meta({ description: "The columns that the table shows, by their IDs in the dashboard. `null` for the default columns." }),
};

export const SavedView = z
  .object({ id: Id, list: ListNameField, ...viewFields, createdAt: Timestamp, updatedAt: Timestamp })
  .meta({ id: "SavedView" });
export type SavedView = z.output<typeof SavedView>;

const exampleView: SavedView = {
  id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e71",
  list: "leads",
  name: "VIPs on the waitlist",
  filters: { waitlist: "true", tag: "vip" },
  sort: null,
  columns: ["email", "name", "created"],
  createdAt: "2026-11-21T12:00:00.000Z",
  updatedAt: "2026-11-21T12:00:00.000Z",
};

const idParams = z.strictObject({ id: Id });
const { id: _, createdAt: __, updatedAt: ___, ...exampleBody } = exampleView;

export const listViewsEndpoint = endpoint({
  method: "GET",
  path: "/views",
  tag,
  summary: "List saved views",
  description: "Sorted by name.",
  access: ["viewer"],
  query: z.strictObject({ list: ListNameField.optional().meta({ description: "Only views of this list." }) }),
  reply: z.array(SavedView),
  errors: [],
  example: { query: { list: "leads" }, reply: [exampleView] },
});

export const createViewEndpoint = endpoint({
  method: "POST",
  path: "/views",
  tag,
  summary: "Save a view",
  description: `Everyone on the team can use it. A list can have ${maxViews} views.`,
  access: ["member"],
  body: z.strictObject({
    list: ListNameField,
    name: viewFields.name,
    filters: viewFields.filters,
    sort: viewFields.sort.optional(),
    columns: viewFields.columns.optional(),
  }),
  reply: SavedView,
  errors: [],
  example: { body: exampleBody, reply: exampleView },
});

export const updateViewEndpoint = endpoint({
  method: "PATCH",
  path: "/views/:id",
  tag,
  summary: "Update a view",
  description: "Fields you leave out don't change.",
  access: ["member"],
  params: idParams,
  body: z.strictObject({
    name: viewFields.name.optional(),
    filters: viewFields.filters.optional(),
    sort: viewFields.sort.optional(),
    columns: viewFields.columns.optional(),
    expected: expectedValues(SavedView.pick({ name: true, filters: true, sort: true, columns: true }).shape, "view_changed"),
  }),
  reply: SavedView,
  errors: ["view_not_found", "view_changed"],
  example: { params: { id: exampleView.id }, body: { name: "VIPs" }, reply: { ...exampleView, name: "VIPs" } },
});

export const deleteViewEndpoint = endpoint({
  method: "DELETE",
  path: "/views/:id",
  tag,
  summary: "Delete a view",
  description: "Deletes the view for everyone on the team, but nothing in the list. Returns the deleted view.",
  access: ["member"],
  params: idParams,
  reply: SavedView,
  errors: ["view_not_found"],
  example: { params: { id: exampleView.id }, reply: exampleView },
});
