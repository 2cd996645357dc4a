import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { countryName } from '#contract/billing/countries.ts'
import { type Invoice, invoiceStatusTypes, invoicesPerPage, timespans } from '#contract/billing/invoices.ts'
import type { PaymentMethods } from '#contract/billing/payment-methods.ts'
import type { PlanState } from '#contract/billing/plan.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import {
  invoiceArchiveFor,
  invoiceFileFor,
  invoiceListMachine,
  invoiceTableFor,
} from '../../../services/billing/invoices.actors.ts'
import { invoicePaymentFor, methodListMachine, noMethodsMachine } from '../../../services/billing/payments.actors.ts'
import { planMachine } from '../../../services/billing/plan.actors.ts'
import { InvoiceMount } from '../../billing/invoice/InvoiceMount.tsx'
import { invoiceMessages } from '../../billing/invoice/invoice.messages.ts'
import { PaymentDialog } from '../../billing/payments/PaymentDialog.tsx'
import { paymentMessages } from '../../billing/payments/payments.messages.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { NumberedPager } from '../../kit/controls/NumberedPager.tsx'
import { SearchBox } from '../../kit/controls/search-box.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { money } from '../../kit/format/money.ts'
import { dayOf } from '../../kit/format/times.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { ToolbarSelect } from '../../kit/layout/ToolbarSelect.tsx'
import { CsvButton } from '../../kit/table/CsvButton.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { accountMessages } from '../account.messages.ts'
import type { AccountTabProps } from '../account-tab.ts'
import { ArchiveNote } from './ArchiveNote.tsx'
import { FailedSection } from './FailedSection.tsx'
import { InvoiceTable } from './InvoiceTable.tsx'
import { invoicesMessages as messages } from './invoices.messages.ts'

/** Invoices as rows of a file. Amounts are numbers in the major unit. */
const invoiceRows = (invoices: readonly Invoice[]): (string | number)[][] => [
  messages.csvHead,
  ...invoices.map((it) => [
    it.number,
    it.kind,
    it.paidBy,
    it.invoiceDate.slice(0, 10),
    it.billingPeriod.from,
    it.billingPeriod.to,
    it.amount / 100,
    it.currency,
    invoiceMessages.states[it.status],
    it.billName,
    it.isTest ? messages.test : '',
    it.country === null ? '' : countryName(it.country),
    it.vatNumber,
  ]),
]

const statuses = ['any', ...invoiceStatusTypes, 'archived'] as const
const times = [...timespans, 'any'] as const

