// cspell:disable

/** Stands for what badMailboxWording matches, so that "your mailbox" can be told apart. */
export const mailboxWord = "mailbox";

/** What languages call the one who sends, without endings, as in a comparable text (lib/smtp-rejections.ts). They are about us wherever they are in a word. */
const senderStems = [
  "sender absender versender versand einlieferer expediteur expeditrice emetteur emettrice envoyeur denvoi lenvoi",
  "remitente remitent emisor emissor denvio mittente remetente afzender verzend nadawc nadawca wysylajac odesilatel odosielatel",
  "avsandar avsender afsender sendand lahetta saatja siuntej sutitaj posiljatelj posiljalac felado kuldo expeditor gonderen gonderici",
  "nguoi+gui pengirim penghantar αποστολ отправител отправля відправник надсила подател изпращач пошиљал випраш",
  "השולח שולח מוען מרסל المرسل مرسل الراسل فرستنده प्रेषक ผู้ส่ง",
  "发件人 發件人 发信人 發信人 发件地址 寄件人 寄件者 寄信人 发送者 發送者 发送人 发送方 發送方",
  "送信者 送信元 送信アドレス 差出人 発信者 発信元 발신자 발신인 발신 송신자 송신인 송신 보낸+사람 보낸+이 보내는 발송",
].flatMap((line) => line.split(" "));

/** A letter of a stem, or the character that stands for one that couldn't be read. */
const tolerant = (stem: string): string => stem.replaceAll("+", " ?").replace(/[a-z]/g, "[$&\ufffd]");

/** Matches a comparable text that is about a sender. */
export const senderWord = new RegExp(senderStems.map(tolerant).join("|"));

/**
 * Words of refusals that are, or may be, about us: the sender, our server, the content, how much we send, or a problem of the server that
 * passes. Prefixes of words in a comparable text (lib/smtp-rejections.ts), by language.
 */
