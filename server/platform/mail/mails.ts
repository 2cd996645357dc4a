/** What is written to people, one function a mail. What a stranger can type (a name at sign-up) stands in invitations and confirmations alone, short and without what becomes a link. */

import { minuteIn } from '../time/zoned.ts'

export type Mail = { readonly subject: string; readonly text: string }

export const mail = (subject: string, ...paragraphs: readonly string[]): Mail => ({
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
})

/** Characters. */
const summaryMax = 500

/** What may be shown of a mail for a year: without its links, which can be as good as a password. */
export const summaryOf = ({ text }: Mail): string =>
  text
    .split(/\n+/)
    .map((line) => line.replaceAll(/:?\s?https?:\/\/\S+/g, '.').trim())
    .filter((line) => line !== '' && line !== '.')
    .join(' ')
    .slice(0, summaryMax)

/** @param lifetime milliseconds. */
const inHours = (lifetime: number) => `${Math.round(lifetime / 3_600_000)} hours`
const inMinutes = (lifetime: number) => `${Math.round(lifetime / 60_000)} minutes`
const notYou = "If this wasn't you, you can ignore this email."

const subjects = {
  confirm: 'Confirm your Datacrane account',
  finish: 'Finish your sign-up for Datacrane',
  known: 'You already have a Datacrane account',
  reset: 'Set a new Datacrane password',
  guessed: 'Wrong passwords for your Datacrane account',
} as const

/** Of the mails that anybody can cause who knows an address. Each kind is limited by itself: sign-ups in somebody's name deny them no reset. */
export const subjectsOfAnybody = {
  signUp: [subjects.confirm, subjects.finish, subjects.known],
  reset: [subjects.reset],
  guessed: [subjects.guessed],
} as const

/** As they were typed at sign-up, by whoever it was. */
type Named = { readonly firstName: string; readonly companyName: string }
type Link = { readonly link: string; readonly lifetime: number }

/** Characters of a name that a stranger typed. */
const nameMax = 60
const short = (name: string) => linkless(name).slice(0, nameMax).trim()

export const confirmAccount = ({ link, lifetime, firstName, companyName }: Link & Named) =>
  mail(
    subjects.confirm,
    `Hi ${short(firstName)}, confirm your email to finish signing up "${short(companyName)}" for Datacrane.`,
    link,
    `The link works for ${inHours(lifetime)}. ${notYou}`,
  )

/** To an address that is signed up again before its account was confirmed: by whom first, nobody knows. */
export const finishSignUp = ({ link, lifetime }: Link) =>
  mail(
    subjects.finish,
    'Someone signed up for Datacrane with your email address more than once. If this was you, set a password to confirm your account.',
    link,
    `The link works for ${inMinutes(lifetime)}. Earlier links no longer work. ${notYou}`,
  )

export const alreadyRegistered = (it: { readonly signInUrl: string; readonly forgotUrl: string }) =>
  mail(
    subjects.known,
    'Someone tried to sign up for Datacrane with your email address. You already have an account, so nothing was changed.',
    `Sign in: ${it.signInUrl}`,
    `Set a new password: ${it.forgotUrl}`,
    notYou,
  )

export const resetPassword = ({ link, lifetime }: Link) =>
  mail(
    subjects.reset,
    'Someone requested a new password for your Datacrane account.',
    link,
    `The link works once, for ${inMinutes(lifetime)}. ${notYou} Your password stays the same.`,
  )

/** Where a company lets nobody in with a password: the subject is the same, so that the limit is. */
export const singleSignOnOnly = (it: { readonly ssoUrl: string }) =>
  mail(
    subjects.reset,
    "Someone requested a new password for your Datacrane account. Your company requires single sign-on, so you can't sign in with a password.",
    `Sign in here: ${it.ssoUrl}`,
    notYou,
  )

export const passwordChanged = (it: { readonly forgotUrl: string }) =>
  mail(
    'Your Datacrane password was changed',
    'Your Datacrane password was just changed, and we signed you out everywhere. If you sign in with a provider, connect it again.',
    `If this wasn't you, set another one now: ${it.forgotUrl}`,
  )

export const passwordChangedHere = (it: { readonly forgotUrl: string }) =>
  mail(
    'Your Datacrane password was changed',
    'Someone who knew your old Datacrane password just changed it. We ended your other sessions.',
    `If this wasn't you, set another one now: ${it.forgotUrl}`,
  )

