/** Joins the page of one customer to its calls: one `provide` for all that the page owns. */
import { companyExportEndpoints } from '#contract/admin/company-export.ts'
import { customerBulkEndpoints } from '#contract/admin/customer-bulk.ts'
import { customerLimits } from '#contract/admin/customer-limits.ts'
import { customerPageEndpoints } from '#contract/admin/customer-page.ts'
import { customerEndpoints } from '#contract/admin/customers.ts'
import { lookingEndpoints } from '#contract/admin/looking.ts'
import { freeTier, productTiers } from '#contract/auth/registration.ts'
import { companyLimitMax, companyLimitNames } from '#contract/billing/own-limits.ts'
import {
  type CustomerDecision,
  type CustomerForm,
  type CustomerPlace,
  customerDecisions,
  customerForms,
  customerPageMachine,
  customerTabs,
} from '../../machines/admin/customer.page.machine.ts'
import type { Entry } from '../../machines/kit/entry-dialog.machine.ts'
import { isEmailLike } from '../../machines/kit/is-email-like.ts'
import { joinAddress } from '../kit/address/address.actors.ts'
import { readAddress } from '../kit/address/address.service.ts'
import { type Access, call, once } from '../kit/api-client.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { create } from '../kit/idempotent-create.ts'
import { listOf } from '../kit/list.actors.ts'
import { followDownload } from '../kit/text-file.service.ts'

/** Milliseconds between two readings. */
const refreshPause = 15_000
const exportPause = 5_000
const never = 3_600_000

/** The tab and page that the address names. */
export function openedCustomer(): CustomerPlace {
  const { tab, page } = readAddress(['tab', 'page'])
  return {
    tab: customerTabs.find((it) => it === tab) ?? 'overview',
    page: Math.max(1, Number.parseInt(page ?? '1', 10) || 1),
  }
}

const isWritten = (text = '', max: number) => text.trim() !== '' && text.length <= max
const isReason = ({ reason }: Entry) => isWritten(reason, customerLimits.reasonMax)
const countText = /^\d{1,10}$/
const isCount = (text = '') => text.trim() === '' || (countText.test(text.trim()) && Number(text) <= companyLimitMax)
const countOf = (text = '') => (text.trim() === '' ? null : Number(text))
const planOf = (plan = '') => productTiers.find((it) => it === plan) ?? freeTier

const isValid: Readonly<Record<CustomerForm, (entry: Entry) => boolean>> = {
  suspend: isReason,
  delete: (entry) => isReason(entry) && entry['typed']?.trim() === entry['name']?.trim(),
  limits: (entry) => isReason(entry) && companyLimitNames.every((limit) => isCount(entry[limit])),
  plan: (entry) => isReason(entry) && entry['plan'] !== entry['from'],
  invite: ({ email = '' }) => isEmailLike(email),
  note: ({ text }) => isWritten(text, customerLimits.noteMax),
  look: isReason,
  export: isReason,
}

type Save = (entry: Entry, signal: AbortSignal) => Promise<unknown>

/** An empty limit is that of the plan. */
function savesOf(access: Access, id: string): Readonly<Record<CustomerForm, Save>> {
  const params = { id }
  const reasonOf = ({ reason = '' }: Entry) => ({ reason: reason.trim() })
  return {
    suspend: (entry, signal) => call(customerEndpoints.suspend, { access, params, body: reasonOf(entry), signal }),
    delete: (entry, signal) => {
      const body = { ...reasonOf(entry), name: entry['typed'] ?? '' }
      return call(customerEndpoints.planDeletion, { access, params, body, signal })
    },
    limits: (entry, signal) => {
      const { connectors, members, records, calls } = entry
      const limits = {
        ...{ connectors: countOf(connectors), members: countOf(members), records: countOf(records), calls: countOf(calls) },
      }
      return call(customerEndpoints.limits, { access, params, body: { limits, ...reasonOf(entry) }, signal })
    },
    plan: (entry, signal) =>
      call(customerBulkEndpoints.plan, { access, params, body: { plan: planOf(entry['plan']), ...reasonOf(entry) }, signal }),
    invite: ({ email = '' }, signal) =>
      create(customerEndpoints.invite, { access, params, body: { email: email.trim() }, signal }),
    note: ({ text = '' }, signal) =>
      create(customerPageEndpoints.addNote, { access, params, body: { text: text.trim() }, signal }),
    look: (entry, signal) => create(lookingEndpoints.begin, { access, params, body: reasonOf(entry), signal }),
    export: (entry, signal) => create(companyExportEndpoints.request, { access, params, body: reasonOf(entry), signal }),
  }
}

