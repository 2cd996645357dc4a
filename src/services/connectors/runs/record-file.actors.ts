/** Joins the chart of a file of transactions to the call and to the browser. */
import { recordFileMachine } from '#src/machines/connectors/runs/record-file.machine.ts'
import { actorFrom } from '../../kit/actor.ts'
import type { Access } from '../../kit/api-client.ts'
import { cutOf, type FileOf, readFile, saveFile } from './record-file.service.ts'

type FileSetting = {
  readonly asked: () => FileOf
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
          const file = await readFile(access, { ...asked(), format, transactionIds, ...more }, signal)
          const fileName = nameOf(format)
          saveFile(fileName, file)
          return { fileName, bytes: file.size, cut: await cutOf(file) }
        },
        { limit: 600_000 },
      ),
    },
  })
