/** Articles of the account and of the company's settings. */

import type { Article } from './article.ts'

type Written = Omit<Article, 'kind'>
const screens = (list: readonly Written[]): readonly Article[] => list.map((each) => ({ kind: 'screen', ...each }))

const account = screens([
  {
    id: 'account-info',
    title: 'Account: Info',
    words: 'plan usage how many connectors quota due',
    href: '/account',
    text: [
      'Your plan, what your company used this month, and what your plan includes: records, connectors, schedules, members. The page warns at 80 % of a limit, and more is refused at 100 %. When the records of a month are used up, all runs are held. They continue with a larger plan or in the next month.',
      '- The bill of this month comes first, with what is unpaid and what pays on which day. A forecast appears after two full days.',
      '- The plans are side by side. "With your usage" is what this month would have cost until now with each plan.',
      '- A record counts once, on the UTC day on which it was read, when the destination has accepted it. Failed and skipped records are free. A replay of a record that had failed is not charged. Replays of delivered records, samples and edited records are charged like any other.',
      '- The figures of a day are fixed three days after it. What is delivered later is on the next invoice.',
      '- An administrator chooses another plan here. What it costs this month is shown before it is confirmed.',
    ],
    related: ['setting-plan', 'quota-connectors', 'account-invoices'],
  },
  {
    id: 'account-invoices',
    title: 'Account: Invoices',
    words: 'bill receipt payment pdf where is my invoice',
    href: '/account?tab=invoices',
    text: [
      'The invoices of your company with their period, amount and status. Search and filter by status and time. An invoice is issued three days after the end of a month; what it says never changes.',
      '- View Details shows its lines, Download makes a PDF.',
      '- Delete hides an invoice from the list: it stays under the filter Archived. Credit notes are in the list with a negative amount.',
    ],
    related: ['account-billing', 'account-info'],
  },
  {
    id: 'account-billing',
    title: 'Account: Billing & Payment',
    words: 'billing profile card address country vat number payment method credit card moved office expired',
    href: '/account?tab=billing',
    text: [
      'For administrators. Other members see Info and Invoices.',
      'Billing profiles say who receives invoices; payment methods say how they are paid. Exactly one profile is the primary one: it pays for the whole company.',
      '- A profile has a country and, where the company has one, a VAT number: both are on the invoices issued from then on. Only the format of the number is checked, not whether it is registered.',
      '- Without a card an invoice is paid by bank transfer, and the operator records it.',
      '- A card is added on the page of the card provider: its number never reaches Datacrane. Where the bank wants it, you confirm a payment on the page of your bank.',
      '- Cards and invoices of the sandbox provider, and of a provider in test mode, are marked TEST: no one pays them.',
      '- The tax on an invoice follows the operator’s rule for the country of the primary profile. A tax that the operator set for the company comes first. View Details says why.',
      '- An invoice whose payment failed is paid again under [Invoices](/account?tab=invoices) with Pay Invoice. It is tried again automatically 3, 7 and 14 days after the first failure; after 21 days no run is started until it is paid, and nothing is deleted.',
    ],
    related: ['account-invoices'],
  },
  {
    id: 'account-profile',
    title: 'Account: User Profile',
    words:
      'name phone photo avatar job title change my email address time zone language own details personal data download everything know about me erase privacy',
    href: '/account?tab=profile',
    text: [
      'Your name, photo, phone, job title, timezone and language. Times on the screen follow your timezone.',
      '- A phone number is verified by a code; only then it can receive codes and messages.',
      '- The email cannot be changed. Contact support if it has to be.',
    ],
    related: ['setting-timezone', 'setting-phone', 'profile-email-fixed'],
  },
  {
    id: 'account-notifications',
    title: 'Account: Notification Settings',
    words: 'emails sms push whatsapp unsubscribe stop messages text',
    href: '/account?tab=notifications',
    text: [
      'How you are notified, and about what: billing, security, updates, marketing. You get nothing through a channel that is off.',
    ],
    related: ['setting-channel-email', 'setting-channel-sms', 'account-notification-history'],
  },
  {
    id: 'account-notification-history',
    title: 'Account: Notification History',
    words: 'sent messages mails delivered',
    href: '/account?tab=notification-history',
    text: ['What was sent to you, when, by which channel, and whether it arrived.'],
    related: ['account-notifications'],
  },
  {
    id: 'account-team',
    title: 'Account: Team Members',
    words:
      'invite add colleague user admin administrator remove person left company role deactivate workspace someone login access own account bookkeeper',
    href: '/account?tab=team',
    text: [
      'For administrators: who belongs to your company.',
      '- Invite Member sends a link to an email address, for the role User or Admin.',
      '- The menu of a member changes the role, deactivates, reactivates or removes. The connectors of someone who is removed go to a member of your choice.',
    ],
    related: ['setting-invitations', 'setting-role', 'setting-remove-member', 'member-own'],
  },
  {
    id: 'account-login-history',
    title: 'Account: Login History',
    words: 'sign-ins who logged in device ip address location sessions last week',
    href: '/account?tab=login-history',
    text: [
      'Each sign-in with its time, address, device and result. Administrators see those of the whole company as well.',
      '- A sign-in that was not you: report it. Your other sessions are ended, and you are sent a link for a new password.',
    ],
    related: ['setting-sessions', 'account-mfa'],
  },
  {
    id: 'account-mfa',
    title: 'Account: Security & MFA',
    words: 'two factor 2fa authenticator code second factor password sessions turn on recovery lost phone',
    href: '/account?tab=mfa',
    text: [
      'Enable MFA asks for a code at each sign-in: from an authenticator app, by text message or by email.',
      '1. Choose the method.',
      '2. Verify it with a code of 6 digits.',
      '3. Keep the recovery codes. Each works once, when you cannot receive a code.',
      'Here you also change your password, end other sessions and disconnect identities.',
    ],
    related: ['setting-mfa', 'setting-recovery-codes', 'setting-sessions', 'setting-password'],
  },
])

