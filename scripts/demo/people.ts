import type { Random } from "./random";

export type Person = { email: string; firstname?: string; lastname?: string; notes?: string };

// First and last names by region. After a slash: how the name is written in an email, if removing the accents is not enough.
const nameRegions: readonly [firstnames: string, lastnames: string][] = [
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
  "Runs a reading group of twelve. Wants one code for everyone.",
  "Came from the podcast.",
  "Journalist. Keep posted before the launch.",
  "Reported the typo on the sign-up page. Thank them!",
  "Prefers emails in French.",
  "Former customer. Left in 2024 because there was no export.",
  "Works at a school.\n\nNeeds an invoice first, and the terms in writing.",
  "Friend of Grace.",
];

const domains = ["example.org", "example.com", "example.net", "mail.example.com", "post.example.org", "school.example.net"];

type Name = { name: string; emailPart: string };

function parseNames(list: string): Name[] {
  return list.split(" ").map((entry) => {
    const [name = "", romanized = name] = entry.split("/");
    return {
      name,
      emailPart: romanized
        .normalize("NFD")
        .replace(/[^A-Za-z]/g, "")
        .toLowerCase(),
    };
  });
}

// Names that are very long.
const longNames: readonly [firstname: string, lastname: string, emailPart: string][] = [
  ["Wolfgang-Maximilian Friedrich Leopold", "von Hohenzollern-Sigmaringen zu Wolkenstein-Trostburg", "wm.hohenzollern"],
  ["Oluwatamilore Ayomikun Ifeoluwa", "Adebayo-Ogunlesi Oyelaran", "tami.adebayo"],
  ["عبد الرحمن بن محمد بن عبد العزيز", "القحطاني الهاشمي", "abdulrahman.alqahtani"],
  ["Maria da Conceição Leopoldina Micaela", "de Bragança e Bourbon de Áustria", "conceicao"],
];

/** Returns every combination of first and last names of a region, and how it is written in an email. */
export function listNames(): { firstname: string; lastname: string; emailPart: string }[] {
  const regionalNames = nameRegions.flatMap(([first, last]) =>
    parseNames(first).flatMap((first) =>
      parseNames(last).map((last) => ({ firstname: first.name, lastname: last.name, emailPart: `${first.emailPart}.${last.emailPart}` })),
    ),
  );
  return [...regionalNames, ...longNames.map(([firstname, lastname, emailPart]) => ({ firstname, lastname, emailPart }))];
}

/** Draws people from many regions with unreachable emails. Some have no name, or only a first name. */
export function drawPeople(random: Random, amount: number): Person[] {
  const regions = nameRegions.map(([first, last]) => ({ first: parseNames(first), last: parseNames(last) }));
  const people = new Map<string, Person>();
  while (people.size < amount) {
    const region = random.pick(regions);
    const [first, last] = [random.pick(region.first), random.pick(region.last)];
    const email = `${drawLocalPart(random, first.emailPart, last.emailPart)}@${random.pick(domains)}`;
    const nameDraw = random.next();
    people.set(email, {
      email,
      ...(nameDraw < 0.86 ? { firstname: first.name } : {}),
      ...(nameDraw < 0.78 ? { lastname: last.name } : {}),
      ...(random.chance(0.12) ? { notes: random.pick(notes) } : {}),
    });
  }
  return [...people.values()];
}

function drawLocalPart(random: Random, first: string, last: string): string {
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
