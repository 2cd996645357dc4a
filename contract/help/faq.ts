/** The FAQ, by group. Every figure is read from the constant that the product obeys. `worklist.md` H-3. */
import { wholeTeamMax } from '../account/team-limits.ts'
import { defaultPolicy, passwordMax } from '../auth/password.ts'
import { dryRunDefault } from '../builder/dry-run.ts'
import { productLimits as limits } from '../connectors/config/product-limits.ts'
import { codeDigits } from '../kit/one-time-code.ts'
import { apiKeyLimits, apiKeyRates } from '../settings/api-key-limits.ts'
import { cardsPerRow } from '../settings/company-limits.ts'
import { type FaqEntry, type FaqGroup, termsGroup } from './faq-terms.ts'
import { supportLimits } from './support-limits.ts'

const number = new Intl.NumberFormat('en').format

export const faqGroups: readonly FaqGroup[] = [
  {
    id: 'faq-connectors',
    title: 'Connectors',
    entries: [
      {
        id: 'faq-connectors-what',
        question: 'What is a connector?',
        answer: [
          'It reads records from a source and sends them to a destination. It can also add data from other systems. Start at [Integration Setup](/integration-setup).',
        ],
      },
      {
        id: 'faq-connectors-systems',
        question: 'Which systems can be connected?',
        words: 'supported postgres mysql azure blob rest http api csv nats jetstream stream queue broker',
        answer: [
          'HTTP APIs, PostgreSQL and MySQL databases, Azure Blob Storage and NATS JetStream streams, as source and destination. Webhooks can be a source too. The [Connector Library](/connector-library) has templates.',
        ],
      },
      {
        id: 'faq-connectors-live',
        question: 'Do changes apply immediately?',
        answer: [
          'No. Changes are saved as a draft. The live version keeps running until you deploy, and you can restore earlier versions.',
        ],
      },
    ],
  },
  {
    id: 'faq-mapping',
    title: 'Mapping',
    entries: [
      {
        id: 'faq-mapping-some',
        question: 'Can I send only some records?',
        words: 'filter condition only over under where greater',
        answer: [
          'Yes. In the Mapping step, select "Records" and add conditions. Records that don\'t meet your filter are counted, but not sent. To read fewer records, add a query parameter in the Source step.',
        ],
      },
      {
        id: 'faq-mapping-none',
        question: 'Do I need a mapping?',
        answer: ['No. Without a mapping, records pass through unchanged.'],
      },
      {
        id: 'faq-mapping-change',
        question: 'Can I change values on their way?',
        words: 'transform convert format',
        answer: [
          'Yes, with a transform: a default, upper or lower case, a date format or decimals. Or a table of values, part of a text, or a condition. You can save transforms and use them in other connectors. See [Transforms](/help-center/setting-transforms).',
        ],
      },
      {
        id: 'faq-mapping-other',
        question: 'Can I add data from another system to a record?',
        answer: [
          `Yes, with an enrichment. It requests data for each record before mapping. A connector can have up to ${limits.enrichments} enrichments.`,
        ],
      },
    ],
  },
  {
    id: 'faq-runs',
    title: 'Runs and replay',
    entries: [
      {
        id: 'faq-runs-twice',
        question: 'Can a record be delivered twice?',
        words: 'duplicate double',
        answer: [
          'Each delivery has a key. Destinations that support keys store each record once. For other destinations, we send each record once. If a response is lost, you decide whether to send the record again. You also choose what happens if a run is interrupted while sending. The run page shows how many records may have arrived twice.',
        ],
      },
      {
        id: 'faq-runs-retry',
        question: "What if the other system doesn't respond?",
        words: 'retry retries how many times tries again attempts request',
        answer: [
          `We retry errors such as 503 up to ${limits.retries} times, at most ${limits.retryCapSeconds} seconds apart. If no response arrives, the record may have been delivered. We send it again only if a repeat is safe. Failed records appear under Problems with the response.`,
        ],
      },
      {
        id: 'faq-runs-replay',
        question: 'How do I send failed records again?',
        words: 'retry resend reprocess',
        answer: [
          "Select Replay on the connector's Problems tab or in its Integration Studio. You'll see a plan first. It shows what would be sent, and what is left out because a later version arrived.",
        ],
      },
      {
        id: 'faq-runs-test',
        question: 'Can I test a connector without sending records?',
        answer: [
          `Yes. The dry run in the Review step reads up to ${dryRunDefault} real records. It shows what would be sent. Nothing goes to the destination.`,
        ],
      },
    ],
  },
  {
    id: 'faq-billing',
    title: 'Billing',
    entries: [
      {
        id: 'faq-billing-counted',
        question: 'What is counted?',
        answer: [
          "Delivered records. Failed and left-out records are shown separately. [Account, Info](/account) shows your company's usage this month.",
        ],
      },
      {
        id: 'faq-billing-plan',
        question: 'What does our plan include?',
        words: 'subscription quota',
        answer: ['See your plan limits and usage under [Account, Info](/account): connectors, schedules and members.'],
      },
    ],
  },
  {
    id: 'faq-security',
    title: 'Security',
    entries: [
      {
        id: 'faq-security-secrets',
        question: 'Who can read our passwords and tokens?',
        words: 'credentials secrets visible encrypted',
        answer: [
          'No one. They are stored encrypted and never shown again. Exports and support requests leave them out. You only see the last characters to recognize them.',
        ],
      },
      {
        id: 'faq-security-password',
        question: 'What must a password be?',
        answer: [
          `${defaultPolicy.minLength} to ${passwordMax} characters, with upper and lower case letters, numbers and special characters. Common passwords are rejected. An administrator can set other rules for your company.`,
        ],
      },
      {
        id: 'faq-security-mfa',
        question: 'Can I sign in with a second factor?',
        answer: [
          `Yes, with an ${codeDigits}-digit code from an authenticator app, text message or email. Enable it under [Security & MFA](/account?tab=mfa).`,
        ],
      },
      {
        id: 'faq-security-keys',
        question: 'How do our programs sign in?',
        words: 'api key token script',
        answer: [
          `With an API key of your company. By default, you can make ${number(apiKeyRates.requestsPerMinute)} calls a minute, ${number(apiKeyRates.requestsPerHour)} an hour, ${number(apiKeyRates.requestsPerDay)} a day. You can set other limits. When you replace a key, the earlier one works for another ${apiKeyLimits.overlapHours} hours. Administrators manage keys under [API Keys](/system-settings?tab=api-keys).`,
        ],
      },
    ],
  },
  termsGroup,
  {
    id: 'faq-limits',
    title: 'Limits',
    entries: [
      {
        id: 'faq-limits-run',
        question: 'How much can a run read?',
        words: 'maximum pages rows size',
        answer: [`Up to ${number(limits.pagesMax)} pages and ${number(limits.recordsMax)} records. The next run reads the rest.`],
      },
      {
        id: 'faq-limits-size',
        question: 'How large can responses and records be?',
        words: 'megabytes maximum size big large file',
        answer: [
          `A source response can have up to ${limits.answerMegabytes} MB and ${limits.answerLevels} levels. A record can have up to ${limits.recordMegabytes} MB.`,
        ],
      },
      {
        id: 'faq-limits-company',
        question: 'How many people and API keys can we have?',
        answer: [
          `Up to ${number(apiKeyLimits.perCompany)} API keys. The member list shows up to ${number(wholeTeamMax)} people, and more in pages.`,
        ],
      },
      {
        id: 'faq-limits-dashboard',
        question: 'Can the dashboard show more cards in a row?',
        answer: [
          `Yes: ${cardsPerRow.join(', ').replace(/, (\d)$/, ' or $1')}. Administrators choose it under [Company Settings](/system-settings?tab=company).`,
        ],
      },
      {
        id: 'faq-limits-support',
        question: 'How often can I contact support?',
        answer: [
          `${supportLimits.perDay} requests per person and day, with up to ${number(supportLimits.textMax)} characters each.`,
        ],
      },
    ],
  },
]

export const faqEntries: readonly FaqEntry[] = faqGroups.flatMap(({ entries }) => entries)

/** Those that stand in the Help Center. */
export const firstQuestions = ['faq-runs-replay', 'faq-security-secrets', 'faq-connectors-live'] as const
