import type { TextEncoding } from "@/contract/table-files";

// cspell:disable

/** A language with how often its letters outside of ASCII are in names, relative to each other, and the encodings that files in it have. */
type Alphabet = {
  name: string;
  letters: Readonly<Record<string, number>>;
  topLevelDomains: readonly string[];
  encodings: readonly TextEncoding[];
};

/** Parses letters with weights, such as "üö5 ß2": letters without a number weigh 1. Upper case weighs a fifth of it. */
function parseWeights(text: string): Record<string, number> {
  const weights: Record<string, number> = {};
  for (const group of text.split(" ")) {
    const [, letters = "", weight = "1"] = /^(\P{Nd}+)(\d*)$/u.exec(group) ?? [];
    for (const letter of letters) {
      weights[letter] = Number(weight || 1);
      const upper = letter.toUpperCase();
      if (upper !== letter && upper.length === 1) weights[upper] ??= Number(weight || 1) / 5;
    }
  }
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  return Object.fromEntries(Object.entries(weights).map(([letter, weight]) => [letter, weight / total]));
}

const western = ["WINDOWS-1252", "ISO-8859-15", "MACINTOSH", "IBM850", "IBM437"] as const;
const central = ["WINDOWS-1250", "ISO-8859-2", "X-MAC-CE", "IBM852"] as const;
const cyrillic = ["WINDOWS-1251", "KOI8-R", "ISO-8859-5", "X-MAC-CYRILLIC", "IBM866"] as const;

const alphabet = (name: string, letters: string, encodings: readonly TextEncoding[], ...topLevelDomains: string[]): Alphabet => ({
  name,
  letters: parseWeights(letters),
  encodings,
  topLevelDomains,
});

