import { normalizeHeader } from "./cells";

// cspell:disable
/** Words that headers consist of, in several languages: for telling headers from data, and encodings from each other. */
const words = [
  ..."email mail emailaddress useremail address name firstname lastname fullname surname givenname company phone mobile date created createdat".split(
    " ",
  ),
  ..."signup signupdate status tags notes source position rank waitlist code codes coupon voucher uses limit expires expiry validfrom validuntil".split(
    " ",
  ),
  ..."id city country state zip gender birthday language subscribed unsubscribed consent timestamp group list optin ip referrer url website".split(
    " ",
  ),
  ..."vorname nachname straße geburtstag größe anrede firma telefon land datum gültigab gültigbis prénom nom société téléphone créé adresse".split(
    " ",
  ),
  ..."apellido apellidos teléfono dirección año creación compañía país nome cognome sobrenome endereço criação data città società".split(
    " ",
  ),
  ..."imię nazwisko miasto kraj jméno příjmení město společnost keresztnév vezetéknév név cím telefonszám város prenume nume oraș țară".split(
    " ",
  ),
  ..."ad adı soyad soyadı isim şehir ülke eposta kayıttarihi doğumtarihi şirket vardas pavardė vārds uzvārds perekonnanimi eesnimi".split(
    " ",
  ),
  ..."họtên họvàtên tên họ sốđiệnthoại địachỉ thànhphố ngày фамилия имя отчество почта электроннаяпочта телефон дата город компания адрес".split(
    " ",
  ),
  ..."прізвище імя пошта електроннапошта місто датареєстрації датарегистрации статус примечание комментарий код фамилно собствено име имейл град".split(
    " ",
  ),
  ..."презиме град пошта όνομα επώνυμο ονοματεπώνυμο ηλεκτρονικόταχυδρομείο πόλη τηλέφωνο ημερομηνία εταιρεία".split(" "),
  ..."שם שםפרטי שםמשפחה שםמלא דואל דוארלקטרוני אימייל טלפון עיר תאריך חברה الاسم الاسمالأول البريد البريدالإلكتروني الهاتف المدينة التاريخ الشركة".split(
    " ",
  ),
  ..."نام نامخانوادگی ایمیل تلفن شهر ชื่อ นามสกุล ชื่อนามสกุล อีเมล โทรศัพท์ เมือง วันที่ บริษัท".split(" "),
  ..."姓名 名字 姓 名 邮箱 电子邮件 电子邮箱 邮件 手机 电话 公司 城市 日期 注册时间 备注 状态 标签 来源 郵箱 電子郵件 電子信箱 信箱 手機 電話 註冊時間 日期 備註 狀態".split(
    " ",
  ),
  ..."氏名 名前 お名前 メール メールアドレス 電話番号 会社 会社名 住所 登録日 日付 備考 フリガナ 이름 성명 이메일 메일 전화번호 휴대폰 회사 주소 가입일 날짜 비고 상태".split(
    " ",
  ),
];
// cspell:enable

const known = new Set(words.map(normalizeHeader));

/** Whether a cell is a word that is common in headers. */
export const isHeaderWord = (cell: string): boolean => known.has(normalizeHeader(cell));
