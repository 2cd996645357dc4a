/** An invoice on paper. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type PDFDocument from 'pdfkit'

import { countryName } from '#contract/billing/countries.ts'
import type { InvoiceDetails, InvoiceLine } from '#contract/billing/invoices.ts'
import { counted } from '../../../kit/counted.ts'
import { moneyText } from '../../money-text.ts'
import { type ForeignFonts, foreignFonts } from './foreign-fonts.ts'
import { fromRight, mixedText, unknown } from './mixed-text.ts'

/** What is printed. */
type Printed = Omit<InvoiceDetails, 'check'>
type Tools = { readonly plain: Buffer; readonly bold: Buffer; readonly Document: typeof PDFDocument }
let tools: Promise<Tools> | undefined

const fontAt = (name: string) => readFile(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)))
const loadTools = async (): Promise<Tools> => {
  const [plain, bold, library] = await Promise.all([fontAt('DejaVuSans'), fontAt('DejaVuSans-Bold'), import('pdfkit')])
  return { plain, bold, Document: library.default }
}

/** Reads library and fonts, once: whoever looks at invoices is likely to want one on paper. */
export function warmUp(): Promise<Tools> {
  tools ??= loadTools()
  // What failed is tried again.
  tools.catch(() => {
    tools = undefined
  })
  return tools
}

const [left, right, top, bottom] = [56, 539, 56, 760]
const logoSize = { width: 180, height: 40 } as const
const columns = { quantity: 270, price: 370, amount: 455 } as const
const isLatin = /^[\x20-\x7e]*$/
/** Whether the font has a character. */
const drawable = new Map<string, boolean>()
const drawableMax = 20_000

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const dayOf = (at: string) => dayFormat.format(new Date(at))
const numberFormat = new Intl.NumberFormat('en')

const isOfRecords = ({ type }: InvoiceLine) => type === 'records' || type === 'late'

const statusTexts = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  failed: 'Payment failed',
  void: 'Void (credited in full)',
} as const

/** What stands left and right of each line. */
export function linesOf({ lines, currency, appliedTax }: Pick<InvoiceDetails, 'lines' | 'currency' | 'appliedTax'>) {
  return lines.map((line) => ({
    description: line.description,
    note: [
      line.type === 'tax' ? (appliedTax?.reason ?? '') : '',
      line.source === '' ? '' : `${line.source} to ${line.destination}`,
      line.included === 0 ? '' : `${numberFormat.format(line.included)} of ${counted(line.records, 'record')} included`,
    ]
      .filter((it) => it !== '')
      .join(', '),
    quantity: isOfRecords(line) ? counted(line.quantity, 'record') : line.type === 'plan' ? counted(line.quantity, 'day') : '',
    price: isOfRecords(line)
      ? `${moneyText(line.price, currency)} per 1,000`
      : line.type === 'plan'
        ? `${moneyText(line.price, currency)} a month`
        : '',
    amount: moneyText(line.amount, currency),
  }))
}

/** @param logo of whoever issues it: PNG or JPEG. */
export async function invoicePdf(it: Printed, logo: Buffer | null = null): Promise<Buffer> {
  const { plain, bold, Document } = await warmUp()
  const doc = new Document({ size: 'A4', margin: left, info: { Title: it.number, Creator: 'Datacrane' } })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => doc.on('end', resolve))
  doc.registerFont('plain', plain)
  doc.registerFont('bold', bold)
  const isKnown = knownLetters(doc)
  const fonts = await foreignFonts(foreignTextsOf(it), isKnown)
  for (const [name, buffer] of fonts.buffers) doc.registerFont(name, buffer)
  draw(doc, it, { isKnown, fonts, from: logo === null ? 0 : drawLogo(doc, logo) })
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

/** @returns how much room it takes; none where it is no picture that can be printed. */
function drawLogo(doc: PDFKit.PDFDocument, logo: Buffer): number {
  try {
    doc.image(logo, left, top, { fit: [logoSize.width, logoSize.height] })
    return logoSize.height + 12
  } catch {
    return 0
  }
}

/** Whether the usual font has a letter. */
function knownLetters(doc: PDFKit.PDFDocument): (letter: string) => boolean {
  doc.font('plain')
  const { font } = (doc as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } })._font
  return (letter) => {
    const before = drawable.get(letter)
    if (before !== undefined) return before
    const is = font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
    if (drawable.size < drawableMax) drawable.set(letter, is)
    return is
  }
}

const billToOf = ({ billName, companyName, address, country }: Printed) =>
  [
    billName,
    ...(companyName === billName ? [] : [companyName]),
    ...address,
    ...(country === null ? [] : [countryName(country)]),
  ].join(', ')