type Act = (id: string, signal: AbortSignal) => Promise<unknown>

/** The browser takes an export by its link, as a stream. */
function actsOf(access: Access, id: string): Readonly<Record<CustomerDecision, Act>> {
  const params = { id }
  return {
    reactivate: (_, signal) => call(customerEndpoints.reactivate, { access, params, signal }),
    restore: (_, signal) => call(customerEndpoints.withdrawDeletion, { access, params, signal }),
    lookEnd: (_, signal) => call(lookingEndpoints.end, { access, params, signal }),
    deleteNote: (noteId, signal) => call(customerPageEndpoints.removeNote, { access, params: { id, noteId }, signal }),
    download: async (_, signal) => {
      const { path } = await call(companyExportEndpoints.link, { access, params, signal, patience: once })
      followDownload(path)
    },
  }
}

const one = <Item>(item: Item | null) => (item === null ? { items: [], total: 0 } : { items: [item], total: 1 })
const formOf = ({ form }: Entry) => customerForms.find((it) => it === form) ?? 'note'

export function customerPageOf(access: Access, id: string) {
  const params = { id }
  const [saves, acts] = [savesOf(access, id), actsOf(access, id)]
  const { connectors, people, changes } = customerPageEndpoints
  return customerPageMachine.provide({
    actors: {
      /** The company, its summary and its newest export are lists of one. */
      customer: listOf(async (_, signal) => one(await call(customerEndpoints.get, { access, params, signal }))).provide({
        delays: { refreshPause },
      }),
      summary: listOf(async (_, signal) => one(await call(customerPageEndpoints.summary, { access, params, signal }))).provide({
        delays: { refreshPause },
      }),
      exportFile: listOf(async (_, signal) =>
        one((await call(companyExportEndpoints.find, { access, params, signal })).export),
      ).provide({ delays: { refreshPause: exportPause } }),
      form: entryDialogOf({
        save: (entry, signal) => saves[formOf(entry)](entry, signal),
        isValid: (entry) => isValid[formOf(entry)](entry),
      }),
      decision: confirmedActionOf({
        act: async ({ kind, id: of }, signal) => {
          const decision = customerDecisions.find((it) => it === kind)
          return decision === undefined ? null : acts[decision](of, signal)
        },
      }),
      rows: listOf(async ({ tab, page }, signal) => {
        const asked = { access, params, query: { page: Number(page) }, signal }
        const { data, total } =
          tab === 'people'
            ? await call(people, asked)
            : tab === 'connectors'
              ? await call(connectors, asked)
              : await call(changes, asked)
        return { items: data as readonly unknown[], total }
      }).provide({ delays: { refreshPause } }),
      /** Each reading is recorded in the audit log of the company, so it is not repeated. */
      looked: listOf(async (_, signal) => one(await call(lookingEndpoints.read, { access, params, signal }))).provide({
        delays: { refreshPause: never, retryPause: never },
      }),
      address: joinAddress(openedCustomer, ({ tab, page }) => ({
        ...{ tab: tab === 'overview' ? null : tab, page: page === 1 ? null : String(page) },
      })),
    },
  })
}
