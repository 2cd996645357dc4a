/** Questions about the terms of the console. */
import { failingErrorRate } from '../connectors/details/health.ts'

export type FaqEntry = {
  /** Its anchor on the page; it stays when the words change. */
  readonly id: string
  readonly question: string
  readonly answer: readonly string[]
  readonly words?: string
}
export type FaqGroup = { readonly id: string; readonly title: string; readonly entries: readonly FaqEntry[] }

export const termsGroup: FaqGroup = {
  id: 'faq-terms',
  title: 'Console terms',
  entries: [
    {
      id: 'faq-terms-record',
      question: 'What is a record, a run and a transaction?',
      words: 'meaning item row word term',
      answer: [
        "A record is one item that a connector reads, such as one order. A run reads records and sends them. A transaction is one record's path through a run, with its result.",
      ],
    },
    {
      id: 'faq-terms-health',
      question: 'What do Healthy, Degraded and Failing mean?',
      words: 'meaning colour red yellow green mean degraded',
      answer: [
        `Healthy: nothing failed recently. Degraded: something failed, but under ${failingErrorRate} % of records or calls. Failing: ${failingErrorRate} % or more failed. You can see the reason on the [dashboard](/dashboard).`,
      ],
    },
    {
      id: 'faq-terms-held',
      question: 'Why are events or runs on hold?',
      words: 'waiting kept says held',
      answer: [
        "Webhook events wait while the connector is not active, and continue when you resume it. Runs wait while a plan limit or the connector's budget is used up.",
      ],
    },
    {
      id: 'faq-terms-theme',
      question: 'Where is the dark theme?',
      words: 'switch dark light mode night colours',
      answer: ['Open the menu with your initials at the top right, then choose Light, Dark or System.'],
    },
  ],
}
