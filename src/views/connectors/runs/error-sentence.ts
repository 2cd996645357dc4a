import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import { remoteMessage } from '#contract/kit/reason/remote-reason.ts'
import { textWithTimes } from '../../kit/text/TextWithTimestamps.tsx'

/** Why a record failed, in one line: our sentence, and the words of the destination. Empty where nothing went wrong. */
export function errorSentence({ error }: Pick<Transaction, 'error'>): string {
  if (error === null) return ''
  const remote = error.answer === undefined ? null : remoteMessage(error.answer.body)
  const own = textWithTimes(error.message)
  return remote === null || error.message.includes(remote) ? own : `${own} “${remote}”`
}
