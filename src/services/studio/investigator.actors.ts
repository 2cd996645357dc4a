/** Joins the charts of the investigator to the calls, the address of the page and the clipboard. */
import { fromCallback } from 'xstate'

import { type InvestigatedEmitted, investigatedMachine } from '../../machines/studio/investigator/investigated.machine.ts'
import { type InvestigatorAsked, investigatorMachine } from '../../machines/studio/investigator/investigator.machine.ts'
import { recordFileMachine } from '../../machines/studio/investigator/record-file.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { copyText } from '../kit/clipboard.service.ts'
import { cutOf, readFile, readInvestigated, readTrail, saveFile, searchTransactions } from './investigation.service.ts'

/** A time that ends now is named at the moment of asking. */
const filterOf = ({ connectorId, query: { search, status, order }, range: { past, from, to } }: InvestigatorAsked) => ({
  ...{ connectorId, search, status, order },
  ...(past === undefined ? { from, to } : { from: new Date(Date.now() - past).toISOString(), to: undefined }),
})

export const liveInvestigatorMachine = (access: Access) =>
  investigatorMachine.provide({
    actors: {
      search: actorFrom(async (asked: InvestigatorAsked, signal) => {
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

type FileSetting = {
  readonly asked: () => InvestigatorAsked
  readonly nameOf: (format: string) => string
  /** `read`: with each record as it was read, too. */
  readonly with?: 'read'
}

/** Saves what is asked for when the file is begun, all of it or what is chosen; `nameOf` names the file. */
export const liveRecordFileMachine = (access: Access, { asked, nameOf, ...more }: FileSetting) =>
  recordFileMachine.provide({
    actors: {
      send: actorFrom(
        async ({ format, transactionIds }, signal) => {
          const file = await readFile(access, { ...filterOf(asked()), format, transactionIds, ...more }, signal)
          const fileName = nameOf(format)
          saveFile(fileName, file)
          return { fileName, bytes: file.size, cut: await cutOf(file) }
        },
        { limit: 600_000 },
      ),
    },
  })
