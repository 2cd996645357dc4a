/** Articles of the settings of a person and of members. */
import { defaultPolicy } from '../../auth/password.ts'
import type { Article } from '../article.ts'

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
    text: ['First and last name, as your colleagues see them.'],
    related: ['account-profile'],
  },
  {
    id: 'setting-photo',
    title: 'Your photo',
    words: 'picture avatar image',
    href: profile,
    text: ['Select Change Photo and choose an image under 5 MB. We crop it to a square.'],
    related: ['account-profile', 'image-too-large'],
  },
  {
    id: 'setting-phone',
    title: 'Your phone number',
    words: 'mobile verify sms',
    href: profile,
    text: ['Enter it with the country code. Then verify it with our 6-digit code.'],
    related: ['profile-phone-malformed', 'account-mfa'],
  },
  {
    id: 'setting-timezone',
    title: 'Timezone',
    words: 'time zone clock hours wrong time change',
    href: profile,
    text: [
      "Times on your screen and in emails follow your profile's time zone. Administrators set the company default. Schedules have their own time zone.",
    ],
    related: ['account-profile', 'setting-schedule'],
  },
  {
    id: 'setting-language',
    title: 'Language',
    words: 'locale formats numbers dates',
    href: profile,
    text: ['Sets date and number formats. The console is in English.'],
    related: ['account-profile'],
  },
  {
    id: 'setting-channel-email',
    title: 'Notifications by email',
    words: 'mails unsubscribe',
    href: notifications,
    text: ['Switch the channel on or off, and choose its topics: billing, security, updates, marketing.'],
    related: ['account-notifications'],
  },
  {
    id: 'setting-sso',
    title: 'Company single sign-on',
    words: 'sso oidc openid connect oauth2 saml identity provider okta entra google workspace keycloak sign in company',
    href: '/system-settings?tab=security',
    text: [
      'Members sign in through your identity provider instead of with a password. Use SAML 2.0, OpenID Connect or OAuth 2.',
      '1. Verify your email domains under Email domains for single sign-on.',
      '2. Register Datacrane with your identity provider. Use the redirect URL on the page. For SAML, use the downloaded metadata (SP entity ID, ACS URL, certificate).',
      '3. Fill in the fields, save them, and confirm with your password. The client secret is never shown again.',
      "4. Select Test connection and sign in at the provider. No one is signed in. You'll see the provider's response and the result.",
      '5. Switch on single sign-on. On the sign-in page, Use single sign-on requests the email and opens the provider.',
      '- People without an account become members with the role USER. An existing account is connected at its first sign-in. It then belongs to that person, even if their email changes at the provider.',
      "- OpenID Connect and OAuth 2: an email counts only if the provider verified it (email_verified). If not, no account is connected or created, unless Company-managed email addresses is on. Turn this on only if members can't choose their own email address at the provider.",
      "- For SAML, sign the response or the assertion with SHA-256, and don't encrypt it. A person's NameID must stay the same. Start the sign-in from Datacrane, not from the provider. When the provider changes its key, save both certificates.",
      '- People with MFA also enter their second factor.',
      '- Members of other companies, operators of Datacrane and deactivated members are rejected. The login history shows the reason.',
    ],
    related: ['setting-sso-domains', 'setting-sso-required', 'settings-security', 'sso-not-set-up', 'sso-email-unverified'],
  },
  {
    id: 'setting-sso-required',
    title: 'Require single sign-on',
    words: 'require sso only enforce disable passwords break glass emergency administrator lockout provider down',
    href: '/system-settings?tab=security',
    text: [
      "You can require single sign-on once it is on. Members' passwords and passkeys are then rejected, and their sessions end.",
      '1. Choose at least one administrator under Emergency administrators, and save.',
      '2. Select Require single sign-on.',
      "- Emergency administrators sign in with their password if the identity provider is down. Set up a second factor for them. You can't deactivate, remove or make the last one a USER.",
      '- Operators of Datacrane are exempt. API keys keep working.',
      '- Invited people set no password. The invitation leads to single sign-on. You can only invite addresses in a verified domain.',
      '- "Forgot password?" leads members to single sign-on instead of sending a link.',
      '- Some changes, such as MFA, need the password again. People with single sign-on select I use single sign-on and have no password. They enter a code from their second factor or email.',
    ],
    related: ['setting-sso', 'sso-required', 'sso-last-break-glass'],
  },
  {
    id: 'setting-sso-domains',
    title: 'Email domains for single sign-on',
    words: 'verify domain dns txt record datacrane-verification prove ownership company email',
    href: '/system-settings?tab=security',
    text: [
      'Single sign-on only works for people with an email in your verified domains.',
      '1. Add the domain under Email domains for single sign-on, and confirm with your password.',
      "2. Add the TXT record from the page to the domain's DNS.",
      '3. Select Check record. New records can take up to a day to appear. The page shows the last check.',
      '- A domain belongs to the first company that verifies it. Add subdomains separately.',
      '- Public domains such as gmail.com are rejected.',
      '- The record is only checked when you select Check record. Remove a domain you no longer own.',
    ],
    related: ['settings-security', 'sso-domain-taken'],
  },
  {
    id: 'setting-channel-sms',
    title: 'Notifications by SMS',
    words: 'text messages stop sending',
    href: notifications,
    text: ['Goes to your verified phone number. If you turn the channel off, you only get codes that you request.'],
    related: ['account-notifications', 'setting-phone'],
  },
  {
    id: 'setting-channel-push',
    title: 'Notifications by push',
    words: 'browser bell',
    href: notifications,
    text: [
      "Goes to browsers you subscribe in Notification Settings, until you sign out in them. It needs HTTPS and your browser's permission.",
    ],
    related: ['account-notifications'],
  },
  {
    id: 'setting-channel-whatsapp',
    title: 'Notifications by WhatsApp',
    href: notifications,
    text: ['Goes to your verified phone number, if the operator has set up WhatsApp.'],
    related: ['account-notifications', 'setting-phone'],
  },
  {
    id: 'setting-mfa',
    title: 'Second factor (MFA)',
    words: 'two factor 2fa authenticator login turn on disable',
    href: mfa,
    text: ['Enable MFA, choose a method, verify it, and store the recovery codes. To disable MFA, enter your password.'],
    related: ['account-mfa', 'setting-recovery-codes'],
  },
  {
    id: 'setting-recovery-codes',
    title: 'Recovery codes',
    words: "lost phone can't get codes any more backup",
    href: mfa,
    text: [
      "Use a recovery code if you can't receive a code. Each works once. View Recovery Codes shows the remaining ones. Generate New Codes replaces them all.",
      "Lost your phone and the codes? Your administrator can't switch MFA off for you. Contact support.",
    ],
    related: ['account-mfa', 'mfa-codes-not-viewable'],
  },
  {
    id: 'setting-password',
    title: 'Password',
    words: 'change',
    href: mfa,
    text: [
      `At least ${defaultPolicy.minLength} characters, unless your company requires more. A new password ends your other sessions.`,
    ],
    related: ['password-weak', 'forgot-password'],
  },
  {
    id: 'setting-sessions',
    title: 'Sessions',
    words: 'devices sign out everywhere other browser thrown out signed out logged out idle hour again timeout inactive',
    href: mfa,
    text: ['Browsers signed in to your account. End one session, or all others.'],
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
    title: 'Member roles',
    words: 'admin administrator rights permission make promote',
    href: '/account?tab=team',
    text: [
      "Users build their own connectors. Admins see everything in the company and its settings. You can't change your own role.",
    ],
    related: ['account-team', 'member-own-role', 'auth-forbidden'],
  },
  {
    id: 'setting-remove-member',
    title: 'Remove a member',
    words: 'left the company offboarding delete user what happens with connectors',
    href: '/account?tab=team',
    text: ['You choose who takes over their connectors. Deactivate keeps the person and only stops their sign-in.'],
    related: ['account-team', 'member-heir-unknown'],
  },
])
