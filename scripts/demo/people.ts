import type { Random } from "./random";

export type Person = { email: string; firstname?: string; lastname?: string; notes?: string };

// First names, then last names, of one part of the world at a time. After a slash: how it is written in an address, where taking the accents off is not enough.
const peoples: readonly [firstnames: string, lastnames: string][] = [
  ["Grace Oliver Amelia Harry Isla Tom Niamh Callum", "Hopper Whitfield Clarke O'Brien Murray Hughes Ashworth Bennett"],
  ["Aisha Omar Leïla Karim Yasmine Idris Samira Tariq", "Benali Haddad Mansouri El-Amin Nasser Bakri Cherif Khoury"],
  ["فاطمة/fatima أحمد/ahmad ليلى/layla يوسف/yusuf", "الزهراء/alzahra حسن/hassan المصري/almasri منصور/mansour"],
  ["Zoë Lukas Hannah Jürgen Käthe Matthias Anneliese Björn", "Müller Schröder Weiß/weiss Vogel Krüger Lindner Brandt Köhler"],
  ["María José Lucía Íñigo Carmen Andrés Pilar Ramón", "García Fernández Muñoz Ibáñez Ortega Peña Castillo Vázquez"],
  ["Chloé Étienne Amélie Rémi Noémie Théo Solène Luc", "Lefèvre Dubois Moreau Girard Beauchêne Marchand Roussel Perrin"],
  ["さくら/sakura 蓮/ren 陽菜/hina 大輔/daisuke", "田中/tanaka 鈴木/suzuki 渡辺/watanabe 小林/kobayashi"],
  ["伟/wei 秀英/xiuying 娜/na 浩然/haoran", "王/wang 李/li 张/zhang 陈/chen"],
  ["Minh Linh Thảo Đức/duc Hương Quân", "Nguyễn Trần Phạm Lê Võ Đặng/dang"],
  ["Priya Arjun Ananya Rohan Kavya Vikram Meera Sanjay", "Sharma Iyer Patel Banerjee Nair Reddy Chatterjee Kulkarni"],
  ["Chidi Adaeze Kwame Ama Thabo Naledi Wanjiru Kofi", "Okafor Mensah Dlamini Mwangi Adeyemi Boateng Nkosi Eze"],
  ["Ольга/olga Дмитро/dmytro Наталя/natalia Андрій/andrii", "Коваль/koval Шевченко/shevchenko Бондар/bondar Мельник/melnyk"],
  ["Zsófia Gábor Łukasz/lukasz Agnieszka Jiří Božena Ștefan Ioana", "Nagy Szabó Kowalczyk Wiśniewska Dvořák Svoboda Popescu Ionescu"],
  ["João Beatriz Thiago Letícia Caetano Marília Inês Duarte", "Silva Araújo Gonçalves Carvalho Magalhães Ribeiro Conceição Pires"],
  ["Ελένη/eleni Γιώργος/giorgos Σοφία/sofia Νίκος/nikos", "Παπαδάκης/papadakis Αντωνίου/antoniou Νικολάου/nikolaou"],
  ["נועה/noa איתן/eitan תמר/tamar אורי/uri", "כהן/cohen לוי/levi מזרחי/mizrahi ברק/barak"],
  [
    "Freja Søren/soren Astrid Jørgen/jorgen Aino Eero Guðrún/gudrun Leif",
    "Nielsen Bjørnsen/bjornsen Lindqvist Virtanen Korhonen Jónsdóttir Åkesson Dahl",
  ],
];

const notes = [
  "Met at the spring fair. Wants it for her whole class.",
  "Asked twice about an Android version.",
  "Runs a reading group of twelve; would like one code for all.",
  "Came from the podcast.",
  "Journalist. Keep posted before the launch.",
  "Reported the typo on the sign-up page. Thank them!",
  "Prefers to be written to in French.",
  "Former customer; left in 2024 because of the missing export.",
  "Speaks for a school.\n\nNeeds an invoice before anything else, and the terms in writing.",
  "Friend of Grace.",
];

const domains = ["example.org", "example.com", "example.net", "mail.example.com", "post.example.org", "school.example.net"];

type Name = { written: string; plain: string };

function namesIn(list: string): Name[] {
  return list.split(" ").map((entry) => {
    const [written = "", romanised = written] = entry.split("/");
    return {
      written,
      plain: romanised
        .normalize("NFD")
        .replace(/[^A-Za-z]/g, "")
        .toLowerCase(),
    };
  });
}

// Names that hardly fit anywhere.
const long: readonly [firstname: string, lastname: string, plain: string][] = [
  ["Wolfgang-Maximilian Friedrich Leopold", "von Hohenzollern-Sigmaringen zu Wolkenstein-Trostburg", "wm.hohenzollern"],
  ["Oluwatamilore Ayomikun Ifeoluwa", "Adebayo-Ogunlesi Oyelaran", "tami.adebayo"],
  ["عبد الرحمن بن محمد بن عبد العزيز", "القحطاني الهاشمي", "abdulrahman.alqahtani"],
  ["Maria da Conceição Leopoldina Micaela", "de Bragança e Bourbon de Áustria", "conceicao"],
];

/** Every first name with every last name of its part of the world, and how both are written in an address. */
export function everyName(): { firstname: string; lastname: string; plain: string }[] {
  const usual = peoples.flatMap(([first, last]) =>
    namesIn(first).flatMap((one) =>
      namesIn(last).map((other) => ({ firstname: one.written, lastname: other.written, plain: `${one.plain}.${other.plain}` })),
    ),
  );
  return [...usual, ...long.map(([firstname, lastname, plain]) => ({ firstname, lastname, plain }))];
}

/** `amount` people from many places, with addresses that cannot be written to. Some gave no name, or only the first. */
export function somePeople(random: Random, amount: number): Person[] {
  const places = peoples.map(([first, last]) => ({ first: namesIn(first), last: namesIn(last) }));
  const people = new Map<string, Person>();
  while (people.size < amount) {
    const place = random.pick(places);
    const [first, last] = [random.pick(place.first), random.pick(place.last)];
    const email = `${localPart(random, first.plain, last.plain)}@${random.pick(domains)}`;
    const named = random.next();
    people.set(email, {
      email,
      ...(named < 0.86 ? { firstname: first.written } : {}),
      ...(named < 0.78 ? { lastname: last.written } : {}),
      ...(random.chance(0.12) ? { notes: random.pick(notes) } : {}),
    });
  }
  return [...people.values()];
}

function localPart(random: Random, first: string, last: string): string {
  const year = String(random.between(60, 99));
  return random.pick([
    `${first}.${last}`,
    `${first}.${last}`,
    `${first[0]}${last}`,
    `${first}${year}`,
    `${first}_${last}`,
    `${last}.${first}`,
    `${first}+gate`,
  ]);
}
