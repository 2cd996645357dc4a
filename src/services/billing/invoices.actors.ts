/** Joins the tab Invoices to its calls. */
import { type AccountInfo, type Invoice, type InvoiceDetails, invoiceEndpoints } from '#contract/billing/invoices.ts'
import type { QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { invoiceArchiveMachine } from '../../machines/billing/invoice-archive.machine.ts'
import type { Query } from '../../machines/kit/list.machine.ts'
import { createRequestMachine, tableFileMachine } from '../../machines/kit/request.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'
import { saveTable, type TableCell } from '../kit/table-file.service.ts'
import { saveBase64 } from '../kit/text-file.service.ts'
import { withTitle } from '../kit/with-title.ts'

/** Milliseconds between two readings. */
const refreshPause = 10_000

/** What is left out is not asked for. */
const withoutEmptyFilters = (query: Query) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== '')) as InvoiceQuery

export const accountInfoMachine = (access: Access) =>
  listOf(async (_, signal) => ({ items: [await readInfo(access, signal)], total: 1 })).provide({ delays: { refreshPause } })

export const invoiceListMachine = (access: Access) =>
  listOf(async (query, signal) => {
    const { data, total } = await readInvoices(access, withoutEmptyFilters(query), signal)
    return { items: data, total }
  }).provide({ delays: { refreshPause } })

export const invoiceDetailsMachine = (access: Access, id: string) =>
  listOf(async (_, signal) => ({ items: [await readInvoice(access, id, signal)], total: 1 })).provide({
    delays: { refreshPause },
  })

export const invoiceArchiveFor = (access: Access, announce: () => void) =>
  invoiceArchiveMachine.provide({
    actors: {
      archive: actorFrom(({ id }, signal) => archiveInvoice(access, id, signal)),
      restore: actorFrom(({ id }, signal) => unarchiveInvoice(access, id, signal)),
    },
    actions: { announceChanged: announce },
  })

type File = { readonly id: string; readonly number: string }
const invoiceFileMachine = createRequestMachine<File, string>({ id: 'invoice-file' })

export const invoiceFileFor = (access: Access) =>
  invoiceFileMachine.provide({ actors: { send: actorFrom((file, signal) => downloadInvoice(access, file, signal)) } })

/** @param rowsOf the head and the rows of the file. */
export const invoiceTableFor = (access: Access, rowsOf: (all: readonly Invoice[]) => readonly (readonly TableCell[])[]) =>
  tableFileMachine.provide({
    actors: {
      send: actorFrom(async (query, signal): Promise<string> => {
        const name = 'invoices.csv'
        saveTable(name, rowsOf(await readAllInvoices(access, withoutEmptyFilters(query), signal)))
        return name
      }),
    },
  })

/** Calls about invoices, and their files. */
type InvoiceQuery = QueryOf<typeof invoiceEndpoints.list>
type InvoicePage = ReplyOf<typeof invoiceEndpoints.list>

const readInfo = (access: Access, signal: AbortSignal): Promise<AccountInfo> =>
  withTitle('account/info-failed', call(invoiceEndpoints.info, { access, signal }))

const readInvoices = (access: Access, query: InvoiceQuery, signal: AbortSignal): Promise<InvoicePage> =>
  withTitle('account/invoices-failed', call(invoiceEndpoints.list, { access, query, signal }))

const readInvoice = (access: Access, id: string, signal: AbortSignal): Promise<InvoiceDetails> =>
  call(invoiceEndpoints.get, { access, params: { id }, signal })

const archiveInvoice = (access: Access, id: string, signal: AbortSignal): Promise<unknown> =>
  call(invoiceEndpoints.archive, { access, params: { id }, signal })

const unarchiveInvoice = (access: Access, id: string, signal: AbortSignal): Promise<unknown> =>
  call(invoiceEndpoints.unarchive, { access, params: { id }, signal })

/** @returns the name of the file. */
async function downloadInvoice(
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
async function readAllInvoices(access: Access, query: InvoiceQuery, signal: AbortSignal): Promise<Invoice[]> {
  const all: Invoice[] = []
  for (let page = 1; all.length < fileMax; page += 1) {
    const { data, totalPages } = await readInvoices(access, { ...query, page, limit: perCall }, signal)
    all.push(...data)
    if (page >= totalPages) break
  }
  return all
}
