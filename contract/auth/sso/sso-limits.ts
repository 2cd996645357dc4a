/** Limits of single sign-on, as the console needs them too. */

export const ssoLimits = {
  /** Email domains of a company. */
  domains: 20,
  domainMax: 253,
  textMax: 2_048,
  /** Characters of the certificates together. */
  certificateMax: 16_384,
  /** Administrators who may be named for an emergency. */
  breakGlass: 10,
} as const

/** In the words of the specification. */
export const ssoProviders = ['SAML', 'OIDC', 'OAuth2'] as const

/** What an administrator does with single sign-on, and the move that it is. */
export const ssoSwitches = ['on', 'off', 'require', 'allow-passwords'] as const
export type SsoSwitch = (typeof ssoSwitches)[number]
export const ssoMoves = {
  on: 'admin.switchedOn',
  off: 'admin.switchedOff',
  require: 'admin.required',
  'allow-passwords': 'admin.allowedPasswords',
} as const

/** What stands before the token in the TXT record. */
export const txtPrefix = 'datacrane-verification='

/** Anybody gets an address there, so that none of them is a company's. */
const freeMail: ReadonlySet<string> = new Set(
  [
    'gmail.com googlemail.com outlook.com outlook.de outlook.fr hotmail.com hotmail.co.uk hotmail.de hotmail.fr hotmail.it live.com live.co.uk live.de',
    'live.fr msn.com passport.com yahoo.com yahoo.co.uk yahoo.co.in yahoo.co.jp yahoo.de yahoo.fr yahoo.it yahoo.es ymail.com rocketmail.com aol.com',
    'aim.com icloud.com me.com mac.com proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tuta.com tuta.io gmx.de gmx.net gmx.com',
    'gmx.at gmx.ch web.de freenet.de t-online.de arcor.de mail.de posteo.de posteo.net mailbox.org mail.com email.com usa.com zoho.com zohomail.com',
    'fastmail.com fastmail.fm hey.com hushmail.com yandex.com yandex.ru ya.ru mail.ru bk.ru list.ru inbox.ru rambler.ru qq.com foxmail.com 163.com 126.com',
    'yeah.net sina.com sina.cn sohu.com 139.com 189.cn aliyun.com naver.com daum.net hanmail.net nate.com kakao.com libero.it virgilio.it tin.it alice.it',
    'tiscali.it orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr terra.com.br uol.com.br bol.com.br ig.com.br seznam.cz centrum.cz email.cz',
    'wp.pl o2.pl onet.pl interia.pl abv.bg mail.bg ukr.net i.ua rediffmail.com comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net',
    'charter.net earthlink.net optonline.net shaw.ca rogers.com sympatico.ca bigpond.com btinternet.com sky.com virginmedia.com ntlworld.com talktalk.net',
    'mailinator.com guerrillamail.com 10minutemail.com temp-mail.org yopmail.com trashmail.com sharklasers.com maildrop.cc getnada.com dispostable.com',
  ].flatMap((line) => line.split(' ')),
)

/** In small letters, without blanks and the dot at the end. */
export const plainDomain = (text: string): string => text.trim().toLowerCase().replace(/\.$/, '')

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

export const ssoDomainTexts = {
  form: 'Enter a domain such as example.com, without @ or https://.',
  free: "Anyone can get an address at this domain, so it can't belong to your company.",
} as const

/** What is wrong with a domain; null where nothing is. */
export function faultOfDomain(text: string): string | null {
  const domain = plainDomain(text)
  const labels = domain.split('.')
  const isNumber = /^[0-9]+$/.test(labels.at(-1) ?? '')
  if (domain.length > ssoLimits.domainMax || labels.length < 2 || isNumber || !labels.every((it) => label.test(it)))
    return ssoDomainTexts.form
  return freeMail.has(domain) ? ssoDomainTexts.free : null
}

/** The domain of an email address, in small letters. */
export const domainOf = (email: string): string => plainDomain(email.slice(email.lastIndexOf('@') + 1))
