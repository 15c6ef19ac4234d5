import type { Locale } from "date-fns";
import { cs } from "date-fns/locale/cs";
import { da } from "date-fns/locale/da";
import { de } from "date-fns/locale/de";
import { el } from "date-fns/locale/el";
import { enUS } from "date-fns/locale/en-US";
import { es } from "date-fns/locale/es";
import { fi } from "date-fns/locale/fi";
import { fr } from "date-fns/locale/fr";
import { hu } from "date-fns/locale/hu";
import { id } from "date-fns/locale/id";
import { it } from "date-fns/locale/it";
import { nb } from "date-fns/locale/nb";
import { nl } from "date-fns/locale/nl";
import { pl } from "date-fns/locale/pl";
import { pt } from "date-fns/locale/pt";
import { ro } from "date-fns/locale/ro";
import { ru } from "date-fns/locale/ru";
import { sv } from "date-fns/locale/sv";
import { tr } from "date-fns/locale/tr";
import { uk } from "date-fns/locale/uk";

/**
 * The languages whose names of months are read, in the order in which they are tried. None of them has a name that means another month in
 * another of them, unlike Croatian and Polish, where "listopad" is October and November.
 */
export const monthNames: readonly Locale[] = [...[enUS, de, fr, es, it, pt, nl, sv, da, nb, fi, pl, cs, ru, uk, tr, hu, ro, el, id]];
