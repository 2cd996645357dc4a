/** The fields of a version of the price book, as they are written and as they are sent. */
import { currencies, type PlanName, type PlanPrice, type PriceBookForm, planNames } from '#contract/billing/price-book.ts'
import { majorOf, minorOf } from '#contract/kit/money/minor-units.ts'
import type { Entry } from '../kit/entry-dialog.machine.ts'

export const priceFields = ['base', 'perThousand'] as const
export const countFields = ['included', 'connectors', 'members', 'records'] as const
export type PriceField = (typeof priceFields)[number] | (typeof countFields)[number]
const fields: readonly PriceField[] = [...priceFields, ...countFields]
const countMax = 1_000_000_000

export const fieldName = (plan: PlanName, field: PriceField) => `${plan}/${field}`

const isPrice = (field: PriceField) => (priceFields as readonly string[]).includes(field)
/** Where no limit may be meant by an empty field. */
const mayBeEmpty = (field: PriceField) => !isPrice(field) && field !== 'included'

function countOf(text: string, least: number): number | null {
  const digits = text.trim().replaceAll(',', '')
  if (!/^\d{1,10}$/.test(digits)) return null
  const value = Number(digits)
  return value >= least && value <= countMax ? value : null
}

const isEmpty = (text: string) => text.trim() === ''

/** Whether a field can be sent as it is written. */
export function isRight(entry: Entry, plan: PlanName, field: PriceField): boolean {
  const text = entry[fieldName(plan, field)] ?? ''
  if (isPrice(field)) return minorOf(text) !== null
  return (mayBeEmpty(field) && isEmpty(text)) || countOf(text, field === 'included' ? 0 : 1) !== null
}

function planOf(entry: Entry, plan: PlanName): PlanPrice | null {
  if (!fields.every((field) => isRight(entry, plan, field))) return null
  const text = (field: PriceField) => entry[fieldName(plan, field)] ?? ''
  return {
    ...{ base: minorOf(text('base')) ?? 0, perThousand: minorOf(text('perThousand')) ?? 0 },
    included: countOf(text('included'), 0) ?? 0,
    ...{ connectors: countOf(text('connectors'), 1), members: countOf(text('members'), 1), records: countOf(text('records'), 1) },
  }
}

/** What is sent; null while a field is not right. */
export function bookOf(entry: Entry): PriceBookForm | null {
  const currency = currencies.find((it) => it === entry['currency'])
  const [basic, professional, enterprise] = planNames.map((plan) => planOf(entry, plan))
  if (currency === undefined || !basic || !professional || !enterprise) return null
  return { currency, plans: { Basic: basic, Professional: professional, Enterprise: enterprise } }
}

/** What a dialog opens with: the version in force. */
export function entryOf({ currency, plans }: PriceBookForm): Entry {
  const written = planNames.flatMap((plan) =>
    fields.map((field) => {
      const value = plans[plan][field]
      return [fieldName(plan, field), value === null ? '' : isPrice(field) ? majorOf(value) : String(value)] as const
    }),
  )
  return { currency, ...Object.fromEntries(written) }
}
