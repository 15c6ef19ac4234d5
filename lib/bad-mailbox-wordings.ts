// cspell:disable

/**
 * How servers say in a language that a mailbox is unknown, disabled or moved. Parts of regular expressions for the result of
 * `comparableText`: words in lower case, without accents and punctuation, between single spaces.
 */
type Wording = {
  /** The mailbox, or the person who has it. */
  nouns: string;
  /** What is said of a noun, up to six words after it. */
  states: string;
  /** What comes directly before a noun. */
  before: string;
  /** What says it without one of the nouns, or is clear only together with one of them. */
  phrases?: string;
};

const wordings: readonly Wording[] = [
  {
    nouns:
      "user ?(?:id)?s?(?! names? )|uid|mail ?boxe?s?|accounts?|recip(?:ient)?s?|address(?:ee|es)?|email (?:address|account|id)|customer|alias|local ?part|person|inbox|subscriber",
    states:
      "(?:un|not )known|unavailable|doe?s ?n[o ]?t exist|doesnt exist|do not exist|(?:not|never|no longer) exist\\S*|no ?longer (?:here|on (?:the |this |our )?server|with us|available|valid|active|in use|registered|works|accepts|receives)|(?:not|couldnt|cant|cannot|isnt|wasnt) (?:be |been )?(?:found|recogni[sz]ed|located|registered|resolved|available|valid|active|activated|enabled|in use|known|a valid|an active)|non ?existent|nonexist\\S*|disabled?|suspended|deactivated|inactive|inactivated|closed|terminated|deleted|removed|expired|cancell?ed|discontinued|abandoned|frozen|has moved|(?:been|was) moved|(?:has|been) changed|obsolete|unrecogni[sz]ed|unroute?able|undeliverable|invalid|unregistered|retired|archived|dormant|dead|illegal",
    before:
      "unknown|(?:no|not) such|invalid|illegal|bad|nonexist\\S+|non exist\\S+|undeliverable|unroute?able|inactive|disabled|suspended|deactivated|closed|expired|obsolete|unrecogni[sz]ed|unregistered|no(?!(?: valid| active)? recipients)(?: valid| active)?|not an? (?:valid|known|registered|existing|active)|not (?:our|known)",
    phrases:
      "(?:account|mailbox|user)(?: is| has been| was)? (?:blocked|locked)|no one (?:here|by that|with that)|no such (?:id|mail drop)|(?:\\S*nt|not) have an?(?: \\S+){0,5} account|recip(?:ient)? ?not ?found|recipient(?: address| domain)? has (?:a )?null mx|domain(?: \\S+){0,4} does ?n[o ]?t accept (?:e ?)?mail(?: nullmx)?(?= $)|returned null mx|user(?: \\S+){1,6} not listed in domino directory|user not local please try|recipient address rejected domain not found|doesnt handle mail for that user",
  },
  {
    nouns:
      "(?:der |die |das )?(?:empf(?:a|ae)nger\\S*|benutzer\\S*|nutzer\\S*|postfach\\S*|mailbox|mailkonto|konto|account|e ?mail ?adresse|mail ?adresse|adresse|adressat|teilnehmer)",
    states:
      "unbekannt\\S*|existiert nicht|existieren nicht|nicht gefunden|nicht bekannt|nicht vorhanden|nicht existent|ung(?:u|ue)ltig\\S*|gesperrt|stillgelegt|deaktiviert|gel(?:o|oe)scht|gekundigt|nicht mehr \\S+|gibt es nicht|nicht aktiv|inaktiv|verzogen|nicht erreichbar",
    before: "unbekannte\\S*|ung(?:u|ue)ltige\\S*|kein\\S*|nicht existierende\\S*|unzustellbare\\S*",
  },
  {
    nouns:
      "utilisateurs?|destinataires?|adresses?(?: e ?mail| mail| electronique)?|boites?(?: aux lettres| mail| vocale| de reception)?|comptes?|bal|abonne|usager",
    states:
      "inconnue?s?|inexistante?s?|n ?existe(?:nt)? p(?:as|lus)|nest plus|n est plus|introuvables?|invalides?|non valides?|desactivee?s?|bloquee?s?|suspendue?s?|fermee?s?|supprimee?s?|resiliee?s?|inactive?s?|inactifs?|non trouvee?s?|incorrecte?s?|errone\\S*",
    before: "aucun|pas de|mauvaise?|inconnu",
  },
  {
    nouns: "usuarios?|destinatari[oa]s?|buzon|casilla|cuenta|direccion(?: de correo| de email)?|correo electronico",
    states:
      "desconocid[oa]s?|no existe\\S*|inexistente|no (?:ha sido |fue |se ha )?encontrad[oa]|no encontrad[oa]|invalid[oa]|no (?:es )?valid[oa]|de(?:sh|s)abilitad[oa]|inhabilitad[oa]|desactivad[oa]|suspendid[oa]|bloquead[oa]|inactiv[oa]|cancelad[oa]|eliminad[oa]|dad[oa] de baja",
    before:
      "no existe (?:el|la|ese|esa|este|esta|ningun|ninguna)|no (?:hay|se encuentra|se encontro)(?: el| la| ningun| ninguna| ese| tal)?|ningun",
  },
  {
    nouns: "utente|destin(?:atari[oa])?|indirizzo(?: e ?mail| di posta)?|casella(?: di posta| postale| e ?mail)?|account|mailbox|cliente",
    states:
      "sconosciut[oa]|inesistente|non esist\\S+|non (?:e |piu )*valid[oa]|non (?:e |piu )*attiv[oa]|errat[oa]|disa?t+t?ivat[oa]|disabilitat[oa]|sospes[oa]|non (?:e )?(?:stat[oa] )?trovat[oa]|bloccat[oa]|chius[oa]|scadut[oa]|cancellat[oa]|cessat[oa]",
    before: "nessun|sconosciuto|non esiste (?:l|il|la|nessun|lo)",
  },
  {
    nouns:
      "usuario|utilizador|destinatari[oa]|caixa (?:postal|de correio|de entrada|de email)|conta|endereco(?: de e ?mail)?|email|assinante",
    states:
      "desconhecid[oa]|inexistente|nao (?:foi )?(?:existe|encontrad[oa]|localizad[oa]|cadastrad[oa]|reconhecid[oa])|nao (?:e )?valid[oa]|invalid[oa]|des(?:ativ|abilit|activ)ad[oa]|suspens[oa]|bloquead[oa]|cancelad[oa]|inativ[oa]|inactiv[oa]|encerrad[oa]|removid[oa]|excluid[oa]",
    before: "nao existe(?: o| a| esse| essa| este| esta| nenhum)?|nenhum",
  },
  {
    nouns: "gebruikers?(?: ?naam)?|ontvanger|postbus|mailbox|postvak|account|adres|e ?mail ?adres|klant",
    states:
      "onbekend|bestaa[nt]t? niet|niet gevonden|niet bekend|ongeldig|geblokkeerd|uitgeschakeld|opgeheven|niet (?:meer )?(?:actief|in gebruik|geldig|beschikbaar)|verwijderd|gedeactiveerd|opgezegd|verhuisd",
    before: "onbekende?|ongeldige?|geen|niet bestaande?",
  },
  {
    nouns: "uzytkownik\\S*|odbiorc\\S+|adresat\\S*|skrzynk\\S+(?: pocztow\\S+| odbiorcz\\S+)?|kont[oa]|adres(?: e ?mail)?|klient",
    states:
      "nieznan\\S+|nie istnieje|nie zostal\\S* znalezion\\S+|nie znaleziono|zablokowan\\S+|nieaktywn\\S+|wylaczon\\S+|usuniet\\S+|zawieszon\\S+|niepoprawn\\S+|nieprawidlow\\S+|zamknie\\S+",
    before:
      "nieznan\\S+|nie ma(?: takiego| takiej)?|brak(?: takiego| takiej)?|nie istnieje(?: taki| taka| takie)?|niepoprawn\\S+|nieprawidlow\\S+",
  },
  {
    nouns: "uzivatel\\S*|schrank\\S+|prijemc\\S*|adresat\\S*|adresa|ucet|pouzivatel\\S*|prijimatel\\S*",
    states:
      "ne(?:e)?xistuje|neznam\\S+|nenalezen\\S*|nebyl\\S* nalezen\\S*|zablokovan\\S+|zrusen\\S*|neplatn\\S+|neaktivn\\S+|nenajden\\S*",
    before: "neznam\\S+|neexistujici|neplatn\\S+",
  },
  {
    nouns: "kullanici\\S*|alici\\S*|posta kutusu|hesa\\S+|e ?posta adresi|adres\\S*",
    states:
      "bulunamadi|bulunamiyor|bulunmamakta\\S*|mevcut degil\\S*|bilinm\\S+|gecersiz\\S*|yok|devre disi|askiya alin\\S+|kapatil\\S+|kapali|silin\\S+|pasif|tanimsiz",
    before: "bilinmeyen|gecersiz|boyle bir",
  },
  {
    nouns:
      "anvandare\\S*|mottagare\\S*|brevlada\\S*|konto\\S*|adress\\S*|bruger\\S*|modtager\\S*|postkass\\S+|adresse\\S*|bruker\\S*|mottaker\\S*|e ?postadress\\S*",
    states:
      "okand\\S*|ukendt\\S*|ukjent\\S*|finn(?:e)?s (?:inte|ikke)|findes ikke|eksisterer ikke|existerar inte|hittades inte|(?:blev|ble) ikke (?:fundet|funnet)|ikke fundet|ikke funnet|ogiltig\\S*|ugyldig\\S*|sparrad\\S*|sperret|spaerret|deaktivera\\S*|deaktivert|avslutad\\S*",
    before: "okand|ukendt|ukjent|ogiltig|ugyldig|ingen(?: sadan| slik)?",
  },
  {
    nouns: "kayttaja\\S*|vastaanottaja\\S*|postilaatikko\\S*|sahkopostiosoite\\S*|osoite\\S*|tili\\S*",
    states: "tuntemat\\S+|ei loydy|ei loytynyt|ei ole olemassa|ei ole kaytossa|suljettu|poistettu|virheellinen",
    before: "tuntematon|virheellinen",
  },
  {
    nouns:
      "felhasznalo\\S*|cimzett\\S*|postafiok\\S*|e ?mail ?cim\\S*|cim|utilizator\\S*|destinatar\\S*|casuta(?: postala)?|adresa|cont(?:ul)?",
    states:
      "ismeretlen\\S*|nem letez\\S+|nem talalhato|ervenytelen|letiltva|megszunt|necunoscut\\S*|inexistent\\S*|nu exista|invalid\\S*|nu a fost gasit\\S*|dezactivat\\S*|suspendat\\S*",
    before: "ismeretlen|nem letezo|ervenytelen|nu exista(?: acest| un)?",
  },
  {
    nouns: "pengguna|penerima|akaun|akun|alamat(?: e ?mel| email)?|kotak surat|nguoi dung|nguoi nhan|hop thu|tai khoan|dia chi(?: email)?",
    states:
      "tidak (?:di)?(?:kenal\\S*|temukan|wujud|ada|aktif|valid|sah)|dinonaktifkan|tak dikenal|khong (?:ton tai|tim thay|hop le|xac dinh)|bi khoa|da bi xoa",
    before: "tidak ada|khong tim thay|khong co",
  },
  {
    nouns:
      "пользовател\\S*|получател\\S*|адресат\\S*|(?:почтов\\S+ )?ящик\\S*|аккаунт\\S*|уч[её]тн\\S+ запис\\S+|адрес\\S*|абонент\\S*|користувач\\S*|одержувач\\S*|отримувач\\S*|(?:поштов\\S+ )?скриньк\\S+",
    states:
      "не (?:был )?(?:существу\\S+|найден\\S*|зарегистрирован\\S*|обнаружен\\S*|действу\\S+|активен|активна)|неизвест\\S+|несуществу\\S+|заблокирован\\S*|отключен\\S*|удален\\S*|неактив\\S+|недействител\\S+|закрыт\\S*|недоступен|не (?:існу\\S+|знайден\\S*|зареєстрован\\S*)|невідом\\S+|заблокован\\S*|видален\\S*|отсутствует",
    before: "неизвестн\\S+|несуществующ\\S+|нет так\\S+|нет|так\\S+|неверн\\S+|недействительн\\S+|невідом\\S+|немає так\\S+",
    phrases: "так\\S+ (?:пользователя|ящика|адреса|получателя|абонента) нет",
  },
  {
    nouns: "χρηστης|παραληπτης|γραμματοκιβωτιο|λογαριασμος|διευθυνση",
    states: "αγνωστ\\S+|δεν υπαρχει|δεν βρεθηκε|απενεργοποιη\\S+|ανυπαρκτ\\S+|μη εγκυρ\\S+",
    before: "αγνωστ\\S+|δεν υπαρχει",
  },
  {
    nouns: "משתמש|נמען|הנמען|תיבת דואר|תיבת הדואר|חשבון|כתובת|المستخدم|مستخدم|المستلم|مستلم|صندوق البريد|الحساب|حساب|العنوان|عنوان",
    states: "לא קיימת?|לא נמצאה?|לא ידוע|אינו קיים|אינה קיימת|לא פעילה?|חסום|غير موجود\\S*|غير معروف\\S*|لا يوجد|معطل\\S*|غير صالح\\S*",
    before: "אין|لا يوجد",
  },
];

