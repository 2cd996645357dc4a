/** Joins the companies of the installation to their calls. */
import { companyExportEndpoints } from '#contract/admin/company-export.ts'
import { customerLimits } from '#contract/admin/customer-limits.ts'
import { customerEndpoints } from '#contract/admin/customers.ts'
import { lookingEndpoints } from '#contract/admin/looking.ts'
import { freeTier, productTiers } from '#contract/auth/registration.ts'
import { companyLimitMax, companyLimitNames } from '#contract/billing/own-limits.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import type { Entry } from '../../machines/kit/entry-dialog.machine.ts'
import { isEmailLike } from '../../machines/kit/is-email-like.ts'
import { type Access, call, once } from '../kit/api-client.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { create } from '../kit/idempotent-create.ts'
import { listOf } from '../kit/list.actors.ts'
import { followDownload } from '../kit/text-file.service.ts'

/** Milliseconds between two readings. */
const refreshPause = 15_000

type Wanted = QueryOf<typeof customerEndpoints.list>

/** A page of companies; the query is that of the call, without what is empty. */
export const customersMachine = (access: Access) =>
  listOf(async (query, signal) => {
    const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
    const { data, total } = await call(customerEndpoints.list, { access, query: Object.fromEntries(asked) as Wanted, signal })
    return { items: data, total }
  }).provide({ delays: { refreshPause } })

/** One company, as a list of one. */
export const customerMachine = (access: Access, id: string) =>
  listOf(async (_, signal) => ({
    items: [await call(customerEndpoints.get, { access, params: { id }, signal })],
    total: 1,
  })).provide({ delays: { refreshPause } })

const isWritten = (text = '', max: number) => text.trim() !== '' && text.length <= max

/** The first administrator of a company that is added. */
export const addingMachine = (access: Access, announce: (entry: Entry) => void) =>
  entryDialogOf({
    save: ({ name = '', plan = '', email = '' }, signal) =>
      create(customerEndpoints.add, {
        ...{ access, signal },
        body: { name: name.trim(), plan: productTiers.find((it) => it === plan) ?? freeTier, email: email.trim() },
      }),
    isValid: ({ name = '', email = '' }) => name.trim() !== '' && isEmailLike(email),
    announce,
  })

export const invitingMachine = (access: Access, announce: (entry: Entry) => void) =>
  entryDialogOf({
    save: ({ id = '', email = '' }, signal) =>
      create(customerEndpoints.invite, { access, params: { id }, body: { email: email.trim() }, signal }),
    isValid: ({ email = '' }) => isEmailLike(email),
    announce,
  })

export const suspendingMachine = (access: Access, announce: (entry: Entry) => void) =>
  entryDialogOf({
    save: ({ id = '', reason = '' }, signal) =>
      call(customerEndpoints.suspend, { access, params: { id }, body: { reason: reason.trim() }, signal }),
    isValid: ({ reason }) => isWritten(reason, customerLimits.reasonMax),
    announce,
  })

export const deletingMachine = (access: Access, announce: (entry: Entry) => void) =>
  entryDialogOf({
    save: ({ id = '', reason = '', typed = '' }, signal) =>
      call(customerEndpoints.planDeletion, { access, params: { id }, body: { reason: reason.trim(), name: typed }, signal }),
    isValid: ({ reason, name = '', typed = '' }) => isWritten(reason, customerLimits.reasonMax) && typed.trim() === name.trim(),
    announce,
  })

/** `kind` of the planned action is the name of the company. */
export const restoringMachine = (access: Access, announce: (name: string) => void) =>
  confirmedActionOf({
    act: ({ id }, signal) => call(customerEndpoints.withdrawDeletion, { access, params: { id }, signal }),
    announce: ({ kind }) => announce(kind),
  })

export const exportingMachine = (access: Access, announce: (entry: Entry) => void) =>
  entryDialogOf({
    save: ({ id = '', reason = '' }, signal) =>
      create(companyExportEndpoints.request, { access, params: { id }, body: { reason: reason.trim() }, signal }),
    isValid: ({ reason }) => isWritten(reason, customerLimits.reasonMax),
    announce,
  })

/** The newest export of a company, as a list of one or none. */
export const exportMachine = (access: Access, id: string) =>
  listOf(async (_, signal) => {
    const { export: file } = await call(companyExportEndpoints.find, { access, params: { id }, signal })
    return file === null ? { items: [], total: 0 } : { items: [file], total: 1 }
  }).provide({ delays: { refreshPause: 5_000 } })

/** The browser takes the file by its link, as a stream. */
export const downloadMachine = (access: Access, announce: () => void) =>
  confirmedActionOf({
    act: async ({ id }, signal) => {
      const { path } = await call(companyExportEndpoints.link, { access, params: { id }, signal, patience: once })
      followDownload(path)
    },
    announce,
  })

const countText = /^\d{1,10}$/
const isCount = (text = '') => text.trim() === '' || (countText.test(text.trim()) && Number(text) <= companyLimitMax)
const countOf = (text = '') => (text.trim() === '' ? null : Number(text))

/** What is left empty holds as in the plan. */
export const limitsMachine = (access: Access, announce: (entry: Entry) => void) =>
  entryDialogOf({
    save: ({ id = '', reason = '', connectors, members, records, calls }, signal) =>
      call(customerEndpoints.limits, {
        ...{ access, params: { id }, signal },
        body: {
          limits: {
            connectors: countOf(connectors),
            members: countOf(members),
            records: countOf(records),
            calls: countOf(calls),
          },
          reason: reason.trim(),
        },
      }),
    isValid: (entry) =>
      isWritten(entry['reason'], customerLimits.reasonMax) && companyLimitNames.every((limit) => isCount(entry[limit])),
    announce,
  })

export const noteMachine = (access: Access, announce: () => void) =>
  entryDialogOf({
    save: ({ id = '', note = '' }, signal) => call(customerEndpoints.note, { access, params: { id }, body: { note }, signal }),
    isValid: ({ note = '' }) => note.length <= customerLimits.noteMax,
    announce,
  })

/** What is seen of a company while it is looked into, as a list of one. Each reading is recorded, so it is not repeated by itself. */
export const lookMachine = (access: Access, id: string) =>
  listOf(async (_, signal) => ({
    items: [await call(lookingEndpoints.read, { access, params: { id }, signal })],
    total: 1,
  })).provide({
    delays: { refreshPause: 3_600_000, retryPause: 3_600_000 },
  })

export const lookingMachine = (access: Access, announce: () => void) =>
  entryDialogOf({
    save: ({ id = '', reason = '' }, signal) =>
      create(lookingEndpoints.begin, { access, params: { id }, body: { reason: reason.trim() }, signal }),
    isValid: ({ reason }) => isWritten(reason, customerLimits.reasonMax),
    announce,
  })

/** `kind` of the planned action is the name of the company. */
export const lookEndMachine = (access: Access, announce: () => void) =>
  confirmedActionOf({ act: ({ id }, signal) => call(lookingEndpoints.end, { access, params: { id }, signal }), announce })

/** `kind` of the planned action is the name of the company. */
export const reactivatingMachine = (access: Access, announce: (name: string) => void) =>
  confirmedActionOf({
    act: ({ id }, signal) => call(customerEndpoints.reactivate, { access, params: { id }, signal }),
    announce: ({ kind }) => announce(kind),
  })
