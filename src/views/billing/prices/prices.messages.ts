import type { PriceField } from '../../../machines/billing/price-book-entry.ts'
import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')

/** The price book of the operator. */
export const pricesMessages = {
  name: 'price book',
  title: 'Price Book',
  sub: 'What the plans cost and include, for all companies. Only the operator sees this. New companies see the newest version. Other companies pay the version that they agreed to, until an administrator accepts a newer one.',
  edit: 'New Version',
  editTitle: 'New price book version',
  submit: 'Set Prices',
  currency: 'Currency',
  saved: 'New prices set. Companies will be asked to accept the new prices.',
  companies: counted({ one: '# company uses this version', other: '# companies use this version' }),
  fields: {
    base: 'Monthly base price',
    perThousand: 'Price per 1,000 further records',
    included: 'Included records a month',
    connectors: 'Maximum connectors',
    members: 'Maximum members',
    records: 'Maximum records a month',
  } satisfies Record<PriceField, string>,
  wrongPrice: 'A price such as 99 or 99.50, up to 1,000,000',
  wrongCount: 'A whole number up to 1,000,000,000. Leave empty for no limit',
  wrongIncluded: 'A whole number up to 1,000,000,000',
  columns: { version: 'Version', plan: 'Plan' },
  byProgram: 'Datacrane',
  newest: (version: number) => `${version}, newest`,
  setBy: (day: string, person: string) => `${day}, ${person}`,
  noLimit: 'no limit',
}
