/** The PDF says what the invoice says, is small, and is made quickly. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, it } from 'vitest'

import type { InvoiceDetails, InvoiceLine } from '#contract/billing/invoices.ts'
import { invoicePdf, linesOf } from '#server/features/billing/invoices/invoice-pdf.ts'
import { moneyText } from '#server/features/billing/money-text.ts'

const line: InvoiceLine = {
  ...{
    type: 'records',
    connectorId: null,
    day: null,
    records: 12_000,
    included: 2_000,
    quantity: 10_000,
    price: 20,
    amount: 200,
  },
  ...{ description: 'Delivered records: Orders', source: 'shop.example.com', destination: 'crm.example.com' },
}
const names = [
  'Müller & Çelik GmbH',
  'Ελληνική Εταιρεία',
  'Компания Ёж',
  'Łódź Żółć sp. z o.o.',
  'Nguyễn Văn Ánh',
  'שלום בע״מ',
  'Ğ İ ş',
  'Ørsted Å',
  'Ñandú SA',
  'Țară Ștefan',
]
const lines = [
  ...names.map((name) => ({ ...line, description: `Delivered records: ${name}` })),
  ...Array.from({ length: 40 }, () => line),
]
const invoice: InvoiceDetails = {
  ...{
    id: '0',
    kind: 'invoice',
    number: 'INV-2026-0042',
    paidBy: 'Visa ••4242',
    invoiceDate: '2026-11-04T00:00:00.000Z',
    currency: 'USD',
  },
  ...{ billingPeriod: { from: '2026-10-01', to: '2026-10-31' }, credited: 0, status: 'open', dueAt: '2026-11-18T00:00:00.000Z' },
  ...{ paidAt: null, failure: null, isTest: true, archived: false, companyName: names[0] ?? '', billName: names[1] ?? '' },
  ...{
    address: ['Straße 1', '10115 Berlin'],
    paymentType: 'Card',
    cardDetails: null,
    paymentId: null,
    bookVersion: 3,
    credits: null,
  },
  ...{ lines, amount: lines.reduce((sum, { amount }) => sum + amount, 0) },
}

async function textOf(pdf: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 }).promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  return pages.join(' ').normalize().replaceAll(/\s+/g, ' ')
}

const withoutBlanks = (text: string) => text.normalize().replaceAll(/\s+/g, '')

it('says everything that stands on the invoice, in ten languages', async () => {
  const text = withoutBlanks(await textOf(await invoicePdf(invoice)))
  const wanted = [
    ...[
      invoice.number,
      invoice.billName,
      invoice.companyName,
      'TEST',
      '1 October 2026 to 31 October 2026',
      'Version 3',
      'Straße 1',
    ],
    ...linesOf(invoice).flatMap(({ description, note, quantity, price, amount }) => [description, note, quantity, price, amount]),
    moneyText(invoice.amount, 'USD'),
  ]
  // Hebrew is drawn from right to left, and read back so.
  const isLeftToRight = (it: string) => !/\p{Script=Hebrew}/u.test(it)
  expect(wanted.filter((it) => isLeftToRight(it) && !text.includes(withoutBlanks(it)))).toEqual([])
})

it('says where a character is missing, and shows the rest', async () => {
  const text = await textOf(await invoicePdf({ ...invoice, billName: '株式会社 Tokyo', lines: [line] }))
  expect(text).toContain('Tokyo')
  expect(text).toContain('stands for a character that this font lacks')
})

it('is small and quick', async () => {
  const started = performance.now()
  const pdf = await invoicePdf(invoice)
  const took = performance.now() - started
  expect(pdf.length).toBeLessThan(200_000)
  expect(took).toBeLessThan(1_500)
  if (process.env['FORM'] === 'full') expect(took).toBeLessThan(300)
})
