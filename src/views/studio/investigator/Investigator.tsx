import type { ReactNode } from 'react'

import { type InvestigatedRow, investigationPageSizes } from '#contract/studio/investigation.ts'
import type { InvestigatorActor } from '#src/machines/studio/investigator/investigator.machine.ts'
import type { InvestigatorQuery } from '#src/machines/studio/investigator/investigator-place.ts'
import { transactionMessages } from '../../connectors/runs/transaction.messages.ts'
import { Select } from '../../kit/controls/Select.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { FoundFrame } from './FoundFrame.tsx'
import { FoundPager } from './FoundPager.tsx'
import { FoundTable } from './FoundTable.tsx'
import { investigatorMessages as messages } from './investigator.messages.ts'

type InvestigatorProps = {
  readonly actor: InvestigatorActor
  readonly query: InvestigatorQuery
  readonly onQuery: (change: Partial<InvestigatorQuery>) => void
  /** The card of a transaction. */
  readonly drawCard: (transactionId: string, recordKey: string) => ReactNode
  /** What chooses a transaction for the file. */
  readonly drawChoice: (row: InvestigatedRow) => ReactNode
  /** Takes along what is found. */
  readonly file: ReactNode
  /** Where nothing was found: which time was searched, and longer ones. */
  readonly wider?: ReactNode
}

const { filters } = transactionMessages
const sizes = Object.fromEntries(investigationPageSizes.map((size) => [String(size), String(size)])) as Record<
  `${InvestigatorQuery['pageSize']}`,
  string
>

/** Only letters and digits are words. */
const isWordless = (search: string) => search.trim() !== '' && !/[\p{L}\p{N}]/u.test(search)

function whyNone(search: string, isNarrowed: boolean): string {
  if (isWordless(search)) return messages.noWord
  return search === '' && !isNarrowed ? messages.noneEver : messages.noneFits
}

/** What is found among the transactions of a connector: one page at a time, each row with its payload. */
export function Investigator({ actor, query, onQuery, drawCard, drawChoice, file, wider = null }: InvestigatorProps) {
  const { status, pageSize, order, search, open } = query
  return (
    <FoundFrame
      actor={actor}
      order={order}
      tools={
        <>
          <Select
            label={transactionMessages.filter}
            options={filters}
            value={status ?? 'all'}
            onChoose={(it) => onQuery({ status: it === 'all' ? null : it })}
          />
          <Select
            label={messages.pageSize}
            options={sizes}
            value={`${pageSize}`}
            onChoose={(it) => onQuery({ pageSize: investigationPageSizes.find((size) => String(size) === it) ?? pageSize })}
          />
          {file}
        </>
      }
    >
      {(found) => (
        <>
          {open === null || found.transactions.some(({ transactionId }) => transactionId === open) ? null : drawCard(open, open)}
          {found.total === 0 ? (
            <EmptyState title={messages.none}>
              {whyNone(search, status !== null)}
              {isWordless(search) ? null : wider}
            </EmptyState>
          ) : (
            <>
              <FoundTable {...{ found, query, onQuery, drawChoice, drawCard }} />
              <FoundPager found={found} query={query} onPage={(page) => onQuery({ page })} />
            </>
          )}
        </>
      )}
    </FoundFrame>
  )
}
