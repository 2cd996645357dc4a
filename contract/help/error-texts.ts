/** What to do about the errors that are met most, written by hand. What is said of the others comes from the catalogue alone. */
import type { ProblemCode } from '../kit/problem.ts'
import { systemErrorTexts } from './error-texts-systems.ts'

export type ErrorText = { readonly text: readonly string[]; readonly words?: string; readonly related?: readonly string[] }

export const errorTexts: Partial<Readonly<Record<ProblemCode, ErrorText>>> = {
  'auth/invalid-credentials': {
    words: 'wrong password is right cannot log in login fails email unknown',
    text: [
      'The email or the password is wrong. Datacrane never says which of the two, so that no one can try out addresses.',
      '1. Check the email, and whether Caps Lock is on.',
      '2. If the password is lost, "Forgot password?" on the sign-in page sends a link.',
    ],
    related: ['forgot-password', 'sign-in'],
  },
  'company/suspended': {
    words: 'blocked account closed company locked sign in refused suspension unpaid',
    text: [
      'The operator of this Datacrane has suspended your company. Its members cannot sign in, API keys are refused, runs are paused, and webhooks are held; nothing is lost.',
      '1. Administrators of your company got an email with the reason.',
      '2. Ask the operator to reactivate the company. Everything then continues where it stopped.',
    ],
    related: ['sign-in'],
  },
  'auth/not-confirmed': {
    words: 'activate activation mail never came confirmation link account',
    text: [
      'The account exists, but no one has confirmed that the email address is yours.',
      '1. Open the link in the confirmation email; check the spam folder too.',
      '2. No email? Try to sign in, and choose "Send the confirmation email again".',
    ],
    related: ['confirm-account', 'forgot-password'],
  },
  'sso/email-unverified': {
    words: 'single sign-on first sign in refused email_verified entra azure unverified address provider',
    text: [
      'At a first single sign-on, the identity provider did not say that the email address is verified. Datacrane then connects or creates no account. At some providers people choose any email address, and could sign in as someone else.',
      '1. Does your company manage the email addresses at the provider? Then an administrator turns on Company-managed email addresses under [Security Settings](/system-settings?tab=security).',
      '2. Otherwise the provider has to verify addresses and send email_verified.',
      '- Members who are connected already sign in as before.',
    ],
    related: ['setting-sso'],
  },
  'sso/domain-needed': {
    words: 'invite invitation refused single sign-on required email domain',
    text: [
      'While single sign-on is required, members sign in at your identity provider. That works only for addresses in your verified domains.',
      '1. Invite an address in one of your email domains.',
      '2. Or an administrator adds the domain under Single sign-on email domains, in [Security Settings](/system-settings?tab=security).',
    ],
    related: ['setting-sso-domains', 'setting-sso-required'],
  },
  'auth/mfa-invalid': {
    words: 'code of authenticator does not work',
    text: [
      'The code is wrong or too old. A code of an app changes every 30 seconds: wait for the next one, and check that the clock of your phone is right. A recovery code works as well.',
    ],
    related: ['mfa-verify', 'setting-recovery-codes'],
  },
  'auth/too-many-attempts': {
    words: 'blocked wait login',
    text: ['There were many attempts in a short time. Wait a minute, then try again. If it was not you, change your password.'],
    related: ['setting-password', 'account-login-history'],
  },
  'auth/token-expired': {
    words: 'logged out session',
    text: ['You were signed out because the session is over. Sign in again: what you typed in forms is kept.'],
    related: ['sign-in', 'setting-sessions'],
  },
  'auth/forbidden': {
    words: 'permission denied not allowed role 403',
    text: [
      'Your role does not include this. An administrator of your company can do it, or change your role under Team Members.',
    ],
    related: ['setting-role', 'account-team'],
  },
  'auth/key-invalid': {
    words: 'api key stopped working 401 since this morning unauthorized token',
    text: [
      'The key is unknown, turned off, expired, deleted or replaced more than a day ago. Or its owner can no longer sign in.',
      '1. An administrator looks at its status under [API Keys](/system-settings?tab=api-keys).',
      '2. Make a new key and put it into your program.',
    ],
    related: ['settings-api-keys', 'setting-api-key'],
  },
  'auth/scope-missing': {
    words: 'script gets 403 permission scope api key',
    text: [
      'The API key does not have the permission that this call needs. Edit the key under [API Keys](/system-settings?tab=api-keys) and add it; /openapi.json names the permission of each call.',
    ],
    related: ['setting-api-key', 'settings-api-keys'],
  },
  'auth/key-limit': {
    words: 'rate limit script calls 429',
    text: [
      'The key has a limit of calls a minute, an hour and a day. Wait as long as the header Retry-After says, or raise the limit of the key.',
    ],
    related: ['setting-api-key'],
  },
  'access/address': {
    words: "ip adress address blocked can't get in office network vpn whitelist",
    text: [
      'Your company lets people in only from the addresses of its list, and yours is not on it.',
      '1. Use the network of your office, or its VPN.',
      '2. Or ask an administrator of your company to add your address under IP Whitelisting.',
      'If no one can get in, the operator of this installation can turn the list off.',
    ],
    related: ['settings-ip-whitelist', 'setting-allow-all'],
  },
  'settings/own-lockout': {
    words: 'locked ourselves out ip list',
    text: ['The list would lock you out, so it was not saved. Add your own address, which the message names, then save again.'],
    related: ['settings-ip-whitelist', 'setting-allow-all'],
  },
  'password/weak': {
    words: 'rules characters refused',
    text: ['The password does not fit the rules of your company, or is one of the common ones. The message says what it lacks.'],
    related: ['setting-password'],
  },
  'profile/email-fixed': {
    words: 'change email address of my account',
    text: ['The email address is how you sign in, so it stays as it is. Contact support if it has to be another one.'],
    related: ['account-profile', 'help-center'],
  },
  'request/rate-limited': {
    words: '429 slow down',
    text: [
      'Too many requests came from your address in a minute. The console tries again automatically; programs wait as long as Retry-After says.',
    ],
    related: ['settings-api-keys'],
  },
  'quota/connectors': {
    words: 'how many connectors plan limit full',
    text: [
      'Your plan allows no more connectors. Delete one that is no longer needed, or ask for a larger plan. Account, Info shows how many you have.',
    ],
    related: ['account-info', 'setting-plan'],
  },
  'quota/records': {
    words: 'held runs records limit plan month used up 80 percent paused by itself',
    text: [
      'Your company used all delivered records of its plan for this month. All runs are held, and nothing is lost. Schedules queue their runs, webhook events are kept, and active runs stop where they are.',
      'Everything continues with a larger plan, or when the next month begins (UTC). Limits are checked every few seconds, so slightly more can be delivered, and is charged. Administrators get an email at 80 % and 100 %.',
    ],
    related: ['account-info', 'setting-plan'],
  },
  'quota/budget': {
    words: 'held runs budget connector cost money limit budgetLimit',
    text: [
      'The connector has cost as much this month as its budget allows: its line on the bill of the month has reached it. Its runs are held and its events are kept. Nothing is lost.',
      'Everything continues when you increase or remove the budget, or when the next month begins (UTC). A budget of 0 holds the connector as soon as it costs anything. Where the plan charges no records, a budget never holds anything.',
    ],
    related: ['account-info', 'connector-overview'],
  },
  'replay/no-payloads': {
    words: 'replay not possible payloads storeLocally privacy keep nothing records gone',
    text: [
      'This connector is set to keep no payloads: a record is there only until it is delivered, and nothing of it is kept afterwards. So there is nothing that could be sent again.',
      'Run the connector instead: it reads its source again. If the source uses a cursor, set the cursor back first.',
    ],
    related: ['replay-not-kept', 'connector-overview'],
  },
  'connector/stale': {
    words: 'conflict overwritten colleague saved',
    text: [
      'Someone else, or another tab of yours, saved this connector while you worked on it. Nothing of yours is lost: compare both, then keep yours or take theirs.',
    ],
    related: ['builder-start'],
  },
  'connector/invalid': {
    words: 'validation errors cannot deploy',
    text: [
      'Something in the configuration is missing or wrong. Each error names its place: follow it, correct it, and check again in the step Review.',
    ],
    related: ['builder-review'],
  },
  'connector/deploy-failed': {
    words: 'publish failed',
    text: [
      'The new version could not be made live. The previous version keeps running. The connector page says why. Correct the configuration and deploy again.',
    ],
    related: ['builder-review', 'connector-overview'],
  },
  ...systemErrorTexts,
  'maintenance/on': {
    words: 'downtime closed administrators',
    text: [
      'An administrator has switched maintenance on. New runs wait until it is over; come back later, or ask your administrator.',
    ],
    related: ['setting-maintenance'],
  },
  'net/unreachable': {
    words: 'offline internet connection',
    text: [
      'Your browser cannot reach the server. Check your connection and VPN. What you typed is kept, and is sent when the connection is back.',
    ],
  },
  'bug/unexpected': {
    words: 'internal error crash 500',
    text: [
      'This is our fault. Try again. If it happens again, contact support: your message includes the request number, which tells us what happened.',
    ],
    related: ['help-center'],
  },
}
