/** Joins the tab Invoices to its calls. */
import type { Invoice } from '#contract/billing/invoices.ts'
import { invoiceArchiveMachine } from '../../machines/billing/invoice-archive.machine.ts'
import type { Query } from '../../machines/kit/list.machine.ts'
import { createRequestMachine, tableFileMachine } from '../../machines/kit/request.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'
import { saveTable, type TableCell } from '../kit/table-file.service.ts'
import {
  archiveInvoice,
  downloadInvoice,
  type InvoiceQuery,
  readAllInvoices,
  readInfo,
  readInvoice,
  readInvoices,
  unarchiveInvoice,
} from './invoices.service.ts'

/** Milliseconds between two readings. */
const refreshPause = 10_000

/** What is left out is not asked for. */
const asked = (query: Query) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== '')) as InvoiceQuery

export const accountInfoMachine = (access: Access) =>
  listOf(async (_, signal) => ({ items: [await readInfo(access, signal)], total: 1 })).provide({ delays: { refreshPause } })

export const invoiceListMachine = (access: Access) =>
  listOf(async (query, signal) => {
    const { data, total } = await readInvoices(access, asked(query), signal)
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
        saveTable(name, rowsOf(await readAllInvoices(access, asked(query), signal)))
        return name
      }),
    },
  })
