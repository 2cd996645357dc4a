/** Joins the operator's list of all invoices to its calls. */
import { type Invoice, invoiceEndpoints } from '#contract/billing/invoices.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { minorOf, rateOf } from '#contract/kit/money/minor-units.ts'
import type { PlannedAction } from '../../machines/kit/confirmed-action.machine.ts'
import { type Access, call, once } from '../kit/api-client.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { listOf } from '../kit/list.actors.ts'

/** Milliseconds between two readings. */
const refreshPause = 10_000

export const allInvoicesMachine = (access: Access) =>
  listOf(async (query, signal): Promise<{ items: readonly Invoice[]; total: number }> => {
    const asked = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''))
    const { data, total } = await call(invoiceEndpoints.ofAll, {
      access,
      query: asked as QueryOf<typeof invoiceEndpoints.ofAll>,
      signal,
    })
    return { items: data, total }
  }).provide({ delays: { refreshPause } })

export const settlementMachine = (access: Access, announce: (action: PlannedAction) => void) =>
  confirmedActionOf({
    act: ({ id }, signal) => call(invoiceEndpoints.settle, { access, params: { id }, signal, patience: once }),
    announce,
  })

export const taxMachine = (access: Access, announce: () => void) =>
  entryDialogOf({
    save: ({ id = '', name = '', rate = '' }, signal) =>
      call(invoiceEndpoints.setTax, {
        ...{ access, params: { id }, signal, patience: once },
        body: { name: name.trim(), rate: rateOf(rate) ?? 0 },
      }),
    isValid: ({ name = '', rate = '' }) => rateOf(rate) !== null && (name.trim() !== '' || rateOf(rate) === 0),
    announce,
  })

export const creditMachine = (access: Access, announce: () => void) =>
  entryDialogOf({
    save: ({ id = '', amount = '', reason = '' }, signal) =>
      call(invoiceEndpoints.credit, {
        ...{ access, params: { id }, signal, patience: once },
        body: { amount: minorOf(amount) ?? 0, reason: reason.trim() },
      }),
    isValid: ({ amount = '', reason = '' }) => (minorOf(amount) ?? 0) > 0 && reason.trim() !== '',
    announce,
  })
