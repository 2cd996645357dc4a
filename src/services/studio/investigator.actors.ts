/** Joins the charts of the investigator to the calls, the address of the page and the clipboard. */
import { fromCallback } from 'xstate'

import { type InvestigatedEmitted, investigatedMachine } from '../../machines/studio/investigator/investigated.machine.ts'
import { type InvestigatorRequest, investigatorMachine } from '../../machines/studio/investigator/investigator.machine.ts'
import type { FileOf } from '../connectors/runs/record-file.service.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { copyText } from '../kit/clipboard.service.ts'
import { narrowed, readInvestigated, readTrail, searchTransactions } from './investigation.service.ts'

/** A time that ends now is named at the moment of asking. */
const filterOf = ({
  connectorId,
  query: { search, status, destination, order },
  range: { past, from, to },
}: InvestigatorRequest) => ({
  ...{ connectorId, search, status, destination, order },
  ...(past === undefined ? { from, to } : { from: new Date(Date.now() - past).toISOString(), to: undefined }),
})

/** What a file of a question is of, when it is begun. */
export function fileOfFound(asked: InvestigatorRequest): FileOf {
  const { connectorId, ...filter } = filterOf(asked)
  return { connectorId, query: narrowed(filter) }
}

export const liveInvestigatorMachine = (access: Access) =>
  investigatorMachine.provide({
    actors: {
      search: actorFrom(async (asked: InvestigatorRequest, signal) => {
        const { page, pageSize } = asked.query
        const found = await searchTransactions(access, { ...filterOf(asked), page, pageSize }, signal)
        return { ...found, readAt: new Date().toISOString() }
      }),
    },
  })

/** `tell` is told whether a text was copied. */
export const liveInvestigatedMachine = (access: Access, tell: (isCopied: boolean) => void) =>
  investigatedMachine.provide({
    actors: {
      readRecord: actorFrom(async (asked, signal) => {
        const [record, trail] = await Promise.all([
          readInvestigated(access, asked, signal),
          readTrail(access, asked, signal).catch(() => null),
        ])
        return { record, trail }
      }),
      clipboard: fromCallback<InvestigatedEmitted, void>(({ receive }) =>
        receive(({ text }) => {
          copyText(text).then(tell)
        }),
      ),
    },
  })
