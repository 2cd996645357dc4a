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
          'It reads records from a source, adds values from other systems if you like, and sends them to a destination. Start at [Integration Setup](/integration-setup).',
        ],
      },
      {
        id: 'faq-connectors-systems',
        question: 'Which systems can be connected?',
        words: 'supported postgres mysql azure blob rest http api csv',
        answer: [
          'HTTP APIs, PostgreSQL and MySQL databases, and Azure Blob Storage, each as a source and as a destination. A webhook can be a source too. The [Connector Library](/connector-library) has ready-made connectors.',
        ],
      },
      {
        id: 'faq-connectors-live',
        question: 'Does a change take effect immediately?',
        answer: [
          'No. A change is saved as a draft. The live version keeps running until you press Deploy, and you can go back to an earlier version.',
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
        question: 'Can only some records be sent?',
        words: 'filter condition only over under where greater',
        answer: [
          'There is no filter between source and destination. Ask the source for fewer: most APIs take a condition as a query parameter, which you set in the Source step.',
        ],
      },
      {
        id: 'faq-mapping-none',
        question: 'Do I need a mapping?',
        answer: ['No. Without a mapping, every record passes through unchanged.'],
      },
      {
        id: 'faq-mapping-change',
        question: 'Can a value be changed on its way?',
        words: 'transform convert format',
        answer: [
          'Yes, with a rule: a default, upper or lower case, a date format or decimals. Or a table of values, part of a text, or a condition. You can save a rule and use it in other connectors. See [Rules that change values](/help-center/setting-transforms).',
        ],
      },
      {
        id: 'faq-mapping-other',
        question: 'Can a record be enriched with data from another system?',
        answer: [
          `Yes, by an enrichment: it looks something up for each record before the mapping. A connector has at most ${limits.enrichments} of them.`,
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
          'Each delivery carries a key. A destination that honours it stores each record once. Other destinations receive each record once. If a response is lost, you decide whether to send the record again. If a run is interrupted while sending, you choose whether the record is sent again. The run page shows how many records may have arrived twice.',
        ],
      },
      {
        id: 'faq-runs-retry',
        question: 'What happens when the other system does not answer?',
        words: 'retry retries how many times tries again attempts request',
        answer: [
          `An error such as 503 is retried up to ${limits.retries} times. The pauses grow to ${limits.retryCapSeconds} seconds. If no response arrives, the record may have been delivered. It is sent again only if a repeat has no second effect. Failed records are listed under Problems with the response.`,
        ],
      },
      {
        id: 'faq-runs-replay',
        question: 'How are failed records sent again?',
        words: 'retry resend reprocess',
        answer: [
          'With Replay in the tab Problems of the connector, or in its Integration Studio. A replay shows its plan first: what would be sent, and what is left out because a later version of the record has arrived.',
        ],
      },
      {
        id: 'faq-runs-test',
        question: 'Can I try a connector without sending anything?',
        answer: [
          `Yes. The dry run in the step Review reads up to ${dryRunDefault} real records and shows what would be sent. Nothing goes to the destination.`,
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
          'Records that were delivered. Records that failed or were left out are shown beside them. [Account, Info](/account) shows the figures of your company for this month.',
        ],
      },
      {
        id: 'faq-billing-plan',
        question: 'What does our plan include?',
        words: 'subscription quota',
        answer: [
          'You see the limits of your plan next to your usage under [Account, Info](/account): connectors, schedules and members.',
        ],
      },
    ],
  },
  {
    id: 'faq-security',
    title: 'Security',
    entries: [
      {
        id: 'faq-security-secrets',
        question: 'Who can read the passwords and tokens of our systems?',
        words: 'credentials secrets visible encrypted',
        answer: [
          'No one. They are stored encrypted, never shown again, and left out of exports and support requests. Only the last characters are shown, so that you recognise them.',
        ],
      },
      {
        id: 'faq-security-password',
        question: 'What must a password be?',
        answer: [
          `At least ${defaultPolicy.minLength} and at most ${passwordMax} characters. Use upper and lower case letters, numbers and special characters. Common passwords are refused. An administrator can set other rules for your company.`,
        ],
      },
      {
        id: 'faq-security-mfa',
        question: 'Is there a second factor for signing in?',
        answer: [
          `Yes: a code of ${codeDigits} digits from an authenticator app, by text message or by email. Enable it under [Security & MFA](/account?tab=mfa).`,
        ],
      },
      {
        id: 'faq-security-keys',
        question: 'How do our programs sign in?',
        words: 'api key token script',
        answer: [
          `With an API key of your company. By default, a key can make ${number(apiKeyRates.requestsPerMinute)} calls a minute, ${number(apiKeyRates.requestsPerHour)} an hour and ${number(apiKeyRates.requestsPerDay)} a day. You can set other limits. When you replace a key, the earlier value works for another ${apiKeyLimits.overlapHours} hours. Administrators find them under [API Keys](/system-settings?tab=api-keys).`,
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
        question: 'How much can one run read?',
        words: 'maximum pages rows size',
        answer: [`Up to ${number(limits.pagesMax)} pages and ${number(limits.recordsMax)} records. The next run reads the rest.`],
      },
      {
        id: 'faq-limits-size',
        question: 'How large can a response and a record be?',
        words: 'megabytes maximum size big large file',
        answer: [
          `A response of a source can have up to ${limits.answerMegabytes} MB and ${limits.answerLevels} levels; one record up to ${limits.recordMegabytes} MB.`,
        ],
      },
      {
        id: 'faq-limits-company',
        question: 'How many people and API keys can we have?',
        answer: [
          `${number(apiKeyLimits.perCompany)} API keys. The list of members is shown as a whole up to ${number(wholeTeamMax)} people, and page by page above.`,
        ],
      },
      {
        id: 'faq-limits-dashboard',
        question: 'Can the dashboard show more cards in a row?',
        answer: [
          `Yes: ${cardsPerRow.join(', ').replace(/, (\d)$/, ' or $1')}. An administrator chooses it under [Company Settings](/system-settings?tab=company).`,
        ],
      },
      {
        id: 'faq-limits-support',
        question: 'How often can I write to support?',
        answer: [
          `${supportLimits.perDay} requests a day and person, each with up to ${number(supportLimits.textMax)} characters.`,
        ],
      },
    ],
  },
]

export const faqEntries: readonly FaqEntry[] = faqGroups.flatMap(({ entries }) => entries)

/** Those that stand in the Help Center. */
export const firstQuestions = ['faq-runs-replay', 'faq-security-secrets', 'faq-connectors-live'] as const
