/** Joins requests to support to their calls. */
import { supportLimits } from '#contract/help/support-limits.ts'
import type { SupportState } from '#contract/help/support-request.lifecycle.ts'
import { emptyEntry, type SupportEntry, supportRequestMachine } from '../../machines/help/support-request.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { listOf } from '../kit/list.actors.ts'
import {
  addToRequest,
  answerRequest,
  closeRequest,
  keepWritten,
  listOwnRequests,
  listReceived,
  lookAtBundle,
  readWritten,
  sendSupportRequest,
  settleRequest,
} from './support.service.ts'

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
export function keptEntry(): SupportEntry {
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
