/** What a company owes and has paid: each currency by itself. */
import type { Kysely } from 'kysely'

import type { AccountInfo } from '#contract/billing/invoices.ts'
import type { PriceBook } from '#contract/billing/price-book.ts'
import { databaseNow } from '../../../platform/database/database-now.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { dayText, monthAt } from '../months.ts'
import { agreedBook } from '../prices.repository.ts'
import { findDues, lastTotals, paidByMonth } from './info.repository.ts'
import { findPayer } from './payer.repository.ts'

const monthsShown = 12

/** The month that is now is the last one. */
export async function accountInfo(db: Kysely<Tables>, companyId: string): Promise<AccountInfo> {
  const now = await databaseNow(db)
  const months = Array.from({ length: monthsShown }, (_, index) => monthAt(now, index + 1 - monthsShown).from)
  const [dues, paid] = [await findDues(db, companyId), await paidByMonth(db, companyId, months[0] ?? now)]
  const [last, before] = await lastTotals(db, companyId)
  const { currency: main } = await agreedBook(db, companyId)
  const { billName } = await findPayer(db, companyId)
  const of = (currency: PriceBook['currency']) => {
    const due = dues.find((it) => it.currency === currency)
    const amounts = new Map(paid.filter((it) => it.currency === currency).map(({ month, amount }) => [month, amount]))
    return {
      ...{ currency, currentDue: due?.due ?? 0, dueDate: due?.dueAt?.toISOString() ?? null },
      monthlyPayments: months.map((from) => ({ month: dayText(from), amount: amounts.get(dayText(from)) ?? 0 })),
    }
  }
  const others = new Set([...dues, ...paid].map(({ currency }) => currency))
  others.delete(main)
  return {
    ...of(main),
    otherCurrencies: [...others].toSorted().map(of),
    billingProfile: billName,
    expenseIncrease:
      last === undefined || before === undefined || before === 0 ? null : Math.round(((last - before) / before) * 100),
  }
}
