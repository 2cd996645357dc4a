/** Articles of the help, of the pages of administrators and operators, and of signing in. */

import type { Article } from './article.ts'
import { supportLimits } from './support-limits.ts'

type Written = Omit<Article, 'kind'>
const screens = (list: readonly Written[]): readonly Article[] => list.map((each) => ({ kind: 'screen', ...each }))

export const otherArticles = screens([
  {
    id: 'help-center',
    title: 'Help Center and support',
    words: 'contact human ticket question assistance write to support talk human real person phone call somebody contact',
    href: '/help-center',
    text: [
      'Search the articles, read the FAQ, or contact support.',
      `- Contact Support shows what it sends with your request: versions and the page. If you choose a connector, it adds its configuration without secrets and its last run. It never sends payloads. You can send ${supportLimits.perDay} requests a day.`,
      '- Below, you can see your requests with their status and answers. Use the menu to add to a request or close it.',
    ],
    related: ['faq', 'topic-troubleshooting'],
  },
  {
    id: 'faq',
    title: 'FAQ',
    words: 'frequently asked questions',
    href: '/faq',
    text: ['Short answers to common questions, by area. Each question has its own link.'],
    related: ['help-center'],
  },
  {
    id: 'admin',
    title: 'Admin Console',
    words: 'administration company people usage operator installation processes versions health queue disk backup',
    href: '/admin',
    text: [
      'For administrators: people and their MFA, connector health and plan usage. Also open alerts, pending decisions and the latest changes.',
      'For the operator of the installation: services, waiting records, processes with their versions, and database size. Each check shows its threshold and what to do when it is exceeded. Support requests that no one has answered are at the right. Below, the operator controls public sign-up, its email domains, and the number of companies per 24 hours. The operator can also close the sandbox and turn on maintenance for all companies.',
    ],
    related: ['account-team', 'settings-company'],
  },
  {
    id: 'customers',
    title: 'Customers',
    words:
      'companies tenants add create invite suspend reactivate block company note delete deletion remove grace restore limits export',
    href: '/admin/customers',
    text: [
      'For the operator: the companies that use this installation, searched, filtered and sorted. Companies whose connectors have alerts or failed to deploy come first.',
      '- Add customer: a company with its plan. Its first administrator gets a link by email that works for 72 hours. "Invite administrator" sends another one while no administrator can sign in.',
      '- Open a company for its plan, bill, unpaid invoices, usage, notes and limits. You also see connectors with problems and people without MFA. Tabs list people, connectors, usage, invoices, support requests, and the audit log without values.',
      '- Add note: several notes, each with its author and time. Only operators see them.',
      '- Use the page menu to change the plan, export data, email administrators, suspend or delete.',
      '- Suspend: within 5 seconds, no one at the company can sign in. API keys are rejected, runs pause and webhooks wait. No data is lost, and administrators get an email with the reason.',
      '- Reactivate: runs and webhooks continue where they stopped.',
      '- View company: see its connector alerts and last error codes for 30 minutes. Its administrators get your reason by email, and its audit log records each view.',
      '- Edit limits: override the plan limits for connectors, members, monthly records and API calls per minute. Your reason is recorded.',
      "- Invoices: while one is unpaid, you can see the company's invoices. Use Settle to record a payment made outside of Datacrane.",
      '- Export: one file with everything the company built and recorded, without secrets. Its administrators get your reason by email.',
      '- Delete: confirm with the company name. The company is suspended immediately, and its administrators get an email with the date. After 30 days and this month\'s invoice, all data is removed permanently. Until then, "Keep company" cancels it. Invoices stay as the law requires, without cards and connector names.',
      "- Change all found: suspend, reactivate, change the plan or offer a published connector. The action applies to every company that matches the filter. First, you'll see how many companies would change, and why others won't. Then you'll see the progress and can retry failed companies. It continues only while the page is open.",
      'These pages never show payloads, configurations or secrets of a company.',
    ],
    related: ['admin'],
  },
  {
    id: 'enterprise-library',
    title: 'Enterprise Library',
    words: 'shared templates companies',
    href: '/admin/enterprise-library',
    text: [
      'For the operator: every published connector with its audience, versions and number of uses.',
      '- Open a connector to see what each version changes and which companies use it.',
      '- Change audience: all companies, selected companies, or none. Connectors created from it stay.',
      "New versions don't change connectors automatically. The company sees the changes under Your Marketplace, and accepts or declines the update. The company's own changes are kept. Connectors from a withdrawn template keep running.",
    ],
    related: ['connector-library', 'admin'],
  },
  {
    id: 'outbox',
    title: 'Outbox',
    words: 'emails messages sent kept',
    href: '/outbox',
    text: ['For the operator: all messages to people, with their status and reason. Without a mail server, messages stay here.'],
    related: ['support-requests'],
  },
  {
    id: 'support-requests',
    title: 'Support Requests',
    words: 'tickets answer operator',
    href: '/support-requests',
    text: [
      'For the operator: support requests with attachments and answers. Answer and close them here.',
      '- What people search for: searches and questions without a result, as counts only.',
    ],
    related: ['help-center', 'outbox'],
  },
  {
    id: 'inspector',
    title: 'Inspector',
    words: 'state machines debug',
    href: '/inspector',
    text: ["For the operator: the console's state machines as they run."],
    related: ['kit'],
  },
  {
    id: 'kit',
    title: 'Kit',
    words: 'components design',
    href: '/kit',
    text: ['For the operator: the components of the console.'],
    related: ['inspector'],
  },
  {
    id: 'sign-in',
    title: 'Sign in',
    words: 'login log in password wrong single sign-on sso',
    text: [
      "Sign in with email and password, or through your company's provider. After many wrong passwords, you wait longer between attempts.",
    ],
    related: ['auth-invalid-credentials', 'forgot-password', 'mfa-verify'],
  },
  {
    id: 'mfa-verify',
    title: 'Enter your second-factor code',
    words: 'two factor verification sms authenticator did not arrive',
    text: [
      "Enter the 6-digit code from your app, text message or email. If it doesn't arrive, send it again. You can also use a recovery code.",
    ],
    related: ['auth-mfa-invalid', 'setting-recovery-codes'],
  },
  {
    id: 'sign-up',
    title: 'Sign up',
    words: 'register new company account plan',
    text: ['Sign up with your name, company and plan. Then confirm your account with the link we email you.'],
    related: ['confirm-account', 'registration-closed'],
  },
  {
    id: 'confirm-account',
    title: 'Confirm your account',
    words: 'activation link mail never came activate confirmation email',
    text: [
      'The link is in the email you got after sign-up. Check the spam folder too.',
      'Lost it? Try to sign in, and select "Send the confirmation email again".',
    ],
    related: ['auth-not-confirmed', 'confirmation-dead', 'forgot-password'],
  },
  {
    id: 'forgot-password',
    title: 'Set a new password',
    words: 'forgot forgotten reset lost',
    text: [
      '"Forgot password?" on the sign-in page sends a link to your email. It works once, for a short time. A new password signs you out everywhere.',
    ],
    related: ['password-reset-dead', 'password-weak', 'setting-password'],
  },
])