/** Words of a state that are in front of a noun can be followed by one of these, as in "unknown or illegal user" or "no such local user". */
const linkWords =
  "or|such|virtual|local|destination|gateway|recipient|email|e mail|mail|active|valid|inactive|disabled|unknown|illegal|invalid|nonexistent";

/** Words between a noun and a state after which the state is said of something else. */
const otherSubjects = "because|reason|from|domain|server|host|ip|sender|if|but|by|connection|session|channel|message|service|or its";

/** The same for languages that are written without spaces: a noun and a state with up to 14 characters between them, or the reverse. */
const gaplessWordings: readonly Pick<Wording, "nouns" | "states" | "before">[] = [
  {
    nouns: "用户名?|用戶|收件人(?:地址)?|收信人|邮箱|郵箱|信箱|帐号|账号|帳號|帐户|账户|帳戶|使用者|邮件地址|电子邮件地址|地址",
    states:
      "不存在|未找到|找不到|不明|无效|無效|無此|查无|已?停用|被?禁用|冻结|凍結|已关闭|已關閉|已?注销|已?註銷|已过期|已過期|被锁定|被鎖定|已删除|已刪除|未激活",
    before: "无此|無此|查无此?|查無此?|没有此|沒有此|没有这个|未知的?|无效的?|無效的?|不存在的?",
  },
  {
    nouns: "ユーザー?名?|受信者|宛先|あて先|宛て先|メールボックス|アカウント|メールアドレス|アドレス|宛名",
    states:
      "存在しません|存在しない|存在いたしません|見つかりません|見つからない|みつかりません|ありません|不明|無効|停止され|停止中|変更され|廃止|削除され|解約|登録されていません",
    before: "不明な|無効な|存在しない|該当する",
  },
  {
    nouns: "사용자|수신자|수신인|받는 ?사람|계정|메일함|편지함|메일 ?주소|주소|아이디|회원",
    states: "존재하지 ?않|없습니다|없는|찾을 ?수 ?없|알 ?수 ?없|유효하지 ?않|휴면|정지|해지|탈퇴|비활성|사용 ?중지|삭제",
    before: "존재하지 ?않는|알 ?수 ?없는|없는|잘못된|유효하지 ?않은",
  },
  {
    nouns: "ผู้ใช้|ผู้รับ|กล่องจดหมาย|บัญชี|ที่อยู่อีเมล",
    states: "ไม่มีอยู่|ไม่พบ|ไม่รู้จัก|ถูกระงับ|ถูกปิด|ไม่ถูกต้อง",
    before: "ไม่พบ|ไม่มี|ไม่รู้จัก",
  },
];

const spacedPatterns = wordings.map(
  ({ nouns, states, before, phrases }) =>
    `(?<= )(?:(?:${nouns})((?: (?!(?:${otherSubjects}) )\\S+){0,6}?) (?:${states})(?= )|(?:${before})(?: (?:${linkWords})){0,3} (?:${nouns})(?= )${phrases ? `|(?:${phrases})` : ""})`,
);
const gaplessPatterns = gaplessWordings.map(({ nouns, states, before }) => `(?:${nouns}).{0,14}?(?:${states})|(?:${before}) ?(?:${nouns})`);

/** What Postfix and Exchange add: the table that a user isn't in, and how they looked. */
const searchedPlace = "(?: in (?:local|relay|virtual)(?: \\S+){1,2} table| by smtp address lookup)?";

/** Matches where a comparable text says that a mailbox is unknown, disabled or moved. Its groups are the words between noun and state. */
export const badMailboxWording = new RegExp(`(?:${[...spacedPatterns, ...gaplessPatterns].join("|")})${searchedPlace}`, "g");