/** Invoices of the company. Search, filters, order, page and the invoice that is looked at stand in the address. */
export function InvoicesTab({ user, title }: AccountTabProps) {
  const access = useAccess()
  const { read, page, move } = usePlace()
  const search = read('search') ?? ''
  const status = statuses.find((it) => it === read('status')) ?? 'any'
  const timespan = times.find((it) => it === read('timespan')) ?? '12m'
  const order = read('order') === 'asc' ? 'asc' : 'desc'
  const filter = {
    ...{ search, order, timespan: timespan === 'any' ? undefined : timespan },
    status: status === 'any' || status === 'archived' ? undefined : status,
    archived: status === 'archived' ? 'true' : undefined,
  }
  const refresh = useRef(() => {})
  const refreshFailed = useRef(() => {})
  const csv = useMachine(() => invoiceTableFor(access, invoiceRows), [access], filter)
  const file = useMachine(() => invoiceFileFor(access), [access], { id: '', number: '' })
  const archive = useMachine(() => invoiceArchiveFor(access, () => refresh.current()), [access])
  const opened = read('invoice')
  const paying = useMachine(
    () =>
      invoicePaymentFor(access, ({ number }) => {
        toast(paymentMessages.pay.done(number))
        refresh.current()
        refreshFailed.current()
      }),
    [access],
  )
  const cards = useMachine(() => (user.role === 'USER' ? noMethodsMachine : methodListMachine(access)), [access, user.role], {
    query: {},
  })
  const methods = useSelector(cards, selectPage<PaymentMethods>)?.items[0]?.paymentMethods ?? []
  const pay = ({ id, number }: Invoice) =>
    paying.send({ type: 'user.opened', invoice: { id, number }, methodId: methods[0]?.id ?? '' })
  return (
    <PageFrame title={title} where={accountMessages.page} sub={<NextInvoice />}>
      <FailedSection onPay={user.role === 'USER' ? undefined : pay} refresh={refreshFailed}>
        <ArchiveNote actor={archive} />
        <Toolbar tools={<CsvButton onPress={() => csv.send({ type: 'user.requested', change: filter })} />}>
          <SearchBox
            type="search"
            aria-label={messages.search}
            placeholder={messages.search}
            value={search}
            onChange={({ target }) => move({ search: target.value, page: null }, true)}
          />
          <ToolbarSelect
            label={messages.status}
            isLabelUnseen
            options={messages.statuses}
            value={status}
            onChoose={(it) => move({ status: it === 'any' ? null : it, page: null })}
          />
          <ToolbarSelect
            label={messages.timespan}
            isLabelUnseen
            options={messages.timespans}
            value={timespan}
            onChoose={(it) => move({ timespan: it === '12m' ? null : it, page: null })}
          />
        </Toolbar>
        <Listed
          key={JSON.stringify([filter, page])}
          query={{ ...filter, page }}
          isFiltered={search !== '' || status !== 'any' || timespan !== '12m'}
          refresh={refresh}
          page={page}
          onPage={(it) => move({ page: String(it) })}
          order={order}
          onOrder={() => move({ order: order === 'asc' ? null : 'asc', page: null })}
          archive={user.role === 'USER' ? null : archive}
          onOpen={({ id }) => move({ invoice: id })}
          onDownload={({ id, number }) => file.send({ type: 'user.requested', change: { id, number } })}
        />
      </FailedSection>
      <PaymentDialog actor={paying} methods={methods} />
      {opened === null ? null : (
        <InvoiceMount
          key={opened}
          id={opened}
          onClose={() => move({ invoice: null })}
          onPay={
            user.role === 'USER'
              ? undefined
              : (invoice) => {
                  move({ invoice: null })
                  pay(invoice)
                }
          }
        />
      )}
    </PageFrame>
  )
}

function NextInvoice() {
  const access = useAccess()
  const actor = useMachine(() => planMachine(access), [access], { query: {} })
  const state = useSelector(actor, selectPage<PlanState>)?.items[0]
  // Its line is there from the beginning.
  if (state === undefined) return '\u00a0'
  const { bill, book } = state
  if (!bill.isInvoiced) return messages.noneNext
  const amount =
    bill.forecast === null
      ? messages.soFar(money(bill.total, book.currency))
      : messages.about(money(bill.forecast.total, book.currency))
  return messages.next(dayOf(new Date(bill.issuedAt)), amount)
}

type ListedProps = Omit<Parameters<typeof InvoiceTable>[0], 'invoices'> & {
  readonly query: Readonly<Record<string, string | number | undefined>>
  readonly isFiltered: boolean
  readonly refresh: { current: () => void }
  readonly page: number
  readonly onPage: (page: number) => void
}

function Listed({ query, isFiltered, refresh, page, onPage, ...table }: ListedProps) {
  const access = useAccess()
  const actor = useMachine(() => invoiceListMachine(access), [access], { query })
  refresh.current = () => actor.send({ type: 'user.refreshed' })
  const empty = (
    <EmptyState title={isFiltered ? messages.noneFound : messages.none}>
      <p>{isFiltered ? messages.noneFoundWhy : messages.why}</p>
    </EmptyState>
  )
  return (
    <ListFrame<Invoice> actor={actor} name={messages.name} empty={empty} isBare>
      {({ items, total }) => (
        <>
          <InvoiceTable invoices={items} {...table} />
          <NumberedPager name={messages.name} page={page} pageSize={invoicesPerPage} total={total} onPage={onPage} />
        </>
      )}
    </ListFrame>
  )
}
