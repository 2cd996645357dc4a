import type { PriceField } from '../../../machines/billing/price-book-entry.ts'

/** The price book of the operator. */
export const pricesMessages = {
  name: 'price book',
  title: 'Price Book',
  sub: 'What the plans cost and include, for all companies. Only the operator sees this. A new version applies immediately; issued invoices keep their prices.',
  edit: 'New Version',
  editTitle: 'New version of the price book',
  submit: 'Set Prices',
  currency: 'Currency',
  saved: 'The new prices apply now.',
  fields: {
    base: 'Base price a month',
    perThousand: 'Price of 1,000 further records',
    included: 'Included records a month',
    connectors: 'Connectors at most',
    members: 'Members at most',
    records: 'Records a month at most',
  } satisfies Record<PriceField, string>,
  wrongPrice: 'A price such as 99 or 99.50, up to 1,000,000',
  wrongCount: 'A whole number up to 1,000,000,000; empty means no limit',
  wrongIncluded: 'A whole number up to 1,000,000,000',
  columns: { version: 'Version', plan: 'Plan' },
  byProgram: 'Datacrane',
  newest: (version: number) => `${version}, current`,
  setBy: (day: string, person: string) => `${day}, ${person}`,
  noLimit: 'no limit',
}
