import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { SideSheet } from '../../kit/feedback/SideSheet.tsx'
import { recordLabel } from '../../kit/text/RecordLabel.tsx'
import { problemLinks } from '../problems/problem-links.ts'
import { AfterwardsRetryMount } from './afterwards/AfterwardsRetryMount.tsx'
import { TransactionFacts } from './TransactionFacts.tsx'
import { transactionMessages as messages } from './transaction.messages.ts'

type TransactionSheetProps = {
  /** As they are listed: the sheet goes through them. */
  readonly items: readonly Transaction[]
  /** Null or one that is not listed: nothing is open. */
  readonly openId: string | null
  readonly onOpen: (transactionId: string | null) => void
}

/** One of the listed transactions beside its list. */
export function TransactionSheet({ items, openId, onOpen }: TransactionSheetProps) {
  const at = items.findIndex(({ transactionId }) => transactionId === openId)
  const open = items[at]
  if (open === undefined) return null
  const to = (id: string | undefined) => (id === undefined ? undefined : () => onOpen(id))
  return (
    <SideSheet
      title={messages.record(recordLabel(open))}
      onClose={() => onOpen(null)}
      onPrevious={to(items[at - 1]?.transactionId)}
      onNext={to(items[at + 1]?.transactionId)}
      footer={footerOf(open)}
    >
      <TransactionFacts transaction={open} />
    </SideSheet>
  )
}

function footerOf(transaction: Transaction) {
  if (transaction.status === 'failure') return <Retries transaction={transaction} />
  const { afterwards } = transaction
  return afterwards?.status === 'failed' || afterwards?.status === 'unknown' ? (
    <AfterwardsRetryMount key={transaction.transactionId} transaction={transaction} />
  ) : undefined
}

/** Each begins with a plan: nothing is sent before a person presses Send there. */
function Retries({ transaction: { connectorId, transactionId } }: { readonly transaction: Transaction }) {
  const links = problemLinks(connectorId)
  return (
    <>
      <LinkButton $isQuiet href={links.retryChosen([transactionId])}>
        {messages.retry}
      </LinkButton>
      <LinkButton href={links.edit(transactionId)}>{messages.edit}</LinkButton>
    </>
  )
}
