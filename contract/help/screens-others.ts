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
      'Search the articles, read the FAQ, or write to support.',
      `- Contact Support shows what is sent with your request before it is sent: versions, the page, and, if you choose a connector, its configuration without secrets and its last run. Payloads are never sent. You can send ${supportLimits.perDay} requests a day.`,
      '- Below you see your requests with status and all answers. Use the menu to add to a request or close it.',
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
      'For administrators: people and their MFA, connector health, plan usage, open alerts, pending decisions, and the latest changes.',
      'For the operator of the installation: services, waiting records, processes with their versions, and database size. Each check shows its threshold and what to do when it is exceeded. Support requests that no one has answered are at the right. Below them the operator controls public sign-up: whether it is open, for which email domains, and for how many companies within 24 hours. The operator can also close the sandbox and turn on maintenance for all companies.',
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
      'For the operator: the companies that use this installation, searched, filtered and sorted. First come those whose connectors have alerts or failed to deploy.',
      '- Add customer: a company with its plan. Its first administrator gets a link by email, which works for 72 hours; "Invite administrator" sends another one while no one can sign in.',
      '- Open a company for its own page: plan, bill, unpaid invoices, connectors with trouble first, people without MFA, usage by day, notes and limits. Its tabs list people, connectors, usage, invoices, support requests and the audit log without values.',
      '- Add note: several notes, each with its author and time. Only operators see them.',
      '- The menu of the page changes the plan, exports data, writes to administrators, suspends and deletes.',
      '- Suspend: within 5 seconds no one at the company can sign in or continue. API keys are refused, runs are paused, and webhooks are held. Nothing is lost, and administrators get an email with the reason.',
      '- Reactivate: runs and webhooks continue where they stopped.',
      '- Look into: for 30 minutes you also see the alerts of its connectors and the error codes of their last runs. You enter a reason, which its administrators get by email. Each view is in its audit log.',
      '- Edit limits: override the plan limits for connectors, members, delivered records per month and API calls per minute. You enter a reason, which is recorded.',
      '- Invoices: while one is unpaid, you see the invoices of the company. Use Settle to record a payment made outside of Datacrane.',
      '- Export: one file with everything that the company has built and recorded, without passwords, keys and other secrets. You enter a reason, which its administrators get by email.',
      '- Delete: confirmed by the name of the company. It is suspended immediately, and its administrators get an email with the day. After 30 days, and not before the invoice of this month, everything of it is removed for good. Until then "Keep company" cancels it. Its invoices are kept as the law asks, without cards and names of connectors.',
      '- Change all found: one action (suspend, reactivate, change plan, offer a published connector) on every company that the filter finds. First you see how many would change, and why the others stay. Then you see the progress, and can retry failed ones. It continues only while the page is open.',
      'Payloads and configurations of a company are not shown on these pages, and secrets never.',
    ],
    related: ['admin'],
  },
  {
    id: 'enterprise-library',
    title: 'Enterprise Library',
    words: 'shared templates companies',
    href: '/admin/enterprise-library',
    text: [
      'For the operator: every published connector, which companies it is offered to, its versions, and how many connectors were started from it.',
      '- Open one to see what each version changes, and which companies use it.',
      '- Change audience: all companies, companies that you name, or none. Connectors that were started from it stay as they are.',
      'A new version changes no connector by default. The company sees what would change under Your Marketplace, and accepts the update or keeps its version. Its own changes stay. Connectors from a withdrawn template keep running.',
    ],
    related: ['connector-library', 'admin'],
  },
  {
    id: 'outbox',
    title: 'Outbox',
    words: 'emails messages sent kept',
    href: '/outbox',
    text: [
      'For the operator: every message to people, whether it was sent, and why not. Without a mail server messages stay here.',
    ],
    related: ['support-requests'],
  },
  {
    id: 'support-requests',
    title: 'Support Requests',
    words: 'tickets answer operator',
    href: '/support-requests',
    text: [
      'For the operator: support requests with attachments and answers. You answer and close them here.',
      '- What people look for: searches and questions that found nothing, counted without the question and the person.',
    ],
    related: ['help-center', 'outbox'],
  },
  {
    id: 'inspector',
    title: 'Inspector',
    words: 'state machines debug',
    href: '/inspector',
    text: ['For the operator: the state machines of the console as they run.'],
    related: ['kit'],
  },
  {
    id: 'kit',
    title: 'Kit',
    words: 'components design',
    href: '/kit',
    text: ['For the operator: the parts that every page is made of.'],
    related: ['inspector'],
  },
  {
    id: 'sign-in',
    title: 'Sign in',
    words: 'login log in password wrong single sign-on sso',
    text: [
      'Sign in with email and password, or with the provider of your company. After many wrong passwords the wait before the next attempt grows.',
    ],
    related: ['auth-invalid-credentials', 'forgot-password', 'mfa-verify'],
  },
  {
    id: 'mfa-verify',
    title: 'Enter the code of your second factor',
    words: 'two factor verification sms authenticator did not arrive',
    text: [
      'Enter the code of 6 digits from your app, text message or email. Send it again if it does not arrive. A recovery code works as well.',
    ],
    related: ['auth-mfa-invalid', 'setting-recovery-codes'],
  },
  {
    id: 'sign-up',
    title: 'Sign up',
    words: 'register new company account plan',
    text: ['Sign up with your name, company and plan. The email that follows holds a link that confirms the account.'],
    related: ['confirm-account', 'registration-closed'],
  },
  {
    id: 'confirm-account',
    title: 'Confirm your account',
    words: 'activation link mail never came activate confirmation email',
    text: [
      'The link is in the email that you got after signing up. Check the spam folder too.',
      'Lost it? Try to sign in, and choose "Send the confirmation email again".',
    ],
    related: ['auth-not-confirmed', 'confirmation-dead', 'forgot-password'],
  },
  {
    id: 'forgot-password',
    title: 'Set a new password',
    words: 'forgot forgotten reset lost',
    text: [
      '"Forgot password?" on the sign-in page sends a link to your email. It works once and for a short time. Setting a new password signs you out everywhere.',
    ],
    related: ['password-reset-dead', 'password-weak', 'setting-password'],
  },
])
