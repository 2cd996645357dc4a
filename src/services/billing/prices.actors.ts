/** Joins the price book of the operator to its calls. */
import { priceBookEndpoints } from '#contract/billing/price-book.ts'
import { bookOf } from '../../machines/billing/price-book-entry.ts'
import { type Access, call, once } from '../kit/api-client.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { listOf } from '../kit/list.actors.ts'

export const priceBooksMachine = (access: Access) =>
  listOf(async (_, signal) => {
    const { data } = await call(priceBookEndpoints.list, { access, signal })
    return { items: data, total: data.length }
  })

export const pricesMachine = (access: Access, announce: () => void) =>
  entryDialogOf({
    save: async (entry, signal) => {
      const body = bookOf(entry)
      return body === null ? null : call(priceBookEndpoints.add, { access, body, signal, patience: once })
    },
    isValid: (entry) => bookOf(entry) !== null,
    announce,
  })