const prefixes = [
  `(?:your|ip|client|ihre?|votre|vos|su|tu|tuo|vostro|suo|seu|sua|uw|twoj\\S*|ваш\\S*|you are) ${mailboxWord} `,
  "originator|envelope (?:sender|from)|mail ?from|from (?:address|header|domain|field|your|ip|\\d)|(?:accept\\S*|e ?mails?|messages?|connections?|traffic|sent|coming) from|return path|helo|ehlo|impersonat|spoof|forged",
  "your (?:e ?mail )?(?:ip|host|server|domain|account|address|helo|network|system|isp|client|organi[sz]ation|provider|reputation|smtp|outgoing|mail server|rdns|ptr|network|subnet|country|region)|client (?:host|ip|address)|remote (?:host|ip)|source ip|ip (?:address|reputation|range|block|is|not|has|was)|you (?:are|were|have been) (?:not|block|ban|black|listed|sending|on)|you (?:must|need|should) (?:auth|login|log in|use)|we (?:do|will|can) ?not accept|our (?:list|block|black|polic)",
  "relay|outgoing|outbound|submission|smtp auth|authenti|auth(?:ori[sz])|unauth|credential|login|log in|logon|password|pop before|tls|encrypt|certificate",
  "spam|ube |uce |junk|virus|malware|phish|bulk|unsolicited|content|attachment|header|subject|link|url |reputation|suspicious|abus|complain|black|block|ban |banned|listed|denylist|whitelist|allowlist|rbl|dnsbl|surbl|spamhaus|barracuda|cloudmark|proofpoint|listing",
  "polic|spf|dkim|dmarc|arc |ptr|reverse|rdns|dns (?:check|lookup|record|mx|ptr|black)|mx or|resource record|null mx|den(?:y|ied|ies)|forbid|prohibit|permission|not permitted|not allowed|disallow|prefer|refuse\\S* (?:due|by)|decline|dynamic|residential|country|geo|restrict",
  // The settings, the plan and the tests of our account
  `verif|unverif|validation|confirm|sandbox|tests? |testing|trial|demo |suppress|list of |(?:bounce|allowed|global|permitted|opt out) list|(?:global|allowed|permitted|authori[sz]ed) recipients?|previously |dropped|unsubscribed|opted out|(?:on|in) (?:the|our|your|this|an?)(?: \\S+)? list|approved|pay|paid|unpaid|billing|balance|invoice|overdue|subscription|licen[sc]e|plan |tenant|customer|workspace|connector|misconfig|provision|smtp (?:${mailboxWord}|user|account|access|client|credential|service|plan|key)|api |user ?names?|send(?! (?:it |your (?:message|e ?mail) )?again)|sent from|credits? |mailing |application|webhook|project|session |for (?:this|your) (?:organi[sz]ation|company|account)|from ${mailboxWord} |submitt|originat|author |unknown (?:client|ip|host) |(?<!in )reply to `,
  // Problems of the server
  "internal|back ?end|database|ldap|lookup|look up|directory (?:service|server)|(?<!mail )system (?:error|failure|problem|busy|overload|unavailable)|server (?:error|fail|problem)|servfail|servic|serviz|servico|dienst |serwis|сервис|перегруж|перевантаж|база данн|базы данн|ocupad|occupe|not respond|callout|sql |dns |(?:error|failure) (?:processing|checking)|name service|resources?|capacity|down |offline|outage|unreachable|connect|in progress|pending|transient|crash|exception|unexpected|unable to (?:process|verify|check|determine)|queue",
  "rate|ratelimit|limit|quota|over ?quota|full|storage|(?:no|disk|insufficient|enough|of) space|too (?:many|much|fast|quick|large|big|long|often)|exceed|excessive|frequen|throttl|volume|per (?:hour|day|minute)|size|large",
  "temporar|later|overload|busy|maintenance|greylist|graylist|try again|retry|deferred|timeout|timed out|internal error|system error|configuration|loop|hops",
  // German, French, Spanish, Italian, Portuguese, Dutch, Polish, Russian, Ukrainian, Turkish, Scandinavian, Czech
  "verifiz|verifik|uberprufung|zahl|bezahl|rechnung|guthaben|mandant|intern |interne|wartung|storung|uberlast|auslast|inhaber|ihre? (?:ip|server|domain|konto|account)|gesendet|richtlinie|abgelehnt wegen|voll |uberf|speicher|spater|vorubergehend|zu viele|sperrliste|berecht",
  "verif|paie|paye|impaye|facture|solde|essai|annuaire|erreur (?:interne|systeme)|interne|surcharg|votre (?:ip|serveur|domaine|compte|adresse)|adresse ip|authentif|plein|satur|depass|plus tard|temporaire|trop de|liste noire|contenu|reput|polit",
  "pago|pagar|impag|saldo|factura|prueba|verific|intern[oa]|su (?:ip|servidor|dominio|cuenta|direccion)|direccion ip|autentic|autoriz|llen[oa]|exced|mas tarde|demasiad|lista negra|contenido|reenv|cuota",
  "pagament|fattura|prova |verific|intern[oa]|(?:il )?(?:tuo|vostro|suo) (?:ip|server|dominio|account)|indirizzo ip|pien[oa]|superat|piu tardi|troppi|contenuto|lista nera",
  "pagament|fatura|teste |(?:seu|sua) (?:ip|servidor|dominio|conta)|endereco ip|chei[oa]|excedid|mais tarde|muitas|conteudo|lotad|cota ",
  "betal|factuur|verific|intern|tijdelijk|uw (?:ip|server|domein|account)|vol |later|te veel|zwarte lijst|platno|saldo|weryfik|wewnetrz|tymczas|pelna|przepeln|przekroczon|pozniej|zbyt wiele|czarn|blokad|limit",
  "проверк|верифик|оплат|баланс|тестов|внутренн|перевірк|внутрішн|ваш\\S* (?:ip|сервер|домен|адрес|аккаунт|уч)|спам|политик|переполн|превыш|лимит|позже|временно|слишком|ч[её]рн|запрещ|отказано|репутац|переповн|перевищ|тимчасов|пізніше",
  "odeme|dogrula|gecici|xac minh|thanh toan|tam thoi|noi bo|verifikasi|pembayaran|sementara|dolu|kota|asildi|daha sonra|cok fazla|kara liste|full|senare|senere|overskred|plna|prekrocen|pozdeji|taynna|megtelt|plin[a ]|γεματ|προσωριν|מלאה|זמני|ممتلئ|مؤقت",
];

/** The same for languages that are written without spaces. */
const gapless =
  "验证|驗證|欠费|欠費|余额|餘額|内部|內部|服务器(?:繁忙|忙|错误|异常)|伺服器(?:忙|錯誤)|测试|測試|沙箱|繁忙|垃圾|频率|頻率|黑名单|黑名單|拒绝|拒絕|超过|超過|限制|已满|已滿|容量|空间|空間|稍后|稍後|暂时|暫時|认证|認證|授权|策略|検証|支払|料金|未払|内部|サーバー?(?:エラー|が混)|データベース|テスト|混雑|迷惑メール|スパム|制限|容量|超え|拒否|一時|認証|しばらく|검증|결제|미납|요금|내부|서버 ?(?:오류|에러|과부하)|테스트|스팸|차단|제한|초과|용량|가득|인증|나중에|일시|거부|ชั่วคราว|สแปม|เต็ม";

/** Matches a comparable text that may be about us. */
export const senderFaultWording = new RegExp(`(?<= )(?:${prefixes.join("|")})|${gapless}`);
