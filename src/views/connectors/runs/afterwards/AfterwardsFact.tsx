import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import { errorSentence } from '../error-sentence.ts'
import { transactionMessages } from '../transaction.messages.ts'

/** What became of the request after the delivery of a record, for a list of facts; nothing where none was needed. */
export function AfterwardsFact({ of: { afterwards } }: { readonly of: Pick<Transaction, 'afterwards'> }) {
  if (afterwards === undefined) return null
  const { status, error } = afterwards
  const word = transactionMessages.afterwards[status]
  return (
    <>
      <dt>{transactionMessages.facts.afterwards}</dt>
      <dd>{error === null ? word : `${word}. ${errorSentence({ error })}`}</dd>
    </>
  )
}
