/** Joins the charts of the take-away file to the browser's files and to the calls. */
import { exportMachine } from '../../machines/library/export.machine.ts'
import { importMachine } from '../../machines/library/import.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { checkFile, exportConnector, importFile, readText } from './take-away.service.ts'

export const liveImportMachine = (access: Access) =>
  importMachine.provide({
    actors: {
      readText: actorFrom(({ file }) => readText({ size: file.size, text: () => file.text() })),
      checkFile: actorFrom((input, signal) => checkFile(access, input, signal)),
      importFile: actorFrom((input, signal) => importFile(access, input, signal)),
    },
  })

export const liveExportMachine = (access: Access) =>
  exportMachine.provide({ actors: { send: actorFrom((input, signal) => exportConnector(access, input, signal)) } })
