import { foldText } from "@/lib/fold-text";

// cspell:disable

/** Names of zones that some browsers still list, and the ones that replaced them. */
const newNames = new Map([
  ["Africa/Asmera", "Africa/Asmara"],
  ["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["America/Catamarca", "America/Argentina/Catamarca"],
  ["America/Coral_Harbour", "America/Atikokan"],
  ["America/Cordoba", "America/Argentina/Cordoba"],
  ["America/Godthab", "America/Nuuk"],
  ["America/Indianapolis", "America/Indiana/Indianapolis"],
  ["America/Jujuy", "America/Argentina/Jujuy"],
  ["America/Louisville", "America/Kentucky/Louisville"],
  ["America/Mendoza", "America/Argentina/Mendoza"],
  ["Asia/Calcutta", "Asia/Kolkata"],
  ["Asia/Katmandu", "Asia/Kathmandu"],
  ["Asia/Rangoon", "Asia/Yangon"],
  ["Asia/Saigon", "Asia/Ho_Chi_Minh"],
  ["Atlantic/Faeroe", "Atlantic/Faroe"],
  ["Europe/Kiev", "Europe/Kyiv"],
  ["Pacific/Enderbury", "Pacific/Kanton"],
  ["Pacific/Ponape", "Pacific/Pohnpei"],
  ["Pacific/Truk", "Pacific/Chuuk"],
]);

const oldNames = new Map(Array.from(newNames, ([oldName, newName]) => [newName, oldName]));

/** Large cities that no zone is named after. */
const cities = new Map([
  ["Africa/Johannesburg", "Cape Town, Durban, Pretoria"],
  ["Africa/Lagos", "Abuja, Kano"],
  ["America/Argentina/Buenos_Aires", "Rosario"],
  ["America/Bogota", "Medellin, Cali"],
  ["America/Chicago", "Austin, Dallas, Houston, Minneapolis, New Orleans, San Antonio, St. Louis"],
  ["America/Denver", "Salt Lake City"],
  ["America/Los_Angeles", "Las Vegas, Portland, San Diego, San Francisco, San Jose, Seattle"],
  ["America/Mexico_City", "Guadalajara, Puebla"],
  ["America/New_York", "Atlanta, Boston, Charlotte, Miami, Philadelphia, Washington"],
  ["America/Sao_Paulo", "Belo Horizonte, Brasilia, Curitiba, Porto Alegre, Rio de Janeiro"],
  ["America/Toronto", "Montreal, Ottawa, Quebec"],
  ["America/Edmonton", "Calgary"],
  ["Asia/Dubai", "Abu Dhabi"],
  ["Asia/Jerusalem", "Haifa, Tel Aviv"],
  ["Asia/Karachi", "Islamabad, Lahore"],
  ["Asia/Kolkata", "Ahmedabad, Bangalore, Bengaluru, Chennai, Delhi, Hyderabad, Mumbai, Pune"],
  ["Asia/Riyadh", "Jeddah, Mecca"],
  ["Asia/Ho_Chi_Minh", "Hanoi"],
  ["Asia/Shanghai", "Beijing, Chengdu, Chongqing, Guangzhou, Shenzhen, Tianjin, Wuhan"],
  ["Asia/Seoul", "Busan, Incheon"],
  ["Asia/Tokyo", "Kyoto, Nagoya, Osaka, Sapporo, Yokohama"],
  ["Australia/Sydney", "Canberra"],
  ["Europe/Amsterdam", "Rotterdam, The Hague"],
  ["Europe/Berlin", "Cologne, Frankfurt, Hamburg, Leipzig, Munich, Stuttgart"],
  ["Europe/Istanbul", "Ankara, Izmir"],
  ["Europe/Kyiv", "Kharkiv, Lviv, Odesa"],
  ["Europe/Lisbon", "Porto"],
  ["Europe/London", "Birmingham, Edinburgh, Glasgow, Leeds, Liverpool, Manchester"],
  ["Europe/Madrid", "Barcelona, Sevilla, Valencia"],
  ["Europe/Moscow", "Saint Petersburg"],
  ["Europe/Paris", "Lyon, Marseille, Toulouse"],
  ["Europe/Rome", "Florence, Milan, Naples, Turin"],
  ["Europe/Warsaw", "Gdansk, Krakow"],
  ["Europe/Zurich", "Basel, Bern, Geneva"],
  ["Pacific/Auckland", "Christchurch, Wellington"],
]);

// cspell:enable

/** The name of a zone that people know today, which can be newer than the browser's. */
export const timeZoneLabel = (zone: string): string => newNames.get(zone) ?? zone;

/** The zones that the browser knows, by label. Includes the selected one under the name that it has. */
export function listTimeZones(selected: string): string[] {
  // Browsers list one name per zone and may leave out UTC. Older names stay valid.
  const zones = [...Intl.supportedValuesOf("timeZone"), "UTC", selected];
  const byLabel = new Map(zones.map((zone) => [timeZoneLabel(zone), zone]));
  return Array.from(byLabel)
    .sort(([first], [second]) => (first < second ? -1 : 1))
    .map(([, zone]) => zone);
}

/** Makes "new york" match "America/New_York". */
const normalizeForSearch = (text: string) => foldText(text).replace(/[^a-z0-9+]/g, "");

/** Whether a search finds a zone: by its name, an older one, or a large city. */
export function matchesTimeZone(zone: string, query: string): boolean {
  const label = timeZoneLabel(zone);
  const names = [zone, label, oldNames.get(label) ?? "", ...(cities.get(label)?.split(", ") ?? [])];
  return names.some((name) => normalizeForSearch(name).includes(normalizeForSearch(query)));
}

/** The offset of a zone at a time, such as UTC+05:30. */
export function timeZoneOffset(zone: string, time: Date): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(time);
  return parts.find(({ type }) => type === "timeZoneName")?.value.replace("GMT", "UTC") ?? "";
}