export const alphabets: readonly Alphabet[] = [
  alphabet("German", "ü40 ö25 ä25 ß10 é2 –1 „1 “1", western, "de", "at", "ch"),
  alphabet("French", "é50 è12 ê6 ç8 à8 ë4 ï3 î3 ô4 â2 û1 œ1 ù1 ’3 «1 »1", western, "fr", "be", "ca", "ch"),
  alphabet("Spanish", "á20 é15 í22 ó22 ú8 ñ12 ü1 ç1 ª1 º1 ¿1 ¡1", western, "es", "mx", "ar", "co", "cl"),
  alphabet("Portuguese", "ã20 ç12 á15 é10 í8 ó8 ê5 â5 ô3 õ8 à3 ú3 º1 ª1", western, "pt", "br"),
  alphabet("Italian", "à25 è25 é10 ì15 ò15 ù10 ’3", western, "it"),
  alphabet("Nordic", "å25 ä25 ö25 ø15 æ12 é3 ü1", western, "se", "dk", "no", "fi"),
  alphabet("Icelandic", "á20 é8 í15 ó15 ú10 ý6 ð20 þ8 æ8 ö12", western, "is"),
  alphabet(
    "mixed Western",
    "é20 ü14 ö12 ä10 á8 í6 ó6 ñ6 ç6 è5 ã4 å4 ø4 ß3 ê3 ë3 ï2 î2 ô2 â2 à2 ò1 ú2 ù1 ì1 õ1 æ2 œ1 û1 ’2 –2 ‘1 “1 ”1 …1 €1 £1 ®1 ™1 °1",
    western,
  ),
  alphabet("Polish", "ł22 ą15 ę12 ś10 ż10 ó12 ń8 ć7 ź3 –1", central, "pl"),
  alphabet("Czech and Slovak", "á18 í15 é10 č9 ř9 š9 ž9 ý8 ě8 ů4 ú3 ň2 ť2 ď2 ó2 ľ2 ô1 ĺ1 ŕ1 ä1 –1", central, "cz", "sk"),
  alphabet("Hungarian", "á28 é25 ö10 ó10 ő8 í5 ü6 ú4 ű3 –1", central, "hu"),
  alphabet("Romanian", "ă25 ș10 ş10 ț10 ţ10 â10 î12 –1", [...central, "ISO-8859-16"], "ro", "md"),
  alphabet("Croatian and Slovenian", "č25 ć25 š20 ž15 đ10 –1", central, "hr", "si", "rs", "ba"),
  alphabet("Turkish", "ı25 ş15 ğ12 ü15 ö12 ç12 İ6 â1 î1 û1 –1", ["WINDOWS-1254", "IBM857", "X-MAC-TURKISH"], "tr"),
  alphabet(
    "Baltic",
    "ė12 š12 ž8 ų6 ū8 į6 č6 ą4 ę3 ā10 ē8 ī8 ķ4 ļ5 ņ6 ģ3 õ4 ä4 ü4 ö3 –1",
    ["WINDOWS-1257", "ISO-8859-13", "ISO-8859-4"],
    "lt",
    "lv",
    "ee",
  ),
  alphabet(
    "Vietnamese",
    "ễ7 ă4 â6 đ8 ê5 ô6 ơ6 ư8 ầ3 ấ3 ậ3 ắ2 ằ2 ặ2 ế4 ề2 ệ3 ố2 ồ3 ộ3 ớ2 ờ2 ợ1 ứ2 ừ2 ự1 ạ3 ả2 á5 à5 ã2 é1 è1 í3 ì3 ị2 ỉ1 ĩ1 ó2 ò2 ọ2 ỏ1 õ1 ú3 ù3 ụ2 ủ1 ũ2 ý3 ỳ2 ỷ1 ỹ1 ẩ1 ẫ1 ẳ1 ẵ1 ẹ1 ẻ1 ẽ1 ể1 ổ1 ỗ1 ở1 ỡ1 ử1 ữ1",
    ["WINDOWS-1258"],
    "vn",
  ),
  alphabet(
    "Russian",
    "о110 е85 а80 и74 н67 т63 с55 р47 в45 л44 к35 м32 д30 п28 у26 я20 ы19 ь17 г17 з16 б16 ч14 й12 х10 ж9 ш7 ю6 ц5 щ4 э3 ф3 ё1 ъ1 №1 –1",
    cyrillic,
    "ru",
    "by",
    "kz",
    "рф",
  ),
  alphabet(
    "Ukrainian",
    "о94 а83 н68 и61 і57 в53 т53 е47 р47 с41 к39 л36 у33 д31 м30 п29 з23 я22 ь18 б17 г15 ч14 й14 х12 ц10 ї8 ю8 ж7 є6 щ5 ш5 ф3 ґ1 ’1 –1",
    ["WINDOWS-1251", "KOI8-U", "X-MAC-CYRILLIC"],
    "ua",
  ),
  alphabet(
    "Bulgarian",
    "а110 е90 и85 о80 т70 н68 р55 с50 в48 л38 к35 д32 м30 п28 я22 ъ20 з18 г18 у18 б16 ч12 й9 ж8 х8 ц7 щ6 ш5 ю3 ф3 ь1",
    cyrillic,
    "bg",
  ),
  alphabet(
    "Serbian and Macedonian",
    "а110 о90 и90 е85 н60 р52 с50 т48 у45 д40 к38 в38 ј30 м38 п30 л35 г20 з18 б16 ћ8 ш10 ч10 ц9 ж8 х7 ђ4 њ7 љ5 џ2 ф2 ѓ2 ќ2 ѕ1",
    ["WINDOWS-1251", "ISO-8859-5"],
    "rs",
    "mk",
  ),
  alphabet(
    "Greek",
    "α80 ο75 ι65 ε60 τ60 ν50 σ40 η40 ρ40 κ38 ς38 π37 μ32 λ30 ί25 υ25 ά25 ό22 έ20 ή18 ω18 γ17 δ16 ώ8 ύ14 χ10 θ10 φ8 β8 ξ5 ζ4 ψ2 ϊ2 ΐ1",
    ["WINDOWS-1253", "ISO-8859-7", "X-MAC-GREEK"],
    "gr",
    "cy",
  ),
  alphabet(
    "Hebrew",
    "י110 ו100 ה90 ל70 א70 ר60 ת55 מ60 ב50 ש45 נ45 ע35 ד30 ם35 ק22 ח25 פ20 ן15 כ22 ט15 צ12 ג15 ז14 ס18 ך6 ף3 ץ3 ׳1 ״1",
    ["WINDOWS-1255"],
    "il",
  ),
  alphabet(
    "Arabic",
    "ا130 ل110 ي75 م65 ن60 و55 ر50 ت40 ب45 د45 ة35 ع40 س30 ه30 ح30 ف25 ق22 أ20 ك22 ش15 ج15 ص12 خ12 ى8 ط12 ض6 ذ5 ز10 ث5 غ6 ء5 ئ4 إ6 آ2 ؤ2 ظ2",
    ["WINDOWS-1256", "ISO-8859-6"],
    "sa",
    "ae",
    "eg",
    "ma",
    "jo",
  ),
  alphabet(
    "Persian",
    "ا130 ی90 ر75 ن70 م60 ه55 د60 و50 ت45 ل35 ش35 ب40 س35 ز30 ف25 ک30 گ18 ق15 خ15 ح18 ع18 پ12 چ8 ژ2 ج15 ص8 ط6 آ8 غ5 ي10 ك5",
    ["WINDOWS-1256"],
    "ir",
  ),
  alphabet(
    "Thai",
    "า70 น55 ร55 อ50 ก40 เ40 ง40 ม35 ย32 ล30 ว32 ด25 ท25 ส28 ต20 ะ20 ป18 บ18 ค20 ห18 จ15 พ20 ช15 ข10 ใ8 ไ12 โ8 แ12 ั40 ิ35 ี35 ึ6 ื12 ุ22 ู15 ่35 ้30 ็5 ์18 ณ12 ธ8 ศ8 ภ6 ญ6 ษ6 ฐ3 ถ5 ผ5 ซ5 ฟ3 ฝ2 ำ8 ฉ3 ๊1 ๋1 ฎ1 ฏ1 ฒ1 ฤ1 ฆ1 ฬ1 ฮ2",
    ["WINDOWS-874"],
    "th",
  ),
];

