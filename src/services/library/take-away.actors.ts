/** Joins the charts of the take-away file to the browser's files and to the calls. */
import { exportMachine } from '../../machines/library/export.machine.ts'
import { importMachine } from '../../machines/library/import.machine.ts'
import { port } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { checkFile, exportConnector, importFile, readText } from './take-away.service.ts'

export const liveImportMachine = (access: Access) =>
  importMachine.provide({
    actors: {
      readText: port(({ file }) => readText({ size: file.size, text: () => file.text() })),
      checkFile: port((input, signal) => checkFile(access, input, signal)),
      importFile: port((input, signal) => importFile(access, input, signal)),
    },
  })

export const liveExportMachine = (access: Access) =>
  exportMachine.provide({ actors: { exportConnector: port((input, signal) => exportConnector(access, input, signal)) } })
