// cspell:disable
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import type { TextEncoding } from "@/contract/table-files";
import { detectEncoding } from "./detect-encoding";
import { decodeAll } from "./encodings";

async function detect(bytes: Buffer) {
  const path = join(tmpdir(), `gatehouse-test-${crypto.randomUUID()}`);
  writeFileSync(path, bytes);
  try {
    return await detectEncoding(path, bytes);
  } finally {
    rmSync(path);
  }
}

const lists = {
  German: ["Jürgen Müller", "Käthe Groß", "Sören Schäfer", "Björn Weiß"],
  French: ["François Lefèvre", "Hélène Brûlé", "Zoé Garçon", "Benoît Forêt"],
  Spanish: ["José Muñoz", "Begoña Ibáñez", "Andrés Gutiérrez", "Mª Ángeles Núñez"],
  Portuguese: ["João Gonçalves", "Inês Conceição", "Luís Magalhães", "Antónia Simões"],
  Swedish: ["Åsa Öberg", "Göran Sjöström", "Märta Ångström", "Jörgen Håkansson"],
  Danish: ["Søren Kjær", "Åse Nørgaard", "Jørgen Møller", "Bjørn Skovgård"],
  Icelandic: ["Guðrún Þórðardóttir", "Sigurður Jónsson", "Kristín Ásgeirsdóttir"],
  Polish: ["Łukasz Wójcik", "Małgorzata Dąbrowska", "Paweł Zieliński", "Żaneta Kaźmierczak"],
  Czech: ["Jiří Dvořák", "Tomáš Němec", "Kateřina Růžičková", "Zdeněk Šťastný"],
  Hungarian: ["Győző Szűcs", "Károly Kovács", "Zsófia Erdős", "Ágnes Tóth"],
  Croatian: ["Željko Marić", "Šime Đurđević", "Snježana Kovačić"],
  Turkish: ["Ayşe Yılmaz", "Çağla Öztürk", "İbrahim Güneş", "Gülşah Işık"],
  Lithuanian: ["Jūratė Žukauskienė", "Česlovas Šarūnas", "Agnė Kazlauskaitė"],
  Russian: ["Дмитрий Иванов", "Наталья Кузнецова", "Сергей Щербаков", "Юлия Орлова"],
  Ukrainian: ["Олексій Шевченко", "Наталія Їжакевич", "Євгенія Ковальчук"],
  Bulgarian: ["Георги Димитров", "Пламен Стоянов", "Цветелина Ангелова"],
  Serbian: ["Ђорђе Петровић", "Љиљана Николић", "Јелена Живковић"],
  Greek: ["Γιώργος Παπαδόπουλος", "Ελένη Νικολάου", "Δημήτρης Γεωργίου"],
  Hebrew: ["דוד כהן", "שרה לוי", "יוסף מזרחי", "רחל אברהם"],
  Arabic: ["محمد العلي", "فاطمة الزهراء", "عبد الرحمن خالد"],
  Persian: ["محمد رضايي", "زهرا احمدي", "علي حسيني"],
  Thai: ["สมชาย ใจดี", "สุดา รักไทย", "ประเสริฐ แสงทอง"],
  Vietnamese: ["Nguyễn Văn Hùng", "Trần Thị Hương", "Lê Đức Thắng", "Phạm Ngọc Ánh"],
  Chinese: ["王小明", "李娜", "张伟", "欧阳修"],
  Taiwanese: ["王小明", "陳美玲", "張雅婷", "歐陽修"],
  Japanese: ["佐藤 健", "鈴木 花子", "田中 さくら", "ワタナベ 直美"],
  Kanji: ["佐藤健", "鈴木花子", "高橋一郎"],
  Korean: ["김민수", "이영희", "박지훈", "최서연"],
} as const;
type Language = keyof typeof lists;

