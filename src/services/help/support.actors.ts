/** Joins requests to support to their calls. */

import { type ReceivedRequest, type ShownBundle, type SupportRequest, supportEndpoints } from '#contract/help/support.ts'
import { supportLimits } from '#contract/help/support-limits.ts'
import type { SupportState } from '#contract/help/support-request.lifecycle.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { emptyEntry, type SupportEntry, supportRequestMachine } from '../../machines/help/support-request.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call, failedRequests } from '../kit/api-client.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { create } from '../kit/idempotent-create.ts'
import { listOf } from '../kit/list.actors.ts'

/** Milliseconds between two readings: an answer is not written in seconds. */
const listPause = 30_000

/** @param page where the person was when they wanted to write. */
export const supportRequestFor = (access: Access, page: string, announce: () => void) =>
  supportRequestMachine.provide({
    actors: {
      look: actorFrom(({ connectorId }, signal) => lookAtBundle(access, page, connectorId, signal)),
      send: actorFrom(
        ({ entry: { subject, text }, shown }, signal): Promise<unknown> =>
          sendSupportRequest(access, { subject, text, shown }, signal),
      ),
    },
    actions: { keepEntry: (_, { entry }) => keepWritten(entry), announceSent: announce },
  })

/** What is not sent yet is there again. */
export function restoreSupportEntry(): SupportEntry {
  const kept = readWritten() as Partial<Record<keyof SupportEntry, unknown>> | null
  const of = (field: keyof SupportEntry) => (typeof kept?.[field] === 'string' ? String(kept[field]) : emptyEntry[field])
  return { subject: of('subject'), text: of('text'), connectorId: of('connectorId') }
}

/** The person's own requests, with whether they are mailed. */
export const ownRequestsMachine = (access: Access) =>
  listOf(({ page }, signal) => listOwnRequests(access, Number(page), signal)).provide({ delays: { refreshPause: listPause } })

/** Requests of all companies or one; `query.page`, `query.status`, `query.companyId`. */
export const receivedMachine = (access: Access) =>
  listOf(({ page, status, companyId }, signal) =>
    listReceived(
      access,
      {
        page: Number(page),
        ...(status === undefined ? {} : { status: String(status) as SupportState }),
        ...(companyId === undefined ? {} : { companyId: String(companyId) }),
      },
      signal,
    ),
  ).provide({ delays: { refreshPause: listPause } })

export const answerDialogMachine = (access: Access, announce: () => void) =>
  entryDialogOf({
    save: ({ id = '', answer = '' }, signal) => answerRequest(access, id, answer, signal),
    isValid: ({ answer = '' }) => answer.trim() !== '' && answer.length <= supportLimits.answerMax,
    announce,
  })

export const closingMachine = (access: Access, announce: () => void) =>
  confirmedActionOf({ act: ({ id }, signal) => closeRequest(access, id, signal), announce })

/** Something more for a request of one's own. */
export const additionMachine = (access: Access, announce: () => void) =>
  entryDialogOf({
    save: ({ id = '', text = '' }, signal) => addToRequest(access, id, text, signal),
    isValid: ({ text = '' }) => text.trim() !== '' && text.length <= supportLimits.textMax,
    announce,
  })

export const settlingMachine = (access: Access, announce: () => void) =>
  confirmedActionOf({ act: ({ id }, signal) => settleRequest(access, id, signal), announce })

/** Which page the request is about: without an id of an invitation or the like, which stand after the question mark. */
const pageOf = (path: string) => (/^\/[\w/.:-]{0,199}$/.test(path) ? path : '/')

const aboutOf = (page: string, connectorId: string) => ({
  page: pageOf(page),
  connectorId: connectorId === '' ? null : connectorId,
  requestIds: [...new Set(failedRequests())].slice(0, supportLimits.requestIdsMax),
})

const lookAtBundle = (access: Access, page: string, connectorId: string, signal: AbortSignal): Promise<ShownBundle> =>
  call(supportEndpoints.bundle, { access, body: aboutOf(page, connectorId), signal })

type Written = { readonly subject: string; readonly text: string; readonly shown: ShownBundle }

/** Exactly what was shown; a repetition makes no second request. */
function sendSupportRequest(access: Access, { subject, text, shown }: Written, signal: AbortSignal) {
  const { bundle, runId, print } = shown
  const about = { page: bundle.page, connectorId: bundle.connector?.id ?? null, requestIds: bundle.requestIds }
  return create(supportEndpoints.create, { access, body: { subject, text, ...about, runId, print }, signal })
}

async function listOwnRequests(access: Access, page: number, signal: AbortSignal) {
  const { data, total, isMailed } = await call(supportEndpoints.list, { access, query: { page }, signal })
  return { items: data satisfies readonly SupportRequest[], total, isMailed }
}

async function listReceived(access: Access, query: QueryOf<typeof supportEndpoints.received>, signal: AbortSignal) {
  const { data, total } = await call(supportEndpoints.received, { access, query, signal })
  return { items: data satisfies readonly ReceivedRequest[], total }
}

const answerRequest = (access: Access, id: string, answer: string, signal: AbortSignal) =>
  call(supportEndpoints.answer, { access, params: { id }, body: { answer }, signal })

const addToRequest = (access: Access, id: string, text: string, signal: AbortSignal) =>
  create(supportEndpoints.add, { access, params: { id }, body: { text }, signal })

const settleRequest = (access: Access, id: string, signal: AbortSignal) =>
  call(supportEndpoints.settle, { access, params: { id }, signal })

const closeRequest = (access: Access, id: string, signal: AbortSignal) =>
  call(supportEndpoints.close, { access, params: { id }, signal })

const key = 'draft:support'

/** What this tab kept of a request that is not sent yet, whatever it is; null when there is nothing. */
function readWritten(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Storage that is full or forbidden costs the next load what was typed, not this one. */
function keepWritten(written: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(written))
  } catch {
    // What is typed stays on the page.
  }
}
