import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import { duration } from '../../kit/format/spans.ts'
import type { Column } from '../../kit/layout/Table.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { RecordLabel, recordLabel } from '../../kit/text/RecordLabel.tsx'
import { RemoteId } from '../../kit/text/RemoteId.tsx'
import { ShortId, shortId } from '../../kit/text/ShortId.tsx'
import { errorSentence } from './error-sentence.ts'
import { dotOfTransaction, pillOfTransaction } from './run-status.ts'
import { transactionMessages } from './transaction.messages.ts'

const { columns: heads } = transactionMessages

/** Why a record failed, or what became of the request after its delivery where that was not done. */
function wentWrong({ error, afterwards }: Transaction): string {
  if (error !== null || afterwards === undefined || afterwards.status === 'done') return errorSentence({ error })
  const word = transactionMessages.afterwards[afterwards.status]
  return afterwards.error === null ? word : `${word}. ${errorSentence(afterwards)}`
}

/** Of one record's way through a connector. */
export const transactionColumns: readonly Column<Transaction>[] = [
  {
    id: 'record',
    title: heads.record,
    width: 'minmax(8rem, 1.4fr)',
    text: recordLabel,
    draw: (transaction) => (
      <>
        <RecordLabel of={transaction} />
        <RemoteId of={transaction} />
      </>
    ),
  },
  {
    id: 'status',
    title: heads.status,
    width: 'minmax(10rem, 1fr)',
    text: (transaction) => pillOfTransaction(transaction).word,
    draw: (transaction) => <StatusDot look={dotOfTransaction(transaction)}>{pillOfTransaction(transaction).word}</StatusDot>,
  },
  { id: 'error', onPhone: 'plain', title: heads.error, width: 'minmax(10rem, 2.4fr)', text: wentWrong, draw: wentWrong },
  {
    id: 'outcome',
    title: heads.outcome,
    onPhone: 'fact',
    width: 'minmax(8rem, 1.2fr)',
    text: ({ endDate }) => endDate,
    draw: ({ endDate }) => (endDate === null ? transactionMessages.facts.notYet : <Moment at={endDate} />),
  },
  {
    id: 'mapping',
    title: heads.mapping,
    width: 'minmax(5rem, 0.8fr)',
    isNumeric: true,
    text: ({ mappingDuration }) => mappingDuration,
    draw: ({ mappingDuration }) => duration(mappingDuration),
  },
  {
    id: 'sending',
    title: heads.sending,
    width: 'minmax(5rem, 0.8fr)',
    isNumeric: true,
    text: ({ sendingDuration }) => sendingDuration,
    draw: ({ sendingDuration }) => duration(sendingDuration),
  },
  {
    id: 'attempts',
    title: heads.attempts,
    width: 'minmax(4rem, 0.6fr)',
    isNumeric: true,
    text: ({ attempts }) => attempts,
    draw: ({ attempts }) => number(attempts),
  },
  {
    id: 'id',
    title: heads.id,
    width: 'minmax(7rem, 1fr)',
    text: ({ transactionId }) => transactionId,
    draw: ({ transactionId }) => <ShortId id={transactionId} of="transaction" />,
  },
  // The end of a transaction's id counts within its run only.
  {
    id: 'run',
    title: heads.run,
    width: 'minmax(6rem, 0.8fr)',
    text: ({ runId }) => runId,
    draw: ({ runId }) => <code title={runId}>{shortId(runId)}</code>,
  },
]

const [record, ...others] = transactionColumns

/** The same of a connector with several destinations. */
export const columnsWithDestination: readonly Column<Transaction>[] = [
  ...(record === undefined ? [] : [record]),
  {
    id: 'destination',
    title: heads.destination,
    onPhone: 'fact',
    width: 'minmax(7rem, 1fr)',
    text: ({ destination }) => destination?.name ?? null,
    draw: ({ destination }) => destination?.name ?? transactionMessages.noDestination,
  },
  ...others,
]
