/** Articles of the settings of a person and of members. */
import { defaultPolicy } from '../auth/password.ts'
import type { Article } from './article.ts'

type Written = Omit<Article, 'kind'>
const settings = (list: readonly Written[]): readonly Article[] => list.map((each) => ({ kind: 'setting', ...each }))

const profile = '/account?tab=profile'
const notifications = '/account?tab=notifications'
const mfa = '/account?tab=mfa'

export const peopleSettingArticles = settings([
  {
    id: 'setting-name',
    title: 'Your name',
    words: 'first last',
    href: profile,
    text: ['First and last name, as your colleagues read them.'],
    related: ['account-profile'],
  },
  {
    id: 'setting-photo',
    title: 'Your photo',
    words: 'picture avatar image',
    href: profile,
    text: ['Change Photo takes a picture smaller than 5 MB and cuts it to a square.'],
    related: ['account-profile', 'image-too-large'],
  },
  {
    id: 'setting-phone',
    title: 'Your phone number',
    words: 'mobile verify sms',
    href: profile,
    text: ['Enter it with its country code, then verify it with the code of 6 digits that is sent to it.'],
    related: ['profile-phone-malformed', 'account-mfa'],
  },
  {
    id: 'setting-timezone',
    title: 'Timezone',
    words: 'time zone clock hours wrong time change',
    href: profile,
    text: [
      'Times on your screen and in your emails follow the timezone of your profile. Administrators set the company default. A schedule has its own timezone.',
    ],
    related: ['account-profile', 'setting-schedule'],
  },
  {
    id: 'setting-language',
    title: 'Language',
    words: 'locale formats numbers dates',
    href: profile,
    text: ['It governs how dates and numbers are written. The texts of the console are English.'],
    related: ['account-profile'],
  },
  {
    id: 'setting-channel-email',
    title: 'Notifications by email',
    words: 'mails unsubscribe',
    href: notifications,
    text: ['Switch the channel on or off, and choose what it is used for: billing, security, updates, marketing.'],
    related: ['account-notifications'],
  },
  {
    id: 'setting-sso',
    title: 'Single sign-on of your company',
    words: 'sso oidc openid connect oauth2 saml identity provider okta entra google workspace keycloak sign in company',
    href: '/system-settings?tab=security',
    text: [
      'Members sign in at your identity provider instead of with a password. Use SAML 2.0, OpenID Connect or OAuth 2.',
      '1. Prove your email domains under Email domains for single sign-on.',
      '2. Register Datacrane at your identity provider with the redirect URL shown on the page. For SAML, use the downloaded metadata (SP entity ID, ACS URL, certificate).',
      '3. Fill in the fields, save them, and confirm with your password. The client secret is never shown again.',
      '4. Press Test connection and sign in at the provider. No one is signed in: the page shows what the provider sent and what would be done.',
      '5. Switch single sign-on on. On the sign-in page, Use single sign-on asks for the email and leads to the provider.',
      '- People without an account become members with the role USER. An existing account is connected at its first sign-in. From then on it belongs to that person, even if their email changes at the provider.',
      '- OpenID Connect and OAuth 2: an email address is believed if the provider says that it is verified (email_verified). If it does not, no account is connected or created, unless Company-managed email addresses is on. Turn that on only if members cannot choose their own address there.',
      '- For SAML, sign the response or the assertion with SHA-256, and do not encrypt it. The NameID must stay the same. Start the sign-in at Datacrane. Sign-ins that start at the provider are refused. While the provider changes its key, save both certificates.',
      '- People with MFA enter their second factor as well.',
      '- Members of other companies, operators of Datacrane and deactivated members are refused, and the login history says why.',
    ],
    related: ['setting-sso-domains', 'setting-sso-required', 'settings-security', 'sso-not-set-up', 'sso-email-unverified'],
  },
  {
    id: 'setting-sso-required',
    title: 'Single sign-on as the only way in',
    words: 'require sso only enforce disable passwords break glass emergency administrator lockout provider down',
    href: '/system-settings?tab=security',
    text: [
      'When single sign-on is on, it can be required: passwords and passkeys of members are then refused, and their sessions end.',
      '1. Choose at least one administrator under Emergency administrators, and save.',
      '2. Press Require single sign-on.',
      '- Emergency administrators sign in with their password when the identity provider does not work. Give them a second factor. The last one cannot be deactivated, removed or made a USER.',
      '- It does not apply to operators of Datacrane. API keys keep working.',
      '- Invited people set no password: the invitation leads to single sign-on. Only addresses in a verified domain can be invited.',
      '- "Forgot password?" sends members the way to single sign-on instead of a link.',
      '- Some changes, such as MFA, ask for the password again. People who signed in with single sign-on choose I use single sign-on and have no password. They enter a code from their second factor or email.',
    ],
    related: ['setting-sso', 'sso-required', 'sso-last-break-glass'],
  },
  {
    id: 'setting-sso-domains',
    title: 'Email domains for single sign-on',
    words: 'verify domain dns txt record datacrane-verification prove ownership company email',
    href: '/system-settings?tab=security',
    text: [
      'Single sign-on works only for people whose email is in a verified domain of your company.',
      '1. Add the domain under Email domains for single sign-on, and confirm it with your password.',
      '2. Add the TXT record that is shown to the DNS of the domain.',
      '3. Press Check record. A new record can take up to a day to be seen everywhere; the page says what the last check saw.',
      '- A domain belongs to one company: the first one that proves it. Subdomains are added separately.',
      '- Domains where anybody gets an address, such as gmail.com, are refused.',
      '- The record is checked when you press the button, and not again afterwards. Remove a domain that you give up.',
    ],
    related: ['settings-security', 'sso-domain-taken'],
  },
  {
    id: 'setting-channel-sms',
    title: 'Notifications by SMS',
    words: 'text messages stop sending',
    href: notifications,
    text: ['Goes to your verified phone number. If you turn the channel off, you get only codes that you request.'],
    related: ['account-notifications', 'setting-phone'],
  },
  {
    id: 'setting-channel-push',
    title: 'Notifications by push',
    words: 'browser bell',
    href: notifications,
    text: [
      'Sends to the browsers that you subscribe in Notification Settings, until you sign out in them. It needs https and the permission of the browser.',
    ],
    related: ['account-notifications'],
  },
  {
    id: 'setting-channel-whatsapp',
    title: 'Notifications by WhatsApp',
    href: notifications,
    text: ['Goes to your verified phone number, where the operator has set WhatsApp up.'],
    related: ['account-notifications', 'setting-phone'],
  },
  {
    id: 'setting-mfa',
    title: 'Second factor (MFA)',
    words: 'two factor 2fa authenticator login turn on disable',
    href: mfa,
    text: ['Enable MFA, choose a method, verify it, and keep the recovery codes. Disable MFA asks for your password.'],
    related: ['account-mfa', 'setting-recovery-codes'],
  },
  {
    id: 'setting-recovery-codes',
    title: 'Recovery codes',
    words: "lost phone can't get codes any more backup",
    href: mfa,
    text: [
      'Each code works once in place of a code that you cannot receive. View Recovery Codes shows what is left; Generate New Codes replaces all of them.',
      'Lost both your phone and the codes? An administrator of your company cannot switch MFA off for you: contact support.',
    ],
    related: ['account-mfa', 'mfa-codes-not-viewable'],
  },
  {
    id: 'setting-password',
    title: 'Password',
    words: 'change',
    href: mfa,
    text: [
      `At least ${defaultPolicy.minLength} characters unless your company asks for more. Changing it ends your other sessions.`,
    ],
    related: ['password-weak', 'forgot-password'],
  },
  {
    id: 'setting-sessions',
    title: 'Sessions',
    words: 'devices sign out everywhere other browser thrown out signed out logged out idle hour again timeout inactive',
    href: mfa,
    text: ['Each browser that is signed in as you. End one, or all others.'],
    related: ['account-mfa', 'account-login-history'],
  },
  {
    id: 'setting-invitations',
    title: 'Invitations',
    words: 'invite colleague add new person pending revoke',
    href: '/account?tab=team',
    text: ['Invite Member sends a link by email. It works once. Revoke cancels it.'],
    related: ['account-team', 'invitation-dead', 'invitation-elsewhere'],
  },
  {
    id: 'setting-role',
    title: 'Role of a member',
    words: 'admin administrator rights permission make promote',
    href: '/account?tab=team',
    text: [
      'User builds their own connectors. Admin sees everything in the company and its settings. No one changes their own role.',
    ],
    related: ['account-team', 'member-own-role', 'auth-forbidden'],
  },
  {
    id: 'setting-remove-member',
    title: 'Remove a member',
    words: 'left the company offboarding delete user what happens with connectors',
    href: '/account?tab=team',
    text: ['Their connectors continue under the member that you choose. Deactivate keeps the person and only stops the sign-in.'],
    related: ['account-team', 'member-heir-unknown'],
  },
])
