/** Joins the charts of the renderer to the calls, the browser's files and what it keeps. */
import { fromCallback } from 'xstate'

import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import { indented } from '../../machines/kit/json-text.ts'
import { type Recent, type RecentTransaction, recentMachine } from '../../machines/studio/renderer/recent.machine.ts'
import { type RendererEmitted, rendererMachine } from '../../machines/studio/renderer/renderer.machine.ts'
import { choiceIn } from '../../machines/studio/renderer/saved-choice.ts'
import { payloadMax, selectTaken, type UploadActor, uploadMachine } from '../../machines/studio/renderer/upload.machine.ts'
import type { StudioRange } from '../../machines/studio/studio.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import {
  keepChoice,
  keepWritten,
  type Owner,
  readClipboard,
  readFile,
  readOne,
  readRecent,
  readStoredChoice,
  readStoredUpload,
} from './renderer.service.ts'

export type RendererNews = 'upload' | 'paste' | 'sample'

/** How the renderer opens: as it was left. */
export const restoreRenderer = (owner: Owner) => ({ kept: choiceIn(readStoredChoice(owner)) })

/** @param tell says what was done. */
export const liveRendererMachine = (owner: Owner, upload: UploadActor, tell: (news: RendererNews) => void) =>
  rendererMachine.provide({
    actors: {
      joinTab: fromCallback<RendererEmitted, void>(({ receive, sendBack }) => {
        receive((told) => {
          if (told.type === 'sample.loaded') return tell('sample')
          if (!keepChoice(owner, told.choice)) sendBack({ type: 'browser.forgot' })
        })
        let known = selectTaken(upload.getSnapshot())
        const { unsubscribe } = upload.subscribe((snapshot) => {
          const taken = selectTaken(snapshot)
          if (taken === known) return
          known = taken
          if (taken === null) return
          sendBack({ type: 'custom.taken', text: taken.text })
          tell(taken.how)
        })
        return unsubscribe
      }),
    },
  })

/** How its box opens: with what was written there in this tab. */
export const restoreUpload = (owner: Owner) => ({ written: readStoredUpload(owner) })

export const liveUploadMachine = (owner: Owner) =>
  uploadMachine.provide({
    actions: { keepText: (_, { text }) => keepWritten(owner, text) },
    actors: {
      readFile: actorFrom(({ file }) => readFile({ size: file.size, text: () => file.text() }, payloadMax), {
        late: 'renderer/unreadable',
      }),
      readClipboard: actorFrom(readClipboard, { late: 'renderer/paste-failed' }),
    },
  })

/** A time that ends now is open at its end. */
const spanOfRange = ({ past, from, to }: StudioRange) =>
  past === undefined ? { from, to } : { from: new Date(Date.now() - past).toISOString(), to: undefined }

function payloadOf({ payload, payloadLeftOut }: Transaction): RecentTransaction['payload'] {
  if (payloadLeftOut) return { kind: 'left-out' }
  if (payload === null || payload === undefined) return { kind: 'none' }
  const text = JSON.stringify(payload)
  if (text.length <= payloadMax) return { kind: 'there', text: indented(text) }
  return { kind: 'too-large', bytes: new TextEncoder().encode(text).length }
}

const recentOf = (transaction: Transaction): RecentTransaction => {
  const { transactionId, recordKey, recordName = null, status, startDate, endDate } = transaction
  return { transactionId, recordKey, recordName, status, startDate, endDate, payload: payloadOf(transaction) }
}

export const liveRecentMachine = (access: Access) =>
  recentMachine.provide({
    actors: {
      readRecent: actorFrom(async ({ connectorId, range }, signal): Promise<Recent> => {
        const items = await readRecent(access, { connectorId, ...spanOfRange(range) }, signal)
        return { items: items.map(recentOf), readAt: new Date().toISOString() }
      }),
      readPayload: actorFrom(async ({ range, ...asked }, signal) => {
        const found = await readOne(access, { ...asked, ...spanOfRange(range) }, signal)
        return found === null ? null : recentOf(found)
      }),
    },
  })
