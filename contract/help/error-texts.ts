/** What to do about the errors that are met most, written by hand. What is said of the others comes from the catalogue alone. */
import type { ProblemCode } from '../kit/problem.ts'
import { type ErrorText, systemErrorTexts } from './error-texts-systems.ts'

export const errorTexts: Partial<Readonly<Record<ProblemCode, ErrorText>>> = {
  'auth/invalid-credentials': {
    words: 'wrong password is right cannot log in login fails email unknown',
    text: [
      'The email or password is wrong. Datacrane never says which, so that no one can find out who has an account.',
      '1. Check the email, and whether Caps Lock is on.',
      '2. Forgot your password? Select "Forgot password?" on the sign-in page to get a link.',
    ],
    related: ['forgot-password', 'sign-in'],
  },
  'company/suspended': {
    words: 'blocked account closed company locked sign in refused suspension unpaid',
    text: [
      "Your operator has suspended your company. Members can't sign in, API keys are rejected, runs pause and webhooks wait. No data is lost.",
      '1. Administrators of your company got an email with the reason.',
      '2. Ask the operator to reactivate the company. Then everything continues where it stopped.',
    ],
    related: ['sign-in'],
  },
  'auth/not-confirmed': {
    words: 'activate activation mail never came confirmation link account',
    text: [
      'The account exists, but the email address is not confirmed.',
      '1. Open the link in the confirmation email. Check the spam folder too.',
      '2. No email? Try to sign in, then select "Send the confirmation email again".',
    ],
    related: ['confirm-account', 'forgot-password'],
  },
  'sso/email-unverified': {
    words: 'single sign-on first sign in refused email_verified entra azure unverified address provider',
    text: [
      "At the first single sign-on, the identity provider didn't confirm the email address. In that case, Datacrane doesn't connect or create an account. Some providers let people choose any email address and sign in as someone else.",
      '1. Does your company manage the email addresses at the provider? Then ask an administrator to turn on Company-managed email addresses under [Security Settings](/system-settings?tab=security).',
      '2. Otherwise, the provider must verify addresses and send email_verified.',
      '- Connected members can still sign in.',
    ],
    related: ['setting-sso'],
  },
  'sso/domain-needed': {
    words: 'invite invitation refused single sign-on required email domain',
    text: [
      'While single sign-on is required, members sign in through your identity provider. This only works for addresses in your verified domains.',
      '1. Invite an address in one of your email domains.',
      '2. Or an administrator adds the domain under Single sign-on email domains, in [Security Settings](/system-settings?tab=security).',
    ],
    related: ['setting-sso-domains', 'setting-sso-required'],
  },
  'auth/mfa-invalid': {
    words: 'code of authenticator does not work',
    text: [
      "The code is wrong or expired. App codes change every 30 seconds. Wait for the next one, and check your phone's clock. You can also use a recovery code.",
    ],
    related: ['mfa-verify', 'setting-recovery-codes'],
  },
  'auth/too-many-attempts': {
    words: 'blocked wait login',
    text: [
      "There were too many attempts in a short time. Wait a minute, then try again. If it wasn't you, change your password.",
    ],
    related: ['setting-password', 'account-login-history'],
  },
  'auth/token-expired': {
    words: 'logged out session',
    text: ['Your session has ended. Sign in again. Your form entries are still there.'],
    related: ['sign-in', 'setting-sessions'],
  },
  'auth/forbidden': {
    words: 'permission denied not allowed role 403',
    text: ["Your role doesn't allow this. An administrator can do it for you, or change your role under Team Members."],
    related: ['setting-role', 'account-team'],
  },
  'auth/key-invalid': {
    words: 'api key stopped working 401 since this morning unauthorized token',
    text: [
      'The key is unknown, off, expired or deleted, or was replaced over a day ago. Or its owner can no longer sign in.',
      '1. Ask an administrator to check its status under [API Keys](/system-settings?tab=api-keys).',
      '2. Create a new key and enter it in your program.',
    ],
    related: ['settings-api-keys', 'setting-api-key'],
  },
  'auth/scope-missing': {
    words: 'script gets 403 permission scope api key',
    text: [
      'The API key lacks the permission for this call. Edit the key under [API Keys](/system-settings?tab=api-keys) and add the permission. /openapi.json lists the permission of each call.',
    ],
    related: ['setting-api-key', 'settings-api-keys'],
  },
  'auth/key-limit': {
    words: 'rate limit script calls 429',
    text: ["The key has limits per minute, hour and day. Wait as long as the Retry-After header says, or raise the key's limit."],
    related: ['setting-api-key'],
  },
  'access/address': {
    words: "ip adress address blocked can't get in office network vpn whitelist",
    text: [
      'Your company only allows certain IP addresses, and yours is not on the list.',
      '1. Use your office network or its VPN.',
      '2. Or ask your administrator to add your address under IP Whitelisting.',
      'If no one can sign in, ask the operator to turn the list off.',
    ],
    related: ['settings-ip-whitelist', 'setting-allow-all'],
  },
  'settings/own-lockout': {
    words: 'locked ourselves out ip list',
    text: ["The list would lock you out, so we didn't save it. Add your own address from the message, then save again."],
    related: ['settings-ip-whitelist', 'setting-allow-all'],
  },
  'password/weak': {
    words: 'rules characters refused',
    text: ["The password doesn't meet your company's rules, or is too common. The message says what is missing."],
    related: ['setting-password'],
  },
  'profile/email-fixed': {
    words: 'change email address of my account',
    text: ["You sign in with your email address, so you can't change it here. Contact support to change it."],
    related: ['account-profile', 'help-center'],
  },
  'request/rate-limited': {
    words: '429 slow down',
    text: [
      'Too many requests came from your address in one minute. The console tries again automatically. Programs should wait as long as Retry-After says.',
    ],
    related: ['settings-api-keys'],
  },
  'quota/connectors': {
    words: 'how many connectors plan limit full',
    text: [
      "You have reached your plan's connector limit. Delete a connector you no longer need, or choose a larger plan. See Account, Info for your usage.",
    ],
    related: ['account-info', 'setting-plan'],
  },
  'quota/records': {
    words: 'held runs records limit plan month used up 80 percent paused by itself',
    text: [
      "Your company has used this month's records. All runs are on hold, and no data is lost. Scheduled runs queue, webhook events wait, and active runs stop.",
      'Everything continues with a larger plan, or when the next month starts (UTC). We check limits every few seconds. A few more records may be delivered and charged. Administrators get an email at 80 % and 100 %.',
    ],
    related: ['account-info', 'setting-plan'],
  },
  'quota/budget': {
    words: 'held runs budget connector cost money limit budgetLimit',
    text: [
      'The connector has used up its budget for this month. Its runs are on hold and its events wait. No data is lost.',
      "Runs continue when you raise or remove the budget, or when the next month starts (UTC). A budget of 0 stops the connector as soon as it costs anything. If your plan doesn't charge for records, a budget has no effect.",
    ],
    related: ['account-info', 'connector-overview'],
  },
  'replay/no-payloads': {
    words: 'replay not possible payloads storeLocally privacy keep nothing records gone',
    text: [
      'This connector stores no payloads. Records are deleted once they are delivered, so there is nothing to send again.',
      'Run the connector to read its source again. If the source uses a cursor, set the cursor back first.',
    ],
    related: ['replay-not-kept', 'connector-overview'],
  },
  'connector/stale': {
    words: 'conflict overwritten colleague saved',
    text: [
      'Someone saved this connector while you worked on it, perhaps you in another tab. Your changes are safe. Compare both, then choose a version.',
    ],
    related: ['builder-start'],
  },
  'connector/invalid': {
    words: 'validation errors cannot deploy',
    text: [
      'The configuration is incomplete or wrong. Each error names its place. Correct it, then check again in the Review step.',
    ],
    related: ['builder-review'],
  },
  'connector/mixed-versions': {
    words: 'rolling upgrade operation delete old process',
    text: [
      'Two versions of Datacrane are running during an upgrade. The older one may ignore some settings of this connector, so the deployment was refused. Nothing was changed.',
      'Deploy again when the upgrade is finished. If an old process was killed, this can take up to 90 seconds.',
    ],
    related: ['builder-destination'],
  },
  'connector/destination-unknown': {
    words: 'pause resume destination removed deployed several',
    text: [
      "You can pause a destination only in a live version with several destinations. This destination was removed, or it's the only destination. Nothing was changed.",
      'Reload the page. To stop sending to the only destination, pause the connector.',
    ],
    related: ['setting-destinations'],
  },
  'connector/deploy-failed': {
    words: 'publish failed',
    text: [
      'The new version could not go live. The previous version keeps running. See the reason on the connector page, correct the configuration and deploy again.',
    ],
    related: ['builder-review', 'connector-overview'],
  },
  ...systemErrorTexts,
  'maintenance/on': {
    words: 'downtime closed administrators',
    text: [
      'An administrator has switched on maintenance. New runs wait until it ends. Come back later, or ask your administrator.',
    ],
    related: ['setting-maintenance'],
  },
  'net/unreachable': {
    words: 'offline internet connection',
    text: [
      "Your browser can't reach the server. Check your connection and VPN. Your entries are safe and are sent when the connection is back.",
    ],
  },
  'bug/unexpected': {
    words: 'internal error crash 500',
    text: [
      'This is our fault. Try again. If it happens again, contact support. Your message includes the request number, which helps us find the cause.',
    ],
    related: ['help-center'],
  },
}