/** A language with thousands of characters: the most common ones in names and headers, and how many there are otherwise. */
type Characters = {
  name: string;
  common: ReadonlySet<string>;
  isCharacter: RegExp;
  isFrequent: RegExp;
  count: number;
  topLevelDomains: readonly string[];
  encodings: readonly TextEncoding[];
};

export const characterLanguages: readonly Characters[] = [
  {
    name: "Chinese",
    common: new Set(
      "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂红玲建华国志海玉春梅晓佳欣雨子涵宇轩浩然梓思怡天俊博一丹婷飞凤小新云波鹏辉健斌莉萍珍美邮箱电子件姓名号手机注册时间日期状态备注来源邀请码公司性别地址联系人",
    ),
    isCharacter: /^\p{Script=Han}$/u,
    isFrequent: /^\p{Script=Han}$/u,
    count: 3755,
    topLevelDomains: ["cn"],
    encodings: ["GB18030"],
  },
  {
    name: "Traditional Chinese",
    common: new Set(
      "王李張劉陳楊趙黃周吳徐孫胡朱高林何郭馬羅梁宋鄭謝韓唐馮于董蕭程曹袁鄧許傅沈曾彭呂蘇盧蔣蔡賈丁魏薛葉余潘杜戴夏鍾汪田任姜范方石姚譚廖鄒熊金陸郝孔白崔康毛邱秦江史顧侯邵孟龍萬錢湯尹黎易常武喬賀賴龔文偉芳娜秀英敏靜麗強磊軍洋勇豔傑娟濤明超蘭霞平剛桂紅玲建華國志海玉春梅曉佳欣雨子涵宇軒浩然思怡天俊博一丹婷飛鳳小新雲雅慧淑惠宗信郵箱電子件姓名號手機註冊時間日期狀態備註來源邀請碼公司性別地址聯絡人家豪冠宏彥廷柏翰雯君",
    ),
    isCharacter: /^\p{Script=Han}$/u,
    isFrequent: /^\p{Script=Han}$/u,
    count: 5400,
    topLevelDomains: ["tw", "hk"],
    encodings: ["BIG5"],
  },
  {
    name: "Japanese",
    common: new Set(
      "佐藤鈴木高橋田中伊渡辺山本村小林加吉井口松上清崎森阿部池石前川原岡後長谷近坂遠青西福太三好野中島大内金和酒工横宮安今武平新増丸杉谷健一郎子美香恵真由花結衣翔蓮陽翼誠裕久雄正人明彦直樹智也優奈愛菜浩次隆夫博之幸氏名前姓メールアドレス電話番号登録日会社性別住所お様さん備考タグ件日時",
    ),
    isCharacter: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々・　、。]$/u,
    isFrequent: /^[\p{Script=Hiragana}\p{Script=Katakana}ー]$/u,
    count: 3000,
    topLevelDomains: ["jp"],
    encodings: ["SHIFT_JIS", "EUC-JP"],
  },
  {
    name: "Korean",
    common: new Set(
      "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민지현준영수진경은미혜선희연호철동훈상재원태승규용인기석환아나다라정숙자순옥명광도윤빈예채원시우름메일이전화번호가입날짜상태비고회사성별주소등록",
    ),
    isCharacter: /^\p{Script=Hangul}$/u,
    isFrequent: /^\p{Script=Hangul}$/u,
    count: 2350,
    topLevelDomains: ["kr"],
    encodings: ["EUC-KR"],
  },
];
// cspell:enable
