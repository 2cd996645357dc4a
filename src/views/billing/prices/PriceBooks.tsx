import { type ListedPriceBook, type PlanName, type PlanPrice, planNames } from '#contract/billing/price-book.ts'
import { money } from '../../kit/format/money.ts'
import { number } from '../../kit/format/numbers.ts'
import { dayOf } from '../../kit/format/times.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { pricesMessages as messages } from './prices.messages.ts'

type Row = { readonly book: ListedPriceBook; readonly plan: PlanName; readonly price: PlanPrice }

const limit = (value: number | null) => (value === null ? messages.noLimit : number(value))
const counted = (id: 'included' | 'connectors' | 'members' | 'records'): Column<Row> => ({
  ...{ id, title: messages.fields[id], width: 'minmax(4.5rem, 1fr)', isNumeric: true },
  draw: ({ price }) => limit(price[id]),
})
const priced = (id: 'base' | 'perThousand'): Column<Row> => ({
  ...{ id, title: messages.fields[id], width: 'minmax(4.5rem, 1fr)', isNumeric: true },
  draw: ({ book, price }) => money(price[id], book.currency),
})

/** Each version with its three plans and how many companies pay by it; new companies see the first one. */
export function PriceBooks({ books }: { readonly books: readonly ListedPriceBook[] }) {
  const newest = books[0]?.version
  const columns: readonly Column<Row>[] = [
    {
      ...{ id: 'version', title: messages.columns.version, width: 'minmax(8rem, 1.6fr)' },
      draw: ({ book, plan }) => (
        <>
          <div>{book.version === newest ? messages.newest(book.version) : book.version}</div>
          {plan === planNames[0] ? (
            <>
              <Hint>{messages.companies(book.companies)}</Hint>
              <Hint>{messages.setBy(dayOf(new Date(book.createdAt)), book.createdBy ?? messages.byProgram)}</Hint>
            </>
          ) : null}
        </>
      ),
    },
    { id: 'plan', title: messages.columns.plan, width: 'minmax(7rem, 1fr)', draw: ({ plan }) => plan },
    priced('base'),
    counted('included'),
    priced('perThousand'),
    counted('connectors'),
    counted('members'),
    counted('records'),
  ]
  const rows = books.flatMap((book) => planNames.map((plan): Row => ({ book, plan, price: book.plans[plan] })))
  return <Table name={messages.title} rows={rows} columns={columns} keyOf={({ book, plan }) => `${book.version} ${plan}`} />
}
