/** The lines of a bill put together as they are read: one for each plan, one for all records, and none that costs nothing and says nothing. */
import type { BillLine } from '#contract/billing/bill.ts'

export type BillRow =
  /** A base price, a credit or a tax, with the words of the bill. */
  | { readonly kind: 'priced'; readonly description: string; readonly amount: number }
  /** Delivered records of this month, and how many of them the base price covers. */
  | { readonly kind: 'records'; readonly records: number; readonly included: number }
  /** Records beyond those. Of `late` ones the month was billed before. */
  | {
      readonly kind: 'further' | 'late'
      readonly records: number
      /** Of 1,000. */
      readonly price: number
      readonly amount: number
    }

const sum = (lines: readonly BillLine[], of: 'records' | 'included' | 'quantity' | 'amount') =>
  lines.reduce((total, line) => total + line[of], 0)

export function billRows(lines: readonly BillLine[]): readonly BillRow[] {
  const ofType = (...types: readonly BillLine['type'][]) => lines.filter(({ type }) => types.includes(type))
  const priced = (those: readonly BillLine[]): BillRow[] =>
    those.flatMap(({ description, amount }) => (amount === 0 ? [] : [{ kind: 'priced', description, amount }]))
  const further = (kind: 'further' | 'late', those: readonly BillLine[]): BillRow[] => {
    const [quantity, amount] = [sum(those, 'quantity'), sum(those, 'amount')]
    return amount === 0 ? [] : [{ kind, records: quantity, price: those[0]?.price ?? 0, amount }]
  }
  const records = ofType('records')
  const delivered = sum(records, 'records')
  return [
    ...priced(ofType('plan')),
    ...(delivered === 0 ? [] : [{ kind: 'records', records: delivered, included: sum(records, 'included') } satisfies BillRow]),
    ...further('further', records),
    ...further('late', ofType('late')),
    ...priced(ofType('credit', 'tax')),
  ]
}