/** A name with line breaks could write paragraphs of its own. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const setAnother = "If this wasn't you, set another password now and contact your company administrator."

export const factorSwitchedOn = mail(
  'A second factor was switched on',
  "From now on, you'll need a code to sign in to Datacrane. We ended your other sessions.",
  setAnother,
)

export const factorSwitchedOff = mail(
  'Your second factor was switched off',
  'From now on, you only need your password to sign in to Datacrane.',
  setAnother,
)

/** @param name what the person calls it. */
export const passkeyAdded = (name: string) =>
  mail(
    'A passkey was added to your Datacrane account',
    `You can now sign in to Datacrane with the passkey "${oneLine(name)}", without your password.`,
    setAnother,
  )

/** @param name what the person calls it. */
export const passkeyRemoved = (name: string) =>
  mail(
    'A passkey was removed from your Datacrane account',
    `You can no longer sign in to Datacrane with the passkey "${oneLine(name)}".`,
    setAnother,
  )

/** @param provider the name of it. */
export const identityConnected = (provider: string) =>
  mail(
    `${oneLine(provider)} was connected to your Datacrane account`,
    `You can now also sign in to Datacrane with ${oneLine(provider)}.`,
    setAnother,
  )

/** @param provider the name of it. */
export const identityDisconnected = (provider: string) =>
  mail(
    `${oneLine(provider)} was disconnected from your Datacrane account`,
    `You can no longer sign in to Datacrane with ${oneLine(provider)}. Your password still works.`,
    setAnother,
  )

/** Without what a mail program makes a link of: slashes, and dots before a letter. */
export const linkless = (name: string) => oneLine(name.replaceAll(/:\/\/|[/\\]|[.\u3002\uff0e\uff61](?=\p{L})/gu, ' '))

/** Where somebody tried to sign in from. What the device says of itself may be anything. */
export type SignInSource = {
  readonly at: Date
  readonly ip: string
  readonly device: string | null
  readonly browser: string | null
}

export const signInDisowned = (it: {
  readonly at: string
  readonly ip: string
  readonly zone: string
  readonly forgotUrl: string
}) =>
  mail(
    'A sign-in to your Datacrane account was reported',
    `The sign-in of ${minuteIn(it.zone, new Date(it.at))} from the IP address ${linkless(it.ip)} was reported as not yours. We ended your other sessions. Your company administrators can see the report in the audit log.`,
    `Set another password now: ${it.forgotUrl}`,
  )

export const passwordGuessed = (it: SignInSource & { readonly zone: string; readonly forgotUrl: string }) => {
  const device = linkless([it.browser, it.device].filter(Boolean).join(' on ')).slice(0, 100)
  return mail(
    subjects.guessed,
    `Someone entered many wrong passwords in a row for your Datacrane account. The last attempt was on ${minuteIn(it.zone, it.at)} from the IP address ${linkless(it.ip)}, ${device ? `with ${device}` : 'with an unknown device'}.`,
    'Each wrong password extends the wait before the next attempt. You can still sign in from networks you used recently.',
    `If you forgot your password, set a new one: ${it.forgotUrl}`,
    "If this wasn't you, don't use this password anywhere else. If it continues, contact your company administrator.",
  )
}

export const invitation = (it: Link & { readonly companyName: string; readonly invitedBy: string }) =>
  mail(
    `${linkless(it.invitedBy)} invites you to ${linkless(it.companyName)} on Datacrane`,
    `${linkless(it.invitedBy)} invites you to work with "${linkless(it.companyName)}" on Datacrane. Accept here:`,
    it.link,
    `The link works once, for ${inHours(it.lifetime)}. If you don't know the sender, you can ignore this email.`,
  )

/** To somebody whom the identity provider of their company has given an account. */
export const provisioned = (it: Link & { readonly companyName: string; readonly signInUrl: string }) =>
  mail(
    `Your Datacrane account at ${linkless(it.companyName)}`,
    `"${linkless(it.companyName)}" created a Datacrane account for you. Choose a password here:`,
    it.link,
    `The link works once, for ${inHours(it.lifetime)}. If your company uses single sign-on, sign in without a password: ${it.signInUrl}`,
    "If you don't know the company, you can ignore this email.",
  )

/** To the administrators of a company whose list of addresses an address is not on. */
export const addressBlocked = ({ address, isRefused }: { readonly address: string; readonly isRefused: boolean }) =>
  mail(
    `${isRefused ? 'Blocked' : 'Unknown'} IP address: ${address}`,
    `Datacrane received a request for your company from ${address}. This address is not on your list under System Settings, IP Whitelisting.`,
    isRefused ? 'We blocked the request.' : "We allowed the request, because you don't block unknown addresses.",
    "You'll get at most one email per hour about the same address.",
  )