/** What people typed. */
const foreignTextsOf = (it: Printed) =>
  [billToOf(it), it.paidBy, ...linesOf(it).flatMap(({ description, note }) => [description, note])]
    .filter((text) => !isLatin.test(text))
    .map((text) => text.normalize())

type Drawing = {
  readonly isKnown: (letter: string) => boolean
  readonly fonts: ForeignFonts /** Below the logo. */
  readonly from: number
}

function draw(doc: PDFKit.PDFDocument, it: Printed, { isKnown, fonts, from }: Drawing): void {
  let isWhole = true
  let y: number = top + from
  const isPlain = (text: string) => isLatin.test(text) || (!fromRight.test(text) && Array.from(text.normalize()).every(isKnown))
  const mixed = (size: number) => mixedText(doc, size, { isKnown, fonts })
  const write = (
    text: string,
    x: number,
    { isBold = false, size = 9, width = right - x, align = 'left' as 'left' | 'right' } = {},
  ) => {
    if (isPlain(text)) {
      doc
        .font(isBold ? 'bold' : 'plain')
        .fontSize(size)
        .text(text.normalize(), x, y, { width, align })
      return
    }
    const whole = text.normalize()
    isWhole &&= Array.from(whole).every((letter) => isKnown(letter) || fonts.of(whole, letter) !== null)
    mixed(size).draw(whole, { x, y, width })
  }
  const heightOf = (text: string, size: number, width: number) =>
    isPlain(text)
      ? doc.font('plain').fontSize(size).heightOfString(text, { width })
      : mixed(size).heightOf(text.normalize(), width)
  const room = (height: number) => {
    if (y + height <= bottom) return
    doc.addPage()
    y = top
  }

  write(it.kind === 'invoice' ? 'Invoice' : 'Credit note', left, { isBold: true, size: 20 })
  write(it.number, 300, { isBold: true, size: 12, width: right - 300, align: 'right' })
  y += 32
  if (it.isTest) {
    write('TEST. Created with the sandbox provider. No one is charged.', left, { isBold: true, size: 10 })
    y += 20
  }
  const facts = [
    ...(it.credits === null ? [] : [['Credit for', it.credits]]),
    ['Date', dayOf(it.invoiceDate)],
    ['Billing period', `${dayOf(it.billingPeriod.from)} to ${dayOf(it.billingPeriod.to)}`],
    ...(it.kind === 'invoice' ? [['Due', dayOf(it.dueAt)]] : []),
    ['Status', it.status === 'paid' && it.paidAt !== null ? `Paid on ${dayOf(it.paidAt)}` : statusTexts[it.status]],
    ['Payment', it.paidBy],
    ['Price book', `Version ${it.bookVersion}`],
    ['Bill to', billToOf(it)],
    ...(it.vatNumber === '' ? [] : [['VAT number', it.vatNumber]]),
  ] as const
  for (const [name = '', value = ''] of facts) {
    const height = heightOf(value, 9, right - 160)
    write(name, left)
    write(value, 160, { width: right - 160 })
    y += height + 5
  }
  y += 12
  const head = () => {
    write('Description', left, { isBold: true })
    write('Quantity', columns.quantity, { isBold: true, width: 92, align: 'right' })
    write('Price', columns.price, { isBold: true, width: 92, align: 'right' })
    write('Amount', columns.amount, { isBold: true, width: right - columns.amount, align: 'right' })
    y += 16
    doc.moveTo(left, y).lineTo(right, y).lineWidth(0.5).stroke()
    y += 6
  }
  head()
  for (const line of linesOf(it)) {
    const width = columns.quantity - left - 8
    const height = heightOf(line.description, 9, width)
    const noteHeight = line.note === '' ? 0 : heightOf(line.note, 7.5, width) + 2
    room(height + noteHeight + 8)
    write(line.description, left, { width })
    write(line.quantity, columns.quantity, { width: 92, align: 'right' })
    write(line.price, columns.price, { width: 92, align: 'right' })
    write(line.amount, columns.amount, { width: right - columns.amount, align: 'right' })
    y += height
    if (line.note !== '') {
      y += 2
      write(line.note, left, { size: 7.5, width })
      y += noteHeight - 2
    }
    y += 8
  }
  room(60)
  doc.moveTo(left, y).lineTo(right, y).lineWidth(0.5).stroke()
  y += 8
  write('Total', left, { isBold: true, size: 11 })
  write(moneyText(it.amount, it.currency), columns.price, {
    isBold: true,
    size: 11,
    width: right - columns.price,
    align: 'right',
  })
  y += 24
  if (!it.lines.some(({ type }) => type === 'tax')) {
    write('Amounts exclude tax.', left, { size: 7.5 })
    y += 12
  }
  if (!isWhole)
    write(`${unknown} replaces characters that this file's fonts don't support. The console shows all characters.`, left, {
      size: 7.5,
    })
}
