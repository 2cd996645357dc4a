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
      "Your plan and this month's usage of records, connectors, schedules and members. You'll get a warning at 80 % of a limit. At 100 %, you can't add more connectors, schedules or members. When the month's records are used up, all runs wait. They continue with a larger plan or in the next month.",
      "- This month's bill comes first, with unpaid amounts and the next payment. A forecast appears after two full days.",
      '- Compare the plans. "With your usage" shows this month\'s cost so far with each plan.',
      '- A record counts once the destination accepts it, on the UTC day it was read. Failed and skipped records are free. Replays of failed records are free too. Replays of delivered records, samples and edited records count like any other.',
      "- We fix a day's figures three days later. Later deliveries appear on the next invoice.",
      "- Administrators can change the plan here. You'll see this month's cost before you confirm.",
    ],
    related: ['setting-plan', 'quota-connectors', 'account-invoices'],
  },
  {
    id: 'account-invoices',
    title: 'Account: Invoices',
    words: 'bill receipt payment pdf where is my invoice',
    href: '/account?tab=invoices',
    text: [
      "Your company's invoices with period, amount and status. Search and filter by status and period. Invoices come three days after the end of a month and never change.",
      '- View Details shows the lines. Download creates a PDF.',
      '- Delete moves an invoice to the Archived filter. Credit notes appear with a negative amount.',
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
      'Billing profiles define who receives invoices. Payment methods define how invoices are paid. Exactly one profile is primary and pays for the whole company.',
      "- A profile has a country and, if available, a VAT number. Both appear on later invoices. We only check the number's format, not its registration.",
      '- Without a card, you pay invoices by bank transfer. The operator records the payment.',
      "- Add cards on the card provider's page. Datacrane never receives the number. If your bank requires it, you confirm a payment on your bank's page.",
      '- TEST marks cards and invoices of the sandbox or of a provider in test mode. No one is charged for them.',
      "- The operator's tax rule for your primary profile's country applies. A tax set for your company takes precedence. View Details shows the reason.",
      '- Pay a failed invoice under [Invoices](/account?tab=invoices) with Pay Invoice. We retry automatically 3, 7 and 14 days after the first failure. After 21 days, new runs wait until it is paid. No data is deleted.',
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
      '- Verify your phone number with a code to receive codes and messages.',
      "- You can't change your email yourself. Contact support to change it.",
    ],
    related: ['setting-timezone', 'setting-phone', 'profile-email-fixed'],
  },
  {
    id: 'account-notifications',
    title: 'Account: Notification Settings',
    words: 'emails sms push whatsapp unsubscribe stop messages text',
    href: '/account?tab=notifications',
    text: [
      'Choose how you are notified, and about which topics: billing, security, updates, marketing. Nothing is sent through a channel that is off.',
    ],
    related: ['setting-channel-email', 'setting-channel-sms', 'account-notification-history'],
  },
  {
    id: 'account-notification-history',
    title: 'Account: Notification History',
    words: 'sent messages mails delivered',
    href: '/account?tab=notification-history',
    text: ['Messages sent to you, with time, channel and delivery status.'],
    related: ['account-notifications'],
  },
  {
    id: 'account-team',
    title: 'Account: Team Members',
    words:
      'invite add colleague user admin administrator remove person left company role deactivate workspace someone login access own account bookkeeper',
    href: '/account?tab=team',
    text: [
      'For administrators: the people in your company.',
      '- Invite Member sends a link by email, for the role User or Admin.',
      "- A member's menu changes the role, or deactivates, reactivates or removes them. You choose who takes over a removed member's connectors.",
    ],
    related: ['setting-invitations', 'setting-role', 'setting-remove-member', 'member-own'],
  },
  {
    id: 'account-login-history',
    title: 'Account: Login History',
    words: 'sign-ins who logged in device ip address location sessions last week',
    href: '/account?tab=login-history',
    text: [
      'Your sign-ins with time, address, device and result. Administrators also see those of the whole company.',
      "- If a sign-in wasn't you, report it. Your other sessions end, and you'll get a link to set a new password.",
    ],
    related: ['setting-sessions', 'account-mfa'],
  },
  {
    id: 'account-mfa',
    title: 'Account: Security & MFA',
    words: 'two factor 2fa authenticator code second factor password sessions turn on recovery lost phone',
    href: '/account?tab=mfa',
    text: [
      "With MFA, you'll need a code at each sign-in. It comes from an authenticator app, text message or email.",
      '1. Choose the method.',
      '2. Verify it with a 6-digit code.',
      "3. Store the recovery codes. Use one if you can't receive a code. Each works once.",
      'You can also change your password, end other sessions and disconnect identities here.',
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
      'For administrators: company name, logo, colors, time zone and language. Also maintenance mode and dashboard cards per row.',
    ],
    related: ['setting-logo', 'setting-brand-colors', 'setting-maintenance', 'setting-cards-per-row'],
  },
  {
    id: 'settings-ai',
    title: 'System Settings: AI Integrations',
    words: 'openai chatgpt anthropic azure gemini sisense model provider key',
    href: '/system-settings?tab=ai',
    text: [
      'For administrators: AI providers besides the built-in assistant. Each has an API key, a switch and a test. Keys are stored encrypted and never shown again.',
      "- Choose who answers in the assistant. The provider works through the built-in assistant, with the permissions of the person. Figures come from your data, and the provider can't change anything.",
      '- Names and error messages are sent only if you allow it. Questions are sent as typed.',
      "- Tokens per day limits your company's usage. If the provider fails or you reach the limit, the built-in assistant answers and tells you.",
      '- Test requests the list of models with the entered key.',
    ],
    related: ['setting-secrets'],
  },
  {
    id: 'settings-retention',
    title: 'System Settings: Retention Policy',
    words: 'how long is data kept delete old logs backups gdpr days',
    href: '/system-settings?tab=retention',
    text: [
      "For administrators: set how long we store integration logs, audit logs and former members' data. Before you save, the page shows how much would be removed.",
      "Older data is removed every night, with an archive if you choose. Under Removals, you can see each night's removals and download archives.",
      'Before more than 20 % of an area is removed, an administrator must confirm.',
      'Each night with changes, we make a backup. It contains connectors, connections, mapping rules, VPN configurations, private endpoints, settings and members. Restore… brings its connectors back as drafts. Deleted VPN configurations return without their key and switched off. Deleted private endpoints need approval again.',
      'To delete data of former members, an administrator or the nightly job requests it. Another administrator approves it within 7 days. A single administrator can approve it alone. The audit log shows this.',
    ],
    related: ['replay-not-kept'],
  },
  {
    id: 'settings-network',
    title: 'System Settings: Network Connectivity',
    words: 'vpn private endpoint gateway proxy socks5 connect private network rate limiting cloud to cloud api limit 429',
    href: '/system-settings?tab=network',
    text: [
      'For administrators. VPN configurations are outbound gateways: proxies that support HTTPS CONNECT or SOCKS5. A system with a gateway is only reached through it. If the gateway fails or is off, the connector stops and shows the reason.',
      "1. Add a VPN configuration with its address and pre-shared key. Select Test connection and check each step. 2. Switch on cloud-to-cloud and save. 3. Choose the gateway in the connector's Source, Destination or Enrichment step.",
      'A private endpoint is a private host and port for your connectors and webhooks. You request it, and the operator approves it or declines it with a reason. Changes apply within 5 seconds.',
      "API gateway: controls whether your company's API keys work, and their calls per minute and hour. Each key also has its own limits.",
      'Calls over the limit get status 429 and the seconds to wait. The console has separate limits.',
    ],
    related: ['egress-refused', 'gateway-failing', 'auth-gateway-limit'],
  },
  {
    id: 'settings-ip-whitelist',
    title: 'System Settings: IP Whitelisting',
    words: 'allow only office network addresses restrict logins allow list block locked out',
    href: '/system-settings?tab=ip-whitelist',
    text: [
      'For administrators: IP addresses and networks that people and programs of your company can use.',
      '1. Add your own address first. The server rejects lists that would lock you out.',
      '2. Add the other addresses, then switch the list on.',
      '3. Choose whether to block unknown addresses, and whether to notify administrators.',
      '- Incoming webhooks are accepted from any address unless you include them in the list. Before you do, add the addresses of all senders.',
    ],
    related: ['setting-ip-whitelist', 'settings-own-lockout', 'access-address', 'setting-allow-all'],
  },
  {
    id: 'settings-security',
    title: 'System Settings: Security Settings',
    words: 'sso saml oidc mfa enforcement session timeout password policy rules thrown out session length expire',
    href: '/system-settings?tab=security',
    text: ['For administrators: single sign-on, required MFA, session length, password rules and SCIM provisioning.'],
    related: ['account-mfa', 'setting-password', 'setting-provisioning', 'password-weak', 'setting-sso', 'setting-sso-domains'],
  },
  {
    id: 'settings-notifications',
    title: 'System Settings: Notification Settings',
    words: 'smtp mail server outgoing webhooks events webhook our own system url call event wrong message',
    href: '/system-settings?tab=notifications',
    text: ['For administrators: set up and test your own mail server, and add webhooks that receive events as JSON.'],
    related: ['account-notifications'],
  },
  {
    id: 'settings-api-keys',
    title: 'System Settings: API Keys',
    words: 'token script program api access create key permissions',
    href: '/system-settings?tab=api-keys',
    text: [
      'For administrators: keys for programs that call the API.',
      '1. Select Add API Key, enter a name and select only the permissions it needs.',
      "2. Copy the key. You won't be able to see it again.",
      '3. Send it as Authorization: Bearer with each call.',
      '- Replace value creates a new key. The old one works for another day. Delete ends it immediately.',
    ],
    related: ['setting-api-key', 'auth-key-invalid', 'auth-scope-missing'],
  },
  {
    id: 'settings-audit',
    title: 'System Settings: Audit Log',
    words: 'who changed what history yesterday compliance export',
    href: '/system-settings?tab=audit',
    text: [
      'For administrators: see who changed what, when and from where. You can filter, see the differences, export as CSV, and check that the log is complete.',
    ],
    related: ['connector-timeline', 'account-login-history'],
  },
])

export const accountArticles: readonly Article[] = [...account, ...settings]
