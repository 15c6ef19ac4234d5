// cspell:disable
/**
 * Passphrases that everyone knows, in lower case and without what isn't a letter or digit: examples of guides, sentences for testing
 * keyboards and fonts, and famous quotes. Lists of common passwords lack most of them, and a count of their words overrates them.
 */
const passphrases = [
  // Examples of how to make a passphrase.
  ...["correcthorsebatterystaple", "staplebatteryhorsecorrect", "horsebatterystaple", "batteryhorsestaple", "correctbatteryhorsestaple"],
  ...["cleftcamsynodlacyyrwok", "myvoiceismypassport", "thisismypassword", "thisismypassphrase", "thisisapassphrase", "thisisapassword"],
  ...["thisisalongpassword", "thisisalongpassphrase", "thisisasecret", "mysecretpassphrase", "mysecretpassword", "averylongpassword"],
  ...["averylongpassphrase", "thisisaverylongpassword", "secretpassphrase", "randomwordshere", "fourrandomwords", "averystrongpassword"],
  ...["opensesame", "letmeinplease", "pleaseletmein", "trustnoone", "changemeplease", "passwordpassword", "nopasswordneeded"],
  ...["abandonabandonabandon", "legalwinnerthankyear", "letteradvicecageabsurd", "zoozoozoozoo"],
  // Sentences with all letters, and placeholder text.
  ...["packmyboxwithfivedozenliquorjugs", "thequickbrownfoxjumpsoverthelazydog", "sphinxofblackquartzjudgemyvow"],
  ...["thequickbrownfox", "quickbrownfox", "jumpsoverthelazydog", "overthelazydog", "packmyboxwithfivedozen", "fivedozenliquorjugs"],
  ...["sphinxofblackquartz", "jackdawslovemybigsphinx", "howvexinglyquickdaft", "waltzbadnymph", "fivequackingzephyrs"],
  ...["franzjagtimkomplettverwahrlostentaxi", "victorjagtzwolfboxkampfer", "zwolfboxkampfer", "falschesuben", "portezcevieuxwhisky"],
  ...["elvelozmurcielago", "loremipsum", "dolorsitamet", "consecteturadipiscing", "helloworld", "hellothere", "foobarbaz"],
  // Quotes and sayings.
  ...["tobeornottobe", "thatisthequestion", "maytheforcebewithyou", "iamyourfather", "lukeiamyourfather", "thesearenotthedroids"],
  ...["livelongandprosper", "houstonwehaveaproblem", "allyourbasearebelongtous", "nevergonnagiveyouup", "thecakeisalie"],
  ...["winteriscoming", "youshallnotpass", "oneringtorulethemall", "soylentgreenispeople", "elementarymydearwatson"],
  ...["hereslookingatyoukid", "franklymydeari", "toinfinityandbeyond", "hakunamatata", "supercalifragilistic", "illbeback"],
  ...["thetruthisoutthere", "resistanceisfutile", "beammeupscotty", "solongandthanksforallthefish", "thanksforallthefish"],
  ...["itwasthebestoftimes", "itwastheworstoftimes", "callmeishmael", "onceuponatime", "itwasadarkandstormynight", "happilyeverafter"],
  ...["alliswellthatendswell", "allthatglittersisnotgold", "romeoromeowherefore", "ettubrute", "friendsromanscountrymen"],
  ...["inthebeginninggod", "lettherebelight", "thelordismyshepherd", "ourfatherwhoartinheaven", "forgodsoloved"],
  ...["fourscoreandsevenyears", "wethepeople", "weholdthesetruths", "wheninthecourse", "ihaveadream"],
  ...[
    "asknotwhatyourcountry",
    "onesmallstepforman",
    "onegiantleap",
    "ingodwetrust",
    "godsavethequeen",
    "godsavetheking",
    "godblessamerica",
  ],
  ...["ithinkthereforeiam", "cogitoergosum", "carpediem", "venividivici", "mementomori", "knowledgeispower", "timeismoney"],
  ...["practicemakesperfect", "honestyisthebestpolicy", "loveconquersall", "anappleaday", "rosesareredvioletsareblue", "rosesarered"],
  ...["twinkletwinklelittlestar", "maryhadalittlelamb", "humptydumpty", "happybirthdaytoyou", "jinglebells", "rowrowrowyourboat"],
  ...["liberteegalitefraternite", "freiheitgleichheit", "seinodernichtsein", "ichbineinberliner", "habemuspapam", "queserasera"],
  ...["iloveyousomuch", "ilovemyfamily", "ilovemywife", "ilovemydog", "abracadabra", "eenymeenyminymoe", "whatsupdoc"],
];

/** Well-known passwords that only count as a whole, with the signs that replace letters read as letters. */
const passwords = ["troubador&e", "troubadour&e"];
// cspell:enable

const signs: Readonly<Record<string, string>> = { "0": "o", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", $: "s", "€": "e" };

/** Returns the text in lower case, without accents, and with signs read as the letters that they often replace. */
const readSigns = (text: string, one: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[0345@78$€]/g, (sign) => signs[sign] ?? sign)
    .replace(/[1!|]/g, one);

const lettersAndDigits = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Returns what a password adds to a well-known passphrase that it contains, in any notation, such as `correct-horse-battery-staple1`. Null if
 * it contains none.
 */
export function withoutKnownPassphrase(password: string): string | null {
  const readings = [password.normalize("NFKD").toLowerCase(), readSigns(password, "i"), readSigns(password, "l")];
  if (readings.some((reading) => passwords.includes(reading))) return "";
  const rests = readings.map(lettersAndDigits).flatMap((reading) => {
    const known = passphrases.filter((passphrase) => reading.includes(passphrase));
    return known.length === 0 ? [] : [known.reduce((rest, passphrase) => rest.replaceAll(passphrase, ""), reading)];
  });
  return rests.sort((one, other) => one.length - other.length)[0] ?? null;
}
