/** The PDF says what the invoice says, is small, and is made quickly. */
import { inflateSync } from 'node:zlib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, it } from 'vitest'

import type { InvoiceDetails, InvoiceLine } from '#contract/billing/invoices.ts'
import { invoicePdf, linesOf } from '#server/features/billing/invoices/pdf/invoice-pdf.ts'
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
/** Twelve scripts. */
const names = [
  'Müller & Çelik GmbH, Łódź',
  'Ελληνική Εταιρεία',
  'Компания Ёж',
  '上海科技有限公司',
  '株式会社ドットコム東京',
  '서울 별빛 주식회사',
  'שלום בע״מ',
  'شركة النور',
  'บริษัท น้ำใจ จำกัด',
  'हिन्दी कंपनी',
  'Հայկական ընկերություն',
  'ქართული კომპანია',
]
const lines = [
  ...names.map((name) => ({ ...line, description: `Delivered records: ${name}` })),
  ...Array.from({ length: 40 }, () => line),
]
const invoice: Omit<InvoiceDetails, 'check'> = {
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
  ...{ country: 'DE', vatNumber: 'DE123456789', appliedTax: null },
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

const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('latin1')
const escaped: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
/** What the pages say beside their glyphs, for whoever copies or reads them aloud. */
function marksOf(pdf: Buffer): string {
  const streams = pdf.toString('latin1').split('stream\n').slice(1)
  const pages = streams.flatMap((it) => {
    try {
      return [inflateSync(Buffer.from(it.slice(0, it.indexOf('endstream')), 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
  return pages
    .filter((it) => it.includes('ActualText'))
    .join('')
    .replaceAll(/\\([()\\bfnrt])/g, (_, it: string) => escaped[it] ?? it)
}

it('says everything that stands on the invoice, in twelve scripts', async () => {
  const pdf = await invoicePdf(invoice)
  const text = withoutBlanks(await textOf(pdf))
  const wanted = [
    ...[
      invoice.number,
      invoice.billName,
      invoice.companyName,
      'TEST',
      '1 October 2026 to 31 October 2026',
      'Version 3',
      'Straße 1, 10115 Berlin, Germany',
      'VAT number DE123456789',
    ],
    ...linesOf(invoice).flatMap(({ description, note, quantity, price, amount }) => [description, note, quantity, price, amount]),
    moneyText(invoice.amount, 'USD'),
  ]
  // The reader of this test knows glyphs only: of Devanagari it has them as they are drawn, and it turns lines with Arabic around.
  const isTurned = (it: string) => /[\p{Script=Arabic}\p{Script=Devanagari}]/u.test(it)
  expect(wanted.filter((it) => !isTurned(it) && !text.includes(withoutBlanks(it)))).toEqual([])
  expect(text).toContain('شركةالنور')
  const marks = marksOf(pdf)
  const isMarked = (it: string) => isTurned(it) || /[\p{Script=Hebrew}\p{Script=Thai}]/u.test(it)
  for (const word of names.filter(isMarked).flatMap((name) => name.split(' '))) expect(marks).toContain(utf16(word))
})

it('says where a character is missing, and shows the rest', async () => {
  const text = await textOf(await invoicePdf({ ...invoice, billName: '\u1208\u121d Tokyo', lines: [line] }))
  expect(text).toContain('Tokyo')
  expect(text).toContain("replaces characters that this file's fonts don't support")
})

it('is small and quick', async () => {
  // Of the processor: what other processes take of the clock is not its matter.
  const before = process.cpuUsage()
  const pdf = await invoicePdf(invoice)
  const { user, system } = process.cpuUsage(before)
  const took = (user + system) / 1_000
  expect(pdf.length).toBeLessThan(200_000)
  expect(took).toBeLessThan(1_500)
  if (process.env['FORM'] === 'full') expect(took).toBeLessThan(300)
})
