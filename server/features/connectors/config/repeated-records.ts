/** What a schedule that reads everything each time comes to: how many records that were, and what their keys make of it. Pure. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { everythingAgain, sentSentences } from '#contract/connectors/config/config-sections.ts'
import { keysSentence } from '#contract/connectors/config/delivery-keys.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'

/** What was counted; null where nothing was. */
export type Counted = {
  /** Records of the last run that came to the end of its source. */
  readonly lastRead: number | null
  /** Sample records that the draft keeps. */
  readonly samples: number
}

const records = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'record' : 'records'}`

/** Only what was counted; of a list that nobody has read yet there is no number. */
function numberOf({ lastRead, samples }: Counted): string {
  if (lastRead !== null) return ` The last successful run read ${records(lastRead)}.`
  if (samples === 0) return ''
  return ` The total is unknown, because no run has read the whole source yet. The sample alone contains ${records(samples)}.`
}

/** The warning that everything is sent again, with its number behind what the console says before it asks. */
export const withNumbers = (warnings: readonly FieldProblem[], config: ConnectorConfig, counted: Counted): FieldProblem[] =>
  sentSentences(warnings, config).map((it) =>
    it.message === everythingAgain ? { ...it, message: `${it.message}.${keysSentence(config)}${numberOf(counted)}` } : it,
  )
