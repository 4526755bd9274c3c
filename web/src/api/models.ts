import type { components } from "./schema";

/** The wire types by the names the product uses; all of them come from the API's own description. */
type Schemas = components["schemas"];

export type Me = Schemas["Me"];
export type Course = Schemas["Course"];
export type Note = Schemas["Note"];
export type SavedNote = Schemas["SavedNote"];
export type StudentCard = Schemas["StudentCard"];
export type PublicProfile = Schemas["PublicProfile"];
export type Upload = Schemas["Upload"];
