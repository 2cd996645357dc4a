import type { ReactNode } from 'react'

import type { InvestigatedRow } from '#contract/studio/investigation.ts'
import type { Found, InvestigatorActor } from '#src/machines/studio/investigator/investigator.machine.ts'
import type { InvestigatorQuery } from '#src/machines/studio/investigator/investigator-place.ts'
import { transactionMessages } from '../../connectors/runs/transaction.messages.ts'
import { FilterChips } from '../../kit/controls/FilterChips.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { SideSheet } from '../../kit/feedback/SideSheet.tsx'
import { recordLabel } from '../../kit/text/RecordLabel.tsx'
import { FoundFrame } from './FoundFrame.tsx'
import { FoundPager } from './FoundPager.tsx'
import { FoundTable } from './FoundTable.tsx'
import { investigatorMessages as messages } from './investigator.messages.ts'

type InvestigatorProps = {
  readonly actor: InvestigatorActor
  readonly query: InvestigatorQuery
  readonly onQuery: (change: Partial<InvestigatorQuery>) => void
  /** Chooses the destination, where there are several. */
  readonly destinations?: ReactNode
  /** The card of a transaction. */
  readonly drawCard: (transactionId: string, recordKey: string) => ReactNode
  /** What chooses a transaction for the file. */
  readonly drawChoice: (row: InvestigatedRow) => ReactNode
  /** Takes along what is found. */
  readonly file: ReactNode
  /** Where nothing was found: which time was searched, and longer ones. */
  readonly wider?: ReactNode
}

type Status = Exclude<keyof typeof transactionMessages.filters, 'followUp'>
const statuses = (['all', 'success', 'failure', 'pending', 'skipped', 'left-out'] satisfies Status[]).map((value) => ({
  value,
  name: transactionMessages.filters[value],
  count: null,
}))

/** Only letters and digits are words. */
const isWordless = (search: string) => search.trim() !== '' && !/[\p{L}\p{N}]/u.test(search)

function whyNone(search: string, isNarrowed: boolean): string {
  if (isWordless(search)) return messages.noWord
  return search === '' && !isNarrowed ? messages.noneEver : messages.noneFits
}

/** What is found among the transactions of a connector: one page at a time, each row with its payload. */
export function Investigator({
  actor,
  query,
  onQuery,
  destinations,
  drawCard,
  drawChoice,
  file,
  wider = null,
}: InvestigatorProps) {
  const { status, destination, order, search, open } = query
  return (
    <FoundFrame
      actor={actor}
      order={order}
      filters={
        <>
          <FilterChips
            label={transactionMessages.filter}
            options={statuses}
            value={status ?? 'all'}
            onChoose={(it) => onQuery({ status: it === 'all' ? null : it })}
          />
          {destinations}
        </>
      }
      tools={file}
    >
      {(found) => (
        <>
          {open === null ? null : <Sheet {...{ found, open, onQuery, drawCard }} />}
          {found.total === 0 ? (
            <EmptyState title={messages.none}>
              {whyNone(search, status !== null || destination !== null)}
              {search === '' ? null : <p>{messages.searchHint}</p>}
              {isWordless(search) ? null : wider}
            </EmptyState>
          ) : (
            <>
              <FoundTable {...{ found, query, onQuery, drawChoice }} />
              <FoundPager
                found={found}
                query={query}
                onPage={(page) => onQuery({ page })}
                onPageSize={(it) => onQuery({ pageSize: it })}
              />
            </>
          )}
        </>
      )}
    </FoundFrame>
  )
}

type SheetProps = Pick<InvestigatorProps, 'onQuery' | 'drawCard'> & { readonly found: Found; readonly open: string }

/** One transaction beside the list; it goes through those of the page. One that is on no row is named by its id. */
function Sheet({ found: { transactions }, open, onQuery, drawCard }: SheetProps) {
  const at = transactions.findIndex(({ transactionId }) => transactionId === open)
  const row = transactions[at]
  const recordKey = row?.recordKey ?? open
  const to = (row: InvestigatedRow | undefined) =>
    at < 0 || row === undefined ? undefined : () => onQuery({ open: row.transactionId })
  return (
    <SideSheet
      title={row === undefined ? open : recordLabel(row)}
      onClose={() => onQuery({ open: null })}
      onPrevious={to(transactions[at - 1])}
      onNext={to(transactions[at + 1])}
    >
      {drawCard(open, recordKey)}
    </SideSheet>
  )
}
