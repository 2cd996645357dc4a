/** Calls about invoices, and their files. */
import { type AccountInfo, type Invoice, type InvoiceDetails, invoiceEndpoints } from '#contract/billing/invoices.ts'
import type { QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { type Access, call } from '../kit/api-client.ts'
import { saveBase64 } from '../kit/text-file.service.ts'
import { withTitle } from '../kit/with-title.ts'

export type InvoiceQuery = QueryOf<typeof invoiceEndpoints.list>
type InvoicePage = ReplyOf<typeof invoiceEndpoints.list>

export const readInfo = (access: Access, signal: AbortSignal): Promise<AccountInfo> =>
  withTitle('account/info-failed', call(invoiceEndpoints.info, { access, signal }))

export const readInvoices = (access: Access, query: InvoiceQuery, signal: AbortSignal): Promise<InvoicePage> =>
  withTitle('account/invoices-failed', call(invoiceEndpoints.list, { access, query, signal }))

export const readInvoice = (access: Access, id: string, signal: AbortSignal): Promise<InvoiceDetails> =>
  call(invoiceEndpoints.get, { access, params: { id }, signal })

export const archiveInvoice = (access: Access, id: string, signal: AbortSignal): Promise<unknown> =>
  call(invoiceEndpoints.archive, { access, params: { id }, signal })

export const unarchiveInvoice = (access: Access, id: string, signal: AbortSignal): Promise<unknown> =>
  call(invoiceEndpoints.unarchive, { access, params: { id }, signal })

/** @returns the name of the file. */
export async function downloadInvoice(
  access: Access,
  { id, number }: { id: string; number: string },
  signal: AbortSignal,
): Promise<string> {
  const name = `${number}.pdf`
  saveBase64(name, await call(invoiceEndpoints.pdf, { access, params: { id }, signal }), 'application/pdf')
  return name
}

/** Invoices of a list that may have so many pages. */
const fileMax = 1_000
const perCall = 100

/** All that the filters find, as far as a file holds. */
export async function readAllInvoices(access: Access, query: InvoiceQuery, signal: AbortSignal): Promise<Invoice[]> {
  const all: Invoice[] = []
  for (let page = 1; all.length < fileMax; page += 1) {
    const { data, totalPages } = await readInvoices(access, { ...query, page, limit: perCall }, signal)
    all.push(...data)
    if (page >= totalPages) break
  }
  return all
}