const cases: [Language, TextEncoding][] = [
  ...(["German", "French", "Spanish", "Portuguese", "Swedish", "Danish"] as const).flatMap((language) =>
    (["WINDOWS-1252", "MACINTOSH", "IBM850"] as const).map((encoding): [Language, TextEncoding] => [language, encoding]),
  ),
  ["Icelandic", "WINDOWS-1252"],
  ["German", "IBM437"],
  ["French", "ISO-8859-15"],
  ...(["Polish", "Czech", "Hungarian", "Croatian"] as const).flatMap((language) =>
    (["WINDOWS-1250", "ISO-8859-2", "IBM852"] as const).map((encoding): [Language, TextEncoding] => [language, encoding]),
  ),
  ["Polish", "X-MAC-CE"],
  ["Czech", "X-MAC-CE"],
  ...(["WINDOWS-1254", "IBM857", "X-MAC-TURKISH"] as const).map((encoding): [Language, TextEncoding] => ["Turkish", encoding]),
  ["Lithuanian", "WINDOWS-1257"],
  ["Lithuanian", "ISO-8859-13"],
  ...(["Russian", "Bulgarian"] as const).flatMap((language) =>
    (["WINDOWS-1251", "KOI8-R", "ISO-8859-5", "X-MAC-CYRILLIC", "IBM866"] as const).map((encoding): [Language, TextEncoding] => [
      language,
      encoding,
    ]),
  ),
  ["Ukrainian", "WINDOWS-1251"],
  ["Ukrainian", "KOI8-U"],
  ["Serbian", "WINDOWS-1251"],
  ["Serbian", "ISO-8859-5"],
  ["Greek", "WINDOWS-1253"],
  ["Greek", "ISO-8859-7"],
  ["Greek", "X-MAC-GREEK"],
  ["Hebrew", "WINDOWS-1255"],
  ["Arabic", "WINDOWS-1256"],
  ["Arabic", "ISO-8859-6"],
  ["Persian", "WINDOWS-1256"],
  ["Thai", "WINDOWS-874"],
  ["Vietnamese", "WINDOWS-1258"],
  ["Chinese", "GB18030"],
  ["Taiwanese", "BIG5"],
  ["Japanese", "SHIFT_JIS"],
  ["Japanese", "EUC-JP"],
  ["Kanji", "SHIFT_JIS"],
  ["Kanji", "EUC-JP"],
  ["Korean", "EUC-KR"],
];

/** Python's and iconv's names. */
const names: Partial<Record<TextEncoding, string>> = {
  MACINTOSH: "macroman",
  IBM437: "cp437",
  IBM850: "cp850",
  IBM852: "cp852",
  IBM857: "cp857",
  IBM866: "cp866",
  "X-MAC-CE": "macCenteuro",
  "X-MAC-GREEK": "macGreek",
  "X-MAC-TURKISH": "macTurkish",
  "X-MAC-CYRILLIC": "macCyrillic",
  "EUC-KR": "cp949",
};
/** Windows-1258 writes most accents as characters of their own. */
const decomposed = (text: string): string =>
  [...text]
    .map((letter) =>
      /[\u0300-\u036f]/.test(letter.normalize("NFD")) && !/[âêôăơưÂÊÔĂƠƯáàéèíóúùñçÁÀÉ]/.test(letter) ? splitTone(letter) : letter,
    )
    .join("");
const splitTone = (letter: string): string => {
  const parts = [...letter.normalize("NFD")];
  const tone = parts.filter((part) => /[\u0300\u0301\u0303\u0309\u0323]/.test(part));
  return (
    parts
      .filter((part) => !tone.includes(part))
      .join("")
      .normalize("NFC") + tone.join("")
  );
};

const encode = (text: string, encoding: TextEncoding): Buffer =>
  iconv.encode(encoding === "WINDOWS-1258" ? decomposed(text) : text, names[encoding] ?? encoding);

test.each(cases)("a list of %s names in %s is read as it was written, also with three rows", async (language, encoding) => {
  const rows = lists[language];
  for (const [count, header, domain] of [
    [rows.length, "email,name", "example.com"],
    [3, "email,name", "example.com"],
  ] as const) {
    const text = [header, ...rows.slice(0, count).map((name, index) => `user${index}@${domain},${name}`), ""].join("\r\n");
    const bytes = encode(text, encoding);
    expect(decodeAll(encoding, bytes), "the test's own encoding").toBe(text);
    const found = await detect(bytes);
    expect(decodeAll(found.encoding, bytes), `${found.encoding}: ${JSON.stringify(found.candidates)}`).toBe(text);
  }
});
