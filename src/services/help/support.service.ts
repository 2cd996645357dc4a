import { type ReceivedRequest, type ShownBundle, type SupportRequest, supportEndpoints } from '#contract/help/support.ts'
import { supportLimits } from '#contract/help/support-limits.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { type Access, call, failedRequests } from '../kit/api-client.ts'
import { create } from '../kit/idempotent-create.ts'

/** Which page the request is about: without an id of an invitation or the like, which stand after the question mark. */
const pageOf = (path: string) => (/^\/[\w/.:-]{0,199}$/.test(path) ? path : '/')

const aboutOf = (page: string, connectorId: string) => ({
  page: pageOf(page),
  connectorId: connectorId === '' ? null : connectorId,
  requestIds: [...new Set(failedRequests())].slice(0, supportLimits.requestIdsMax),
})

export const lookAtBundle = (access: Access, page: string, connectorId: string, signal: AbortSignal): Promise<ShownBundle> =>
  call(supportEndpoints.bundle, { access, body: aboutOf(page, connectorId), signal })

type Written = { readonly subject: string; readonly text: string; readonly shown: ShownBundle }

/** Exactly what was shown; a repetition makes no second request. */
export function sendSupportRequest(access: Access, { subject, text, shown }: Written, signal: AbortSignal) {
  const { bundle, runId, print } = shown
  const about = { page: bundle.page, connectorId: bundle.connector?.id ?? null, requestIds: bundle.requestIds }
  return create(supportEndpoints.create, { access, body: { subject, text, ...about, runId, print }, signal })
}

export async function listOwnRequests(access: Access, page: number, signal: AbortSignal) {
  const { data, total, isMailed } = await call(supportEndpoints.list, { access, query: { page }, signal })
  return { items: data satisfies readonly SupportRequest[], total, isMailed }
}

export async function listReceived(access: Access, query: QueryOf<typeof supportEndpoints.received>, signal: AbortSignal) {
  const { data, total } = await call(supportEndpoints.received, { access, query, signal })
  return { items: data satisfies readonly ReceivedRequest[], total }
}

export const answerRequest = (access: Access, id: string, answer: string, signal: AbortSignal) =>
  call(supportEndpoints.answer, { access, params: { id }, body: { answer }, signal })

export const addToRequest = (access: Access, id: string, text: string, signal: AbortSignal) =>
  create(supportEndpoints.add, { access, params: { id }, body: { text }, signal })

export const settleRequest = (access: Access, id: string, signal: AbortSignal) =>
  call(supportEndpoints.settle, { access, params: { id }, signal })

export const closeRequest = (access: Access, id: string, signal: AbortSignal) =>
  call(supportEndpoints.close, { access, params: { id }, signal })

const key = 'draft:support'

/** What this tab kept of a request that is not sent yet, whatever it is; null when there is nothing. */
export function readWritten(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Storage that is full or forbidden costs the next load what was typed, not this one. */
export function keepWritten(written: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(written))
  } catch {
    // What is typed stays on the page.
  }
}
