import { type ReactNode, useMemo } from 'react'

import { type Invoice, invoicesPerPage } from '#contract/billing/invoices.ts'
import { majorOf } from '#contract/kit/money/minor-units.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { allInvoicesMachine, creditMachine, settlementMachine, taxMachine } from '../../../services/billing/operator.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { NumberedPager } from '../../kit/controls/NumberedPager.tsx'
import { SearchBox } from '../../kit/controls/search-box.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { Stack } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { InvoiceMount } from '../invoice/InvoiceMount.tsx'
import { OperatorTable } from './OperatorTable.tsx'
import { operatorMessages as messages } from './operator.messages.ts'
import { CreditDialog, SettlementDialog, TaxDialog } from './operator-dialogs.tsx'

/** Invoices of all companies: the operator records payments and issues credit notes. Search and page stand in the address. */
export function OperatorSection() {
  const { read, page, move } = usePlace()
  const search = read('search') ?? ''
  return (
    <Stack>
      <SearchBox
        type="search"
        aria-label={messages.search}
        placeholder={messages.search}
        value={search}
        onChange={({ target }) => move({ search: target.value, page: null }, true)}
      />
      <OperatorInvoices
        key={JSON.stringify([search, page])}
        search={search}
        page={page}
        onPage={(it) => move({ page: String(it) })}
      />
    </Stack>
  )
}

type ListedProps = {
  readonly search?: string
  /** Only of this company; without it of all. */
  readonly companyId?: string
  /** What is shown where there are none. */
  readonly empty?: ReactNode
  /** An invoice was settled or credited. */
  readonly onChanged?: () => void
  readonly page: number
  readonly onPage: (page: number) => void
}

const noInvoices = (
  <EmptyState title={messages.none}>
    <p>{messages.noneWhy}</p>
  </EmptyState>
)

/** A page of invoices with what the operator does with each. */
export function OperatorInvoices({ search, companyId, page, empty = noInvoices, onChanged, onPage }: ListedProps) {
  const access = useAccess()
  const { read, move } = usePlace()
  const opened = read('invoice')
  const actor = useMachine(() => allInvoicesMachine(access), [access], { query: { search, companyId, page } })
  const [settlement, credit, tax] = useMemo(() => {
    const done = (message: string) => () => {
      toast(message)
      actor.send({ type: 'user.refreshed' })
      onChanged?.()
    }
    return [
      settlementMachine(access, done(messages.settled)),
      creditMachine(access, done(messages.credited)),
      taxMachine(access, done(messages.taxSet)),
    ] as const
  }, [access, actor, onChanged])
  const settling = useMachine(() => settlement, [settlement])
  const taxing = useMachine(() => tax, [tax])
  const crediting = useMachine(() => credit, [credit])
  return (
    <>
      <ListFrame<Invoice> actor={actor} name={messages.name} empty={empty} isBare>
        {({ items, total }) => (
          <>
            <OperatorTable
              invoices={items}
              onOpen={({ id }) => move({ invoice: id })}
              onSettle={({ id }) => settling.send({ type: 'user.planned', action: { kind: 'settle', id } })}
              onTax={({ id, tax }) =>
                taxing.send({
                  type: 'user.opened',
                  entry: { id, name: tax?.name ?? '', rate: tax?.rate ? majorOf(tax.rate) : '' },
                })
              }
              onCredit={({ id }) => crediting.send({ type: 'user.opened', entry: { id, amount: '', reason: '' } })}
            />
            <NumberedPager name={messages.name} page={page} pageSize={invoicesPerPage} total={total} onPage={onPage} />
            <SettlementDialog actor={settling} invoices={items} />
            <TaxDialog actor={taxing} invoices={items} />
            <CreditDialog actor={crediting} invoices={items} />
          </>
        )}
      </ListFrame>
      {opened === null ? null : <InvoiceMount key={opened} id={opened} onClose={() => move({ invoice: null })} />}
    </>
  )
}
