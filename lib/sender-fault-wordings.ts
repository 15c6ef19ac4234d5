// cspell:disable

/** Stands for what badMailboxWording matches, so that "your mailbox" can be told apart. */
export const mailboxWord = "mailbox";

/**
 * Words of refusals that are, or may be, about us: the sender, our server, the content, how much we send, or a problem of the server that
 * passes. Prefixes of words in a comparable text (lib/smtp-rejections.ts), by language.
 */
const prefixes = [
  `(?:your|ip|client|ihre?|votre|vos|su|tu|tuo|vostro|suo|seu|sua|uw|twoj\\S*|ваш\\S*|you are) ${mailboxWord} `,
  "sender|sending|originator|envelope (?:sender|from)|mail ?from|from (?:address|header|domain|field|your|ip|\\d)|(?:accept\\S*|e ?mails?|messages?|connections?|traffic|sent|coming) from|return path|reply to (?:address|header|field)|helo|ehlo|impersonat|spoof|forged",
  "your (?:e ?mail )?(?:ip|host|server|domain|account|address|helo|network|system|isp|client|organi[sz]ation|provider|reputation|smtp|outgoing|mail server|rdns|ptr|network|subnet|country|region)|client (?:host|ip|address)|remote (?:host|ip)|source ip|ip (?:address|reputation|range|block|is|not|has|was)|you (?:are|were|have been) (?:not|block|ban|black|listed|sending|on)|you (?:must|need|should) (?:auth|login|log in|use)|we (?:do|will|can) ?not accept|our (?:list|block|black|polic)",
  "relay|outgoing|outbound|submission|smtp auth|authenti|auth(?:ori[sz])|unauth|credential|login|log in|logon|password|pop before|tls|encrypt|certificate",
  "spam|ube |uce |junk|virus|malware|phish|bulk|unsolicited|content|attachment|header|subject|link|url |reputation|suspicious|abus|complain|black|block|ban |banned|listed|denylist|whitelist|allowlist|rbl|dnsbl|surbl|spamhaus|barracuda|cloudmark|proofpoint|listing",
  "polic|spf|dkim|dmarc|arc |ptr|reverse|rdns|dns (?:check|lookup|record|mx|ptr|black)|mx or|resource record|null mx|den(?:y|ied|ies)|forbid|prohibit|permission|not permitted|not allowed|disallow|prefer|refuse\\S* (?:due|by)|decline|dynamic|residential|country|geo|restrict",
  "rate|ratelimit|limit|quota|over ?quota|full|storage|(?:no|disk|insufficient|enough|of) space|too (?:many|much|fast|quick|large|big|long|often)|exceed|excessive|frequen|throttl|volume|per (?:hour|day|minute)|size|large",
  "temporar|later|overload|busy|maintenance|greylist|graylist|try again|retry|deferred|timeout|timed out|internal error|system error|configuration|loop|hops",
  // German, French, Spanish, Italian, Portuguese, Dutch, Polish, Russian, Ukrainian, Turkish, Scandinavian, Czech
  "absender|ihre? (?:ip|server|domain|konto|account)|gesendet|richtlinie|abgelehnt wegen|voll |uberf|speicher|spater|vorubergehend|zu viele|sperrliste|berecht",
  "expediteur|emetteur|votre (?:ip|serveur|domaine|compte|adresse)|adresse ip|authentif|plein|satur|depass|plus tard|temporaire|trop de|liste noire|contenu|reput|polit",
  "remitente|emisor|su (?:ip|servidor|dominio|cuenta|direccion)|direccion ip|autentic|autoriz|llen[oa]|exced|mas tarde|demasiad|lista negra|contenido|reenv|cuota",
  "mittente|(?:il )?(?:tuo|vostro|suo) (?:ip|server|dominio|account)|indirizzo ip|pien[oa]|superat|piu tardi|troppi|contenuto|lista nera",
  "remetente|(?:seu|sua) (?:ip|servidor|dominio|conta)|endereco ip|chei[oa]|excedid|mais tarde|muitas|conteudo|lotad|cota ",
  "afzender|verzender|uw (?:ip|server|domein|account)|vol |later|te veel|zwarte lijst|nadawc|pelna|przepeln|przekroczon|pozniej|zbyt wiele|czarn|blokad|limit",
  "отправител|ваш\\S* (?:ip|сервер|домен|адрес|аккаунт|уч)|спам|политик|переполн|превыш|лимит|позже|временно|слишком|ч[её]рн|запрещ|отказано|репутац|відправник|переповн|перевищ|тимчасов|пізніше",
  "gonderen|gonderici|dolu|kota|asildi|daha sonra|cok fazla|kara liste|avsandar|afsender|avsender|full|senare|senere|overskred|odesilatel|plna|prekrocen|pozdeji|lahetta|taynna|felado|megtelt|expeditor|plin[a ]|αποστολ|γεματ|השולח|מלאה|المرسل|ممتلئ",
];

/** The same for languages that are written without spaces. */
const gapless =
  "发件人|发信人|寄件人|寄件者|發件人|垃圾|频率|頻率|黑名单|黑名單|拒绝|拒絕|超过|超過|限制|已满|已滿|容量|空间|空間|稍后|稍後|暂时|暫時|认证|認證|授权|策略|送信者|差出人|送信元|迷惑メール|スパム|制限|容量|超え|拒否|一時|認証|しばらく|발신자|송신자|보낸 ?사람|스팸|차단|제한|초과|용량|가득|인증|나중에|일시|거부|ผู้ส่ง|สแปม|เต็ม";

/** Matches a comparable text that may be about us. */
export const senderFaultWording = new RegExp(`(?<= )(?:${prefixes.join("|")})|${gapless}`);