const settings = screens([
  {
    id: 'settings-company',
    title: 'System Settings: Company Settings',
    words: 'organization name logo timezone language brand colours maintenance cards per row',
    href: '/system-settings?tab=company',
    text: [
      'For administrators: company name and logo, default time zone and language, colors, maintenance mode, and dashboard cards per row.',
    ],
    related: ['setting-logo', 'setting-brand-colors', 'setting-maintenance', 'setting-cards-per-row'],
  },
  {
    id: 'settings-ai',
    title: 'System Settings: AI Integrations',
    words: 'openai chatgpt anthropic azure gemini sisense model provider key',
    href: '/system-settings?tab=ai',
    text: [
      'For administrators: the providers that may answer beside the built-in assistant, each with its API key, a switch and a test. The keys are stored encrypted and never shown again.',
      '- Choose who the assistant asks. The provider reads through the built-in assistant, with the rights of the person who asks; figures are filled in from your data, and it can change nothing.',
      '- Texts of others, such as names and sentences of errors, are sent only where you allow it. Questions are sent as they are typed.',
      '- Tokens per day limits what the company uses. Where the provider fails or nothing is left, the built-in assistant answers and says so.',
      '- Test asks for the list of models with the key that is written.',
    ],
    related: ['setting-secrets'],
  },
  {
    id: 'settings-retention',
    title: 'System Settings: Retention Policy',
    words: 'how long is data kept delete old logs backups gdpr days',
    href: '/system-settings?tab=retention',
    text: [
      'For administrators: how long integration logs, audit logs and data of people who left are kept. Before you save, the page says how much would be removed.',
      'What is older is removed every night, after it was written to an archive if you wish so. Under Removals you see what each night removed, and download archives.',
      'A night that would remove more than 20 % of an area removes nothing until an administrator confirms it there.',
      'A backup is made every night in which something changed: connectors, mapping rules, VPN configurations, private endpoints, settings and members. Restore… brings connectors of it back as drafts. Deleted VPN configurations come back without their key and off; deleted private endpoints wait for approval again.',
      'To delete data of people who left, one administrator or the nightly job requests it. Another administrator approves it within 7 days. In a company with one administrator, the same person approves it, and the audit log says so.',
    ],
    related: ['replay-not-kept'],
  },
  {
    id: 'settings-network',
    title: 'System Settings: Network Connectivity',
    words: 'vpn private endpoint gateway proxy socks5 connect private network rate limiting cloud to cloud api limit 429',
    href: '/system-settings?tab=network',
    text: [
      'For administrators. VPN configurations are outbound gateways: proxies that speak HTTPS CONNECT or SOCKS5. A system of a connector that names one is reached through it and in no other way; if it fails or is off, the connector stops and says so.',
      '1. Add a VPN configuration with its address and pre-shared key, press Test connection and look at each step. 2. Switch cloud-to-cloud on and save. 3. Choose the gateway in the step Source, Destination or Enrichment of the connector.',
      'A private endpoint is a private host and port that your connectors and webhooks may reach. You request the endpoint. The operator of Datacrane approves it, or refuses it with a reason. A change applies within 5 seconds.',
      'API gateway: whether API keys of your company are accepted, and how many calls they may make per minute and per hour. Each key also has its own limits.',
      'A call over the limit is refused with 429 and the seconds to wait. The console has its own limits, which do not count here.',
    ],
    related: ['egress-refused', 'gateway-failing', 'auth-gateway-limit'],
  },
  {
    id: 'settings-ip-whitelist',
    title: 'System Settings: IP Whitelisting',
    words: 'allow only office network addresses restrict logins allow list block locked out',
    href: '/system-settings?tab=ip-whitelist',
    text: [
      'For administrators: the addresses and networks from which people and programs of your company may come in.',
      '1. Add your own address first, or you would shut yourself out. The server refuses a list without it.',
      '2. Add the other addresses, then switch the list on.',
      '3. Choose whether unknown addresses are blocked, and whether administrators are written to.',
      '- Webhook events are accepted from every address unless you include incoming webhooks. Add the addresses of all senders first. Otherwise their events are refused.',
    ],
    related: ['setting-ip-whitelist', 'settings-own-lockout', 'access-address', 'setting-allow-all'],
  },
  {
    id: 'settings-security',
    title: 'System Settings: Security Settings',
    words: 'sso saml oidc mfa enforcement session timeout password policy rules thrown out session length expire',
    href: '/system-settings?tab=security',
    text: [
      'For administrators: single sign-on, whether everyone needs MFA, how long sessions last, the rules for passwords, and provisioning by SCIM.',
    ],
    related: ['account-mfa', 'setting-password', 'setting-provisioning', 'password-weak', 'setting-sso', 'setting-sso-domains'],
  },
  {
    id: 'settings-notifications',
    title: 'System Settings: Notification Settings',
    words: 'smtp mail server outgoing webhooks events webhook our own system url call event wrong message',
    href: '/system-settings?tab=notifications',
    text: ['For administrators: the mail server of your company with a test, and webhooks that receive events as JSON.'],
    related: ['account-notifications'],
  },
  {
    id: 'settings-api-keys',
    title: 'System Settings: API Keys',
    words: 'token script program api access create key permissions',
    href: '/system-settings?tab=api-keys',
    text: [
      'For administrators: keys with which programs call the API.',
      '1. Add API Key: give it a name and only the permissions that it needs.',
      '2. Copy the key. It is shown once.',
      '3. Send it as Authorization: Bearer with each call.',
      '- Replace value makes a new one; the old one works for another day. Delete ends it immediately.',
    ],
    related: ['setting-api-key', 'auth-key-invalid', 'auth-scope-missing'],
  },
  {
    id: 'settings-audit',
    title: 'System Settings: Audit Log',
    words: 'who changed what history yesterday compliance export',
    href: '/system-settings?tab=audit',
    text: [
      'For administrators: who changed what, when and from where. Filter, open the difference, export as CSV, and check that the record is whole.',
    ],
    related: ['connector-timeline', 'account-login-history'],
  },
])

export const accountArticles: readonly Article[] = [...account, ...settings]
