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
  title: 'Terms of the console',
  entries: [
    {
      id: 'faq-terms-record',
      question: 'What is a record, a run and a transaction?',
      words: 'meaning item row word term',
      answer: [
        'A record is one item that is read, such as one order. A run reads records and sends them. A transaction is the way of one record through a run, with its result.',
      ],
    },
    {
      id: 'faq-terms-health',
      question: 'What do Healthy, Degraded and Failing mean?',
      words: 'meaning colour red yellow green mean degraded',
      answer: [
        `Healthy: nothing failed lately. Degraded: something failed, but under ${failingErrorRate} % of the records or calls. Failing: ${failingErrorRate} % or more failed. The reason stands beside it on the [dashboard](/dashboard).`,
      ],
    },
    {
      id: 'faq-terms-held',
      question: 'What does it mean that events or runs are held?',
      words: 'waiting kept says held',
      answer: [
        'Events that a webhook brought while the connector was not active are kept, and go through when it is resumed. Runs are held while a limit of the plan or the budget of the connector is used up.',
      ],
    },
    {
      id: 'faq-terms-theme',
      question: 'Where is the dark theme?',
      words: 'switch dark light mode night colours',
      answer: ['In the menu behind your initials at the top right: Light, Dark or System.'],
    },
  ],
}
